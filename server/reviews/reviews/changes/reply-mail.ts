import { v7 as uuidv7 } from 'uuid'
import { allows } from '../../../../rules/plans.ts'
import { mailTiming } from '../../../../rules/mail-timing.ts'
import { inTransaction, planOf, type Ctx } from '../../../core/context.ts'
import { delayMails, forgetMails } from '../../../requests/delayed-mails/delayed-mails.ts'
import { jobMail, type JobMailData } from '../../../requests/sending/job-mail.ts'
import { reviewersOf } from '../../../requests/sending/review-letter.ts'
import { readLook } from '../../../shop/settings/branded.ts'
import { readSetting } from '../../../shop/settings/settings.ts'
import { addHistory } from '../write.ts'

interface ReplyMails extends JobMailData, Record<string, unknown> {
  ids: string[]
  /** Names the mails: the same for every try, another one for a later reply. */
  mailId: string
}

const keyOf = (reviewId: string): string => `reply ${reviewId}`

/** Listener: keeps the emails of a reply until they are due (pro and up). A later reply to the same review takes the place of the first. */
export async function queueReplyMails(ctx: Ctx, { mailIds }: { mailIds: string[] }): Promise<void> {
  if (mailIds.length === 0 || !allows(planOf(ctx), 'reviewReply')) return
  const { replyMinutes } = mailTiming(await readSetting(ctx, 'emailTemplates'))
  const [mailId, dueAt] = [uuidv7(), new Date(ctx.now().getTime() + replyMinutes * 60_000)]
  await delayMails(
    ctx,
    mailIds.map((id) => ({
      key: keyOf(id),
      job: 'mails.replies',
      data: { ids: [id], mailId } satisfies ReplyMails,
      dueAt,
    })),
  )
}

/** Listener: replies that were deleted are not mailed. */
export async function forgetReplyMails(ctx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  await forgetMails(ctx, ids.map(keyOf))
}

/**
 * Job: emails the replies to their reviewers (spec 1, template review-reply). Not if the reply was taken back in between, or emails must not
 * see the review any more. A refusal for good stands in the review's history.
 */
export const mailReplies = jobMail<ReplyMails>({
  job: 'mails.replies',
  template: 'reviewReply',
  async letters(ctx, { ids, mailId }) {
    const { reviewReply: template } = await readLook(ctx, 'emailTemplates')
    const reviewers = (await reviewersOf(ctx, ids)).filter(
      ({ review }) => review.replyContent && review.status !== 'deleted' && review.status !== 'rejected',
    )
    return reviewers.map(({ review, letter, say }) => ({
      ...letter,
      item: review.id,
      name: `reply-${mailId}-${review.id}`,
      own: { subject: say('replyMail.subject'), content: say('replyMail.content') },
      preheader: say('replyMail.preheader'),
      quotes: [
        { head: say('replyMail.reply'), rate: null, text: review.replyContent ?? '' },
        {
          head: say('replyMail.yours'),
          rate: review.rate,
          rateText: say('widget.outOf', { rate: review.rate }),
          title: review.title,
          text: review.content,
        },
      ],
      buttons: [
        {
          label: say('replyMail.button'),
          colour: template.buttonColour,
          textColour: template.buttonTextColour,
          // The product's page, where the review is to be seen, else the shop.
          url: review.product
            ? ctx.platform.productUrl(ctx.shop, review.product.handle)
            : ctx.platform.shopUrl(ctx.shop),
        },
      ],
      why: say('replyMail.why'),
    }))
  },
  async undelivered(ctx, _data, letters) {
    const entries = letters
      .filter(({ code }) => code === null)
      .map(({ item, error }) => ({ reviewId: item, after: { error } }))
    if (entries.length > 0)
      await inTransaction(ctx, (tx) =>
        addHistory(tx, { action: 'replyMailFailed', by: { actor: 'rule', name: '' }, entries }),
      )
  },
})
