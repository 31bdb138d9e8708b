import { writeLongDate } from '../../../rules/dates.ts'
import { readMailTiming } from '../../../rules/email-delays.ts'
import type { Ctx } from '../../core/context.ts'
import type { Discount } from '../../generated/prisma/client.ts'
import { createMailJob, type JobEmail, type JobMailData } from '../sending/job-mail.ts'
import { loadReviewRecipients } from '../sending/review-recipients.ts'
import { readBrandedSetting } from '../../shop/settings/branded-settings.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { formatWorth } from './discounts.ts'
import { issueDiscount } from './issue.ts'

interface DiscountMails extends JobMailData {
  ids: string[]
}

type Kind = 'discountMail' | 'discountReminder'

/** Job: emails a code to the reviewer, whether or not the review is published. */
export const mailDiscounts = createMailJob<DiscountMails>({
  job: 'mails.discounts',
  template: 'discountReview',
  async buildEmails(ctx, { ids }) {
    const { discountNotification } = readMailTiming(await readSetting(ctx, 'emailTemplates'))
    return discountNotification ? buildDiscountEmails(ctx, ids, 'discountMail') : []
  },
  handleUndelivered: noteUndelivered,
})

/** Job: reminds of an unused code that expires soon, if both the template and the discount's settings allow it. */
export const remindOfDiscounts = createMailJob<DiscountMails>({
  job: 'mails.discountReminders',
  template: 'discountReview',
  async buildEmails(ctx, { ids }) {
    const { expirationReminder } = readMailTiming(await readSetting(ctx, 'emailTemplates'))
    const { expirationEmailDisabled } = await readSetting(ctx, 'discount')
    return expirationReminder.enabled && !expirationEmailDisabled
      ? buildDiscountEmails(ctx, ids, 'discountReminder')
      : []
  },
  handleUndelivered: noteUndelivered,
})

async function noteUndelivered(
  ctx: Ctx,
  _data: DiscountMails,
  undelivered: readonly { item: string; error: string }[],
): Promise<void> {
  for (const { item, error } of undelivered)
    await ctx.db.discount.updateMany({ where: { shopId: ctx.shop.id, id: item }, data: { error: error.slice(0, 500) } })
}

/** Leaves out codes that were used or withdrawn, and codes of cancelled or refunded orders. */
async function buildDiscountEmails(ctx: Ctx, ids: readonly string[], kind: Kind): Promise<JobEmail[]> {
  const made: Discount[] = []
  for (const id of ids) {
    const row = await issueDiscount(ctx, id)
    if (row?.state === 'issued' && (row.endsAt === null || row.endsAt > ctx.now())) made.push(row)
  }
  const orders = await ctx.db.order.findMany({
    where: {
      shopId: ctx.shop.id,
      id: { in: made.flatMap(({ orderId }) => orderId ?? []) },
      OR: [{ cancelledAt: { not: null } }, { refundedAt: { not: null } }],
    },
    select: { id: true },
  })
  const undone = new Set(orders.map(({ id }) => id))
  const rows = made.filter(({ orderId }) => !orderId || !undone.has(orderId))
  const { discountReview: template } = await readBrandedSetting(ctx, 'emailTemplates')
  const reviewers = new Map(
    (
      await loadReviewRecipients(
        ctx,
        rows.map(({ reviewId }) => reviewId),
        { isGuarded: true },
      )
    ).map((reviewer) => [reviewer.review.id, reviewer]),
  )
  return rows.flatMap((row): JobEmail[] => {
    const reviewer = reviewers.get(row.reviewId)
    if (!reviewer) return []
    const { recipient, say } = reviewer
    const worth = formatWorth(row, recipient.locale)
    const ends = row.endsAt
      ? writeLongDate(row.endsAt, { locale: recipient.locale, timeZone: ctx.shop.ianaTimezone })
      : ''
    const named = { code: row.code, worth, ends, hasEnd: row.endsAt ? 'yes' : 'no' }
    return [
      {
        ...recipient,
        item: row.id,
        name: `${kind === 'discountMail' ? 'discount' : 'discount-expiry'}-${row.id}`,
        fields: { ...recipient.fields, discount_code: row.code, discount_value: worth, discount_expires: ends },
        defaults: { subject: say(`${kind}.subject`, named), content: say(`${kind}.content`, named) },
        preheader: say(`${kind}.preheader`, named),
        quotes: [],
        discountCode: row.code,
        discountTerms: say('discountMail.terms', named),
        buttons: [
          {
            label: template.buttonText || say('discountMail.button'),
            colour: template.buttonColour,
            textColour: template.buttonTextColour,
            url: ctx.platform.shopUrl(ctx.shop),
          },
        ],
        why: say('discountMail.why'),
      },
    ]
  })
}
