import { writeLongDate } from '../../../rules/dates.ts'
import { nameReason } from '../../../rules/refusal.ts'
import type { Ctx } from '../../core/context.ts'
import { word, type WordId, type WordParams } from '../../core/words/words.ts'
import type { ReviewStatement } from '../../generated/prisma/client.ts'
import type { Quote } from '../../requests/mail/email-content.ts'
import { createMailJob, type JobEmail, type JobMailData } from '../../requests/sending/job-mail.ts'
import { loadReviewRecipients } from '../../requests/sending/review-recipients.ts'
import { buildPolicyUrl } from '../../shop/branding/policy-url.ts'
import { buildObjectionUrl } from './statement-links.ts'
import { snapshotOf, type StatementSnapshot } from './statements.ts'

interface StatementMails extends JobMailData, Record<string, unknown> {
  ids: string[]
}

interface Addressee extends StatementSnapshot {
  statement: ReviewStatement
  status: string | null
  say: (id: WordId, params?: WordParams) => string
}

/** Loads statements with their authors: from the review, or from the snapshot of a deleted one. */
async function loadAddressees(ctx: Ctx, ids: readonly string[]): Promise<Addressee[]> {
  const statements = await ctx.db.reviewStatement.findMany({ where: { shopId: ctx.shop.id, id: { in: [...ids] } } })
  const authors = await loadReviewRecipients(
    ctx,
    statements.map(({ reviewId }) => reviewId),
    { isGuarded: true },
  )
  const authorOf = new Map(authors.map((author) => [author.review.id, author]))
  return statements.flatMap((statement): Addressee[] => {
    const author = authorOf.get(statement.reviewId)
    const found = author
      ? { ...author.recipient, review: snapshotOf(author.review) }
      : (statement.snapshot as unknown as StatementSnapshot | null)
    if (!found?.to.address) return []
    const { customer_name: customer, product_title: product, shop_name: shop } = found.fields
    const named = { shop, product, customer, hasName: customer ? 'yes' : 'no', by: statement.decidedBy }
    const say: Addressee['say'] = (id, params = {}) => word(found.locale, id, { ...named, ...params })
    return [{ ...found, statement, status: author?.review.status ?? null, say }]
  })
}

/** Names a review without its words, as a stranger may have written them with this address. */
function nameReview(ctx: Ctx, { review: { createdAt }, say, locale }: Addressee): Quote[] {
  if (!createdAt) return []
  const date = writeLongDate(new Date(createdAt), { locale, timeZone: ctx.shop.ianaTimezone })
  return [{ head: say('statement.yours'), rate: null, text: say('statement.written', { date }) }]
}

const quoteReview = ({ review: { rate, title, content }, say }: Addressee): Quote => ({
  head: say('statement.yours'),
  rate,
  rateText: say('widget.outOf', { rate }),
  title,
  text: content,
})

function buildStatementEmail(ctx: Ctx, addressee: Addressee): JobEmail {
  const { statement, say, to, locale, fields, isUnproven = true } = addressee
  const reason = say(`refusal.${nameReason(statement)}`)
  return {
    to,
    locale,
    fields,
    isUnproven,
    item: statement.id,
    name: `statement-${statement.id}`,
    defaults: {
      subject: say('statement.subject'),
      content: say(statement.gone ? 'statement.contentGone' : 'statement.content'),
    },
    preheader: say('statement.preheader'),
    quotes: [
      { head: say('statement.reason'), rate: null, text: reason },
      ...(statement.note ? [{ head: say('statement.note'), rate: null, text: statement.note }] : []),
      ...(isUnproven ? nameReview(ctx, addressee) : [quoteReview(addressee)]),
    ],
    buttons: [
      ...(statement.gone ? [] : [{ label: say('statement.object'), url: buildObjectionUrl(ctx, statement.id) }]),
      { label: say('statement.rules'), url: buildPolicyUrl(ctx, locale), ...quiet },
    ],
    why: say('statement.why'),
  }
}

const quiet = { colour: '#f1eadd', textColour: '#1e1b16' } as const

const noteUndelivered =
  (job: string) =>
  async (ctx: Ctx, _data: unknown, undelivered: readonly { item: string; error: string }[]): Promise<void> => {
    for (const { item, error } of undelivered) {
      ctx.log.warn({ shopId: ctx.shop.id, item, error }, `${job}: refused`)
      await forgetDeleted(ctx, item)
    }
  }

/** Erases the words of a deleted review's author once nothing is left to email. */
async function forgetDeleted({ db, shop }: Ctx, id: string): Promise<void> {
  await db.$executeRaw`
    update "ReviewStatement" set snapshot = null, objection = case when gone then '' else objection end
    where "shopId" = ${shop.id}::uuid and id = ${id}::uuid`
}

/** Job: tells authors why their reviews are not shown, unless the reviews are shown again. */
export const mailStatements = createMailJob<StatementMails>({
  job: 'mails.statements',
  template: null,
  isForShopper: true,
  async buildEmails(ctx, { ids }) {
    const found = await loadAddressees(ctx, ids)
    return found
      .filter(({ statement, status }) => statement.gone || status === 'hidden' || status === 'deleted')
      .map((addressee) => buildStatementEmail(ctx, addressee))
  },
  handleUndelivered: noteUndelivered('mails.statements'),
  async handleSent(tx, id) {
    await tx.db.reviewStatement.update({
      where: { shopId_id: { shopId: tx.shop.id, id } },
      data: { mailedAt: tx.now() },
    })
    await forgetDeleted(tx, id)
  },
})

/** Job: tells authors what became of their objections. */
export const mailObjections = createMailJob<StatementMails>({
  job: 'mails.objections',
  template: null,
  isForShopper: true,
  async buildEmails(ctx, { ids }) {
    return (await loadAddressees(ctx, ids)).flatMap((addressee): JobEmail[] => {
      const { statement, say, to, locale, fields } = addressee
      const { decision, answer, objection } = statement
      if (decision !== 'restored' && decision !== 'kept') return []
      const outcome = statement.gone ? 'deleted' : decision
      return [
        {
          to,
          locale,
          fields,
          item: statement.id,
          name: `objection-${statement.id}`,
          defaults: {
            subject: say(`objectionMail.${outcome}.subject`),
            content: say(`objectionMail.${outcome}.content`),
          },
          preheader: say('objectionMail.preheader'),
          quotes: [
            ...(answer ? [{ head: say('objectionMail.answer'), rate: null, text: answer }] : []),
            { head: say('objection.yours'), rate: null, text: objection },
            quoteReview(addressee),
          ],
          buttons: [{ label: say('statement.rules'), url: buildPolicyUrl(ctx, locale) }],
          why: say('statement.why'),
        },
      ]
    })
  },
  handleUndelivered: noteUndelivered('mails.objections'),
  handleSent: forgetDeleted,
})
