import { editRequestDays } from '../../../rules/limits.ts'
import { readMailTiming } from '../../../rules/email-delays.ts'
import { formatMessage } from '../../../rules/messages.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { delayMails } from '../../requests/delayed-mails/delayed-mails.ts'
import type { Quote } from '../../requests/mail/email-content.ts'
import { lockReviews } from '../reviews/lock-reviews.ts'
import { writeReviews } from '../reviews/write-reviews.ts'
import { createMailJob, type JobEmail, type JobMailData } from '../../requests/sending/job-mail.ts'
import { loadReviewRecipients } from '../../requests/sending/review-recipients.ts'
import { readBrandedSetting } from '../../shop/settings/branded-settings.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import type { WordId, WordParams } from '../../core/words/words.ts'
import { evaluateEditRequest } from './answer-edit-request.ts'
import { editLinks } from './edit-links.ts'
import { pictureLines } from './picture-lines.ts'
import { readEditProposals, type EditProposal } from '../reviews/changes/proposals.ts'
import { toEditRequestProblem } from '../reviews/changes/edit-request-problems.ts'

interface Request {
  reviewId: string
  requestId: string
}

interface EditRequestMails extends JobMailData {
  requests: Request[]
}

/** Listener: queues the email of each new edit request, or stores it until it is due. */
export async function queueEditRequestMails(ctx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const rows = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, id: { in: ids }, editRequest: 'unconfirmed', editRequestId: { not: null } },
    select: { id: true, editRequestId: true },
  })
  const requests = rows.flatMap(({ id, editRequestId }) =>
    editRequestId ? [{ reviewId: id, requestId: editRequestId }] : [],
  )
  if (requests.length === 0) return
  const { editMinutes } = readMailTiming(await readSetting(ctx, 'emailTemplates'))
  if (editMinutes === 0) {
    await ctx.enqueue('mails.editRequests', { requests } satisfies EditRequestMails)
    return
  }
  const dueAt = new Date(ctx.now().getTime() + editMinutes * 60_000)
  // A new request replaces the review's previous one. A withdrawn request sends no email.
  await delayMails(
    ctx,
    requests.map((request) => ({
      key: `edit ${request.reviewId}`,
      job: 'mails.editRequests',
      data: { requests: [request] },
      dueAt,
    })),
  )
}

/**
 * Job: emails edit requests to customers (spec 4). Skips answered, replaced and expired requests. Withdraws an
 * undeliverable request and records the reason, so that the merchant does not wait 30 days.
 */
export const mailEditRequests = createMailJob<EditRequestMails>({
  job: 'mails.editRequests',
  template: 'confirmEdit',
  async buildEmails(ctx, { requests }) {
    const { confirmEdit: template } = await readBrandedSetting(ctx, 'emailTemplates')
    const asked = new Map(requests.map((request) => [request.reviewId, request.requestId]))
    const proposals = await readEditProposals(ctx, [...asked.keys()])
    const reviewers = await loadReviewRecipients(ctx, [...asked.keys()])
    return reviewers.flatMap(({ review, recipient, say }): JobEmail[] => {
      const requestId = asked.get(review.id) ?? ''
      const place = evaluateEditRequest(review, { requestId, now: ctx.now(), proposal: proposals.get(review.id) })
      if (place.name !== 'open') return []
      const links = editLinks(ctx, { reviewId: review.id, requestId })
      return [
        {
          ...recipient,
          item: review.id,
          name: `edit-${requestId}`,
          defaults: { subject: say('editMail.subject'), content: say('editMail.content') },
          preheader: say('editMail.preheader'),
          quotes: [
            ...(place.proposal.note ? [{ head: say('edit.note'), rate: null, text: place.proposal.note }] : []),
            {
              head: say('edit.before'),
              rate: review.rate,
              rateText: say('widget.outOf', { rate: review.rate }),
              title: review.title,
              text: review.content,
            },
            ...buildQuotes(place.proposal, say),
          ],
          buttons: [
            {
              label: say('editMail.confirm'),
              url: links.confirm,
              colour: template.buttonColour,
              textColour: template.buttonTextColour,
            },
            {
              label: template.denyButtonText || say('editMail.deny'),
              url: links.deny,
              colour: template.denyButtonColour,
              textColour: template.denyButtonTextColour,
            },
          ],
          why: say('editMail.why', { days: editRequestDays }),
        },
      ]
    })
  },
  async handleUndelivered(ctx, { requests }, undelivered) {
    for (const { item, error, code } of undelivered)
      await cancelEditRequest(
        ctx,
        requests.find(({ reviewId }) => reviewId === item),
        code ? formatMessage(toEditRequestProblem(code)) : error,
      )
  },
})

/** Returns the changed review as quotes. */
function buildQuotes(
  { title, content, media }: EditProposal,
  say: (id: WordId, params?: WordParams) => string,
): Quote[] {
  const pictures = pictureLines(media, say)
  return [
    { head: say('edit.after'), rate: null, title, text: content },
    ...(pictures.length > 0 ? [{ head: say('edit.pictures'), rate: null, text: pictures.join('\n') }] : []),
  ]
}

async function cancelEditRequest(ctx: Ctx, request: Request | undefined, error: string): Promise<void> {
  if (!request) return
  const { reviewId, requestId } = request
  await inTransaction(ctx, async (tx) => {
    const [row] = await lockReviews(tx, [reviewId])
    if (row?.editRequestId !== requestId || row.editRequest !== 'unconfirmed') return
    await writeReviews(tx, {
      action: 'editMailFailed',
      by: { actor: 'rule', name: '' },
      set: { editRequest: null, editRequestId: null, editRequestedAt: null },
      changes: [{ row, after: { error } }],
    })
    tx.publish('reviewCounts', tx.shop.id)
  })
}
