import { v7 as uuidv7 } from 'uuid'
import { formatMessage } from '../../../../rules/messages.ts'
import { allows } from '../../../../rules/plans.ts'
import { readMailTiming } from '../../../../rules/email-delays.ts'
import { inTransaction, readPlan, type Ctx } from '../../../core/context.ts'
import { delayMails, cancelDelayedMails } from '../../../requests/delayed-mails/delayed-mails.ts'
import { createMailJob, type JobMailData } from '../../../requests/sending/job-mail.ts'
import { loadReviewRecipients } from '../../../requests/sending/review-recipients.ts'
import { readBrandedSetting } from '../../../shop/settings/branded-settings.ts'
import { readSetting } from '../../../shop/settings/settings.ts'
import { addHistory } from '../write-reviews.ts'

interface ReplyMails extends JobMailData, Record<string, unknown> {
  ids: string[]
  /** Names the emails: the same for every attempt, another for a later reply. */
  mailId: string
}

/** Key of a reply's delayed email. */
export const keyOfReplyMail = (reviewId: string): string => `reply ${reviewId}`

/** Listener: stores a reply's emails until they are due (pro and up). A review's later reply replaces the first. */
export async function queueReplyMails(ctx: Ctx, { mailIds }: { mailIds: string[] }): Promise<void> {
  if (mailIds.length === 0) return
  if (!allows(readPlan(ctx), 'reviewReply')) {
    await recordReplyMails(
      ctx,
      'replyMailFailed',
      mailIds.map((reviewId) => ({ reviewId, after: planRefusal })),
    )
    return
  }
  const { replyMinutes } = readMailTiming(await readSetting(ctx, 'emailTemplates'))
  const [mailId, dueAt] = [uuidv7(), new Date(ctx.now().getTime() + replyMinutes * 60_000)]
  await delayMails(
    ctx,
    mailIds.map((id) => ({
      key: keyOfReplyMail(id),
      job: 'mails.replies',
      data: { ids: [id], mailId } satisfies ReplyMails,
      dueAt,
    })),
  )
}

const planRefusal = { code: 'planLacksEmail', error: formatMessage('planLacksEmail') } as const

const recordReplyMails = (
  tx: Ctx,
  action: 'replyMailed' | 'replyMailFailed',
  entries: { reviewId: string; after?: object }[],
): Promise<void> => addHistory(tx, { action, by: { actor: 'rule', name: '' }, entries })

/** Listener: cancels the emails of deleted replies. */
export async function cancelReplyMails(ctx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  await cancelDelayedMails(ctx, ids.map(keyOfReplyMail))
}

/**
 * Job: emails replies to their reviewers (spec 1, template review-reply). Skips deleted replies and reviews that emails
 * must not show any more. The review's history tells whether the email was sent, or why not.
 */
export const mailReplies = createMailJob<ReplyMails>({
  job: 'mails.replies',
  template: 'reviewReply',
  async buildEmails(ctx, { ids, mailId }) {
    const { reviewReply: template } = await readBrandedSetting(ctx, 'emailTemplates')
    const reviewers = (await loadReviewRecipients(ctx, ids)).filter(
      ({ review }) => review.replyContent && review.status !== 'deleted' && review.status !== 'rejected',
    )
    return reviewers.map(({ review, recipient, say }) => ({
      ...recipient,
      item: review.id,
      name: `reply-${mailId}-${review.id}`,
      defaults: { subject: say('replyMail.subject'), content: say('replyMail.content') },
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
          // Links to the product's page if the review shows there, else to the shop.
          url: review.product
            ? ctx.platform.productUrl(ctx.shop, review.product.handle)
            : ctx.platform.shopUrl(ctx.shop),
        },
      ],
      why: say('replyMail.why'),
    }))
  },
  async handleUndelivered(ctx, _data, undelivered) {
    const entries = undelivered.map(({ item, error, code }) => ({
      reviewId: item,
      after: { error, ...(code && { code }) },
    }))
    await inTransaction(ctx, (tx) => recordReplyMails(tx, 'replyMailFailed', entries))
  },
  handleSent: (tx, item) => recordReplyMails(tx, 'replyMailed', [{ reviewId: item }]),
})
