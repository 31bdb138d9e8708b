import { v7 as uuidv7 } from 'uuid'
import { allows } from '../../rules/plans.ts'
import { inTransaction, planOf, type Ctx } from '../context.ts'
import { suppressions } from '../customers/suppressions.ts'
import { isMailAddress } from '../mail/mail.ts'
import { deliver, nextTrySeconds, type JobMail } from '../sending/deliver.ts'
import { openLetterMaker, reviewersOf, type Reviewer } from '../sending/review-letter.ts'
import { readSetting } from '../settings/settings.ts'
import { word, type WordId, type WordParams } from '../words/words.ts'
import { addHistory } from './write.ts'

export interface ReplyMails {
  ids: string[]
  /** Names the mails: the same for every try, another one for a later reply. */
  mailId: string
  /** Tries before this one. */
  attempts?: number
}

/** Listener: queues the emails of a reply (pro and up). */
export async function queueReplyMails(ctx: Ctx, { mailIds }: { mailIds: string[] }): Promise<void> {
  if (mailIds.length === 0 || !allows(planOf(ctx), 'reviewReply')) return
  await ctx.enqueue('mails.replies', { ids: mailIds, mailId: uuidv7() } satisfies ReplyMails)
}

/**
 * Job: mails the replies to their reviewers (spec 1, template review-reply). Not to addresses that are missing, malformed or
 * suppressed, not when the template is off, the reply was taken back meanwhile, or nobody may see the review any more. A
 * refusal for good stands in the review's history.
 */
export async function mailReplies(ctx: Ctx, { ids, mailId, attempts = 0 }: ReplyMails): Promise<void> {
  const { reviewReply: template } = await readSetting(ctx, 'emailTemplates')
  if (ctx.shop.uninstalledAt || !template.enabled || !allows(planOf(ctx), 'reviewReply')) return
  const reviewers = (await reviewersOf(ctx, ids)).filter(({ review }) => review.replyContent && review.status !== 'deleted' && review.status !== 'rejected' && isMailAddress(review.email))
  const suppressed = await suppressions(ctx, reviewers.map(({ review }) => review.email))
  const letter = await openLetterMaker(ctx)
  const mails = reviewers.filter(({ review }) => !suppressed.has(review.email.toLowerCase())).map((reviewer): JobMail<string> => {
    const { review, subject: product, locale, fields } = reviewer
    const say = (id: WordId, params: WordParams = {}) => word(locale, id, { shop: fields.shop_name, product, ...params })
    const mail = letter(reviewer, {
      name: `reply-${mailId}-${review.id}`, template,
      own: { subject: say('replyMail.subject'), content: say('replyMail.content', { hasName: fields.customer_name ? 'yes' : 'no', customer: fields.customer_name }) },
      preheader: say('replyMail.preheader'),
      quotes: [
        { head: say('replyMail.reply'), rate: null, text: review.replyContent ?? '' },
        { head: say('replyMail.yours'), rate: review.rate, rateText: say('widget.outOf', { rate: review.rate }), title: review.title, text: review.content },
      ],
      buttons: [{ label: template.buttonText || say('replyMail.button'), url: pageOf(ctx, reviewer), colour: template.buttonColour, textColour: template.buttonTextColour }],
      why: say('replyMail.why'),
    })
    return { item: review.id, mail }
  })
  const { refused, later } = await deliver(ctx, mails, attempts)
  await tellRefused(ctx, refused)
  const startAfterSeconds = nextTrySeconds(attempts)
  if (later.length > 0 && startAfterSeconds !== null) await ctx.enqueue('mails.replies', { ids: later, mailId, attempts: attempts + 1 } satisfies ReplyMails, { startAfterSeconds })
}

/** The product's page where the review is to be seen, else the shop. */
function pageOf(ctx: Ctx, { review }: Reviewer): string {
  return review.product ? ctx.platform.productUrl(ctx.shop, review.product.handle) : `https://${ctx.shop.domain}`
}

async function tellRefused(ctx: Ctx, refused: readonly { item: string; error: string }[]): Promise<void> {
  if (refused.length === 0) return
  await inTransaction(ctx, (tx) => addHistory(tx, {
    action: 'replyMailFailed', by: { actor: 'rule', name: '' }, entries: refused.map(({ item, error }) => ({ reviewId: item, after: { error } })),
  }))
}
