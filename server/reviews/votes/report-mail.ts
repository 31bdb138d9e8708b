import { v7 as uuidv7 } from 'uuid'
import type { ReportDecision, ReportReason } from '../../../rules/votes-and-search.ts'
import type { Ctx } from '../../core/context.ts'
import { foldAddress } from '../../core/fold-address.ts'
import { word } from '../../core/words/words.ts'
import { oneLine } from '../../requests/mail/mail.ts'
import { createMailJob, type JobMailData } from '../../requests/sending/job-mail.ts'
import { buildPolicyUrl } from '../../shop/branding/policy-url.ts'

type Step = 'received' | 'restored' | ReportDecision

/** All that the emails say, as a deleted review takes its reports along. */
interface ReporterMails extends JobMailData {
  step: Step
  reports: (Omit<MailedReport, 'reviewId'> & { product: string; key: string })[]
}

interface MailedReport {
  id: string
  reviewId: string
  email: string
  reason: string
  locale: string | null
}

/**
 * Queues the confirmation of reports, or the decision about them, for the shoppers who left their address. An address
 * gets one email for each review.
 */
export async function queueReporterMails(tx: Ctx, reports: readonly MailedReport[], step: Step): Promise<void> {
  const byAuthor = new Map(reports.map((report) => [`${report.reviewId} ${foldAddress(report.email)}`, report]))
  const answered = [...byAuthor.values()].filter(({ email }) => email !== '')
  if (answered.length === 0) return
  const reviews = await tx.db.review.findMany({
    where: { shopId: tx.shop.id, id: { in: answered.map(({ reviewId }) => reviewId) } },
    select: { id: true, product: { select: { title: true } } },
  })
  const titles = new Map(reviews.map(({ id, product }) => [id, product?.title]))
  await tx.enqueue('mails.reports', {
    step,
    reports: answered.map(({ id, reviewId, email, reason, locale }) => ({
      id,
      email,
      reason,
      locale,
      // A changed report is confirmed by another email.
      key: uuidv7(),
      product: titles.get(reviewId) ?? tx.shop.name,
    })),
  } satisfies ReporterMails)
}

/**
 * Job: tells reporters that the shop has their report, and later its decision (DSA, article 16). The emails quote nothing
 * that was typed, as a stranger may have typed the address.
 */
export const mailReporters = createMailJob<ReporterMails>({
  job: 'mails.reports',
  template: null,
  isForShopper: true,
  buildEmails(ctx, { step, reports }) {
    const outcome = step === 'dismissed' ? 'kept' : step
    const frame = step === 'received' ? 'received' : 'decided'
    return Promise.resolve(
      reports.map(({ id, email, product: title, reason, locale: told, key }) => {
        const locale = told ?? ctx.shop.primaryLocale
        const [shop, product] = [oneLine(ctx.shop.name, 80), oneLine(title, 120)]
        const named = { shop, product }
        return {
          item: id,
          name: `report-${step}-${key}`,
          to: { name: '', address: email },
          isUnproven: true,
          locale,
          fields: { customer_name: '', product_title: product, order_name: '', shop_name: shop },
          defaults: {
            subject: word(locale, `reportMail.${frame}.subject`, named),
            content: word(locale, `reportMail.${outcome}.content`, named),
          },
          preheader: word(locale, `reportMail.${frame}.preheader`, named),
          quotes: [
            {
              head: word(locale, 'reportMail.reason'),
              rate: null,
              text: word(locale, `widget.report.${reason as ReportReason}`),
            },
          ],
          buttons: [{ label: word(locale, 'statement.rules', named), url: buildPolicyUrl(ctx, locale) }],
          why: word(locale, 'reportMail.why', named),
        }
      }),
    )
  },
  handleUndelivered({ shop, log }, _data, undelivered) {
    for (const { item, error } of undelivered)
      log.warn({ shopId: shop.id, item, error }, 'an answer to a report was refused')
    return Promise.resolve()
  },
})
