import { editRequestDays } from '../../rules/limits.ts'
import { sentence } from '../../rules/messages.ts'
import { inTransaction, type Ctx } from '../context.ts'
import type { Quote } from '../mail/letter.ts'
import { lockReviews } from '../reviews/locked.ts'
import { writeReviews } from '../reviews/write.ts'
import { deliver, nextTrySeconds, type JobMail } from '../sending/deliver.ts'
import { openLetterMaker, reviewersOf, type Reviewer } from '../sending/review-letter.ts'
import { readSetting } from '../settings/settings.ts'
import { word, type WordId, type WordParams } from '../words/words.ts'
import { placeOf } from './answer.ts'
import { editLinks } from './links.ts'
import { pictureLines } from './picture-lines.ts'
import { editProposals, type EditProposal } from './proposals.ts'
import { unaskable } from './reachable.ts'

interface Request {
  reviewId: string
  requestId: string
}

export interface EditRequestMails {
  requests: Request[]
  /** Tries before this one. */
  attempts?: number
}

/** Listener: queues the email of each new edit request. */
export async function queueEditRequestMails(ctx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const rows = await ctx.db.review.findMany({ where: { shopId: ctx.shop.id, id: { in: ids }, editRequest: 'unconfirmed', editRequestId: { not: null } }, select: { id: true, editRequestId: true } })
  const requests = rows.flatMap(({ id, editRequestId }) => (editRequestId ? [{ reviewId: id, requestId: editRequestId }] : []))
  if (requests.length > 0) await ctx.enqueue('mails.editRequests', { requests } satisfies EditRequestMails)
}

/**
 * Job: emails edit requests to customers (spec 4). Skips requests that were answered, replaced or have expired. A request whose
 * address refuses permanently is withdrawn, and the history says why, so that the merchant does not wait 30 days for an answer.
 */
export async function mailEditRequests(ctx: Ctx, { requests, attempts = 0 }: EditRequestMails): Promise<void> {
  if (ctx.shop.uninstalledAt) return
  const asked = new Map(requests.map((request) => [request.reviewId, request]))
  const proposals = await editProposals(ctx, [...asked.keys()])
  const reviewers = (await reviewersOf(ctx, [...asked.keys()])).filter(({ review }) =>
    placeOf(review, { requestId: asked.get(review.id)?.requestId ?? '', now: ctx.now(), proposal: proposals.get(review.id) }).name === 'open')
  const problems = await unaskable(ctx, reviewers.map(({ review }) => review.email))
  for (const { review } of reviewers) {
    const problem = problems.get(review.email)
    if (problem) await takeBack(ctx, asked.get(review.id), sentence(problem))
  }
  const make = await openMaker(ctx, proposals)
  const mails = reviewers.filter(({ review }) => !problems.has(review.email)).map((reviewer) => make(reviewer))
  const { refused, later } = await deliver(ctx, mails, attempts)
  for (const { item, error } of refused) await takeBack(ctx, item, error)
  const startAfterSeconds = nextTrySeconds(attempts)
  if (later.length > 0 && startAfterSeconds !== null) await ctx.enqueue('mails.editRequests', { requests: later, attempts: attempts + 1 } satisfies EditRequestMails, { startAfterSeconds })
}

async function openMaker(ctx: Ctx, proposals: ReadonlyMap<string, EditProposal>): Promise<(reviewer: Reviewer) => JobMail<Request>> {
  const { confirmEdit: template } = await readSetting(ctx, 'emailTemplates')
  const letter = await openLetterMaker(ctx)
  return (reviewer) => {
    const { review, subject: product, locale, fields } = reviewer
    const item = { reviewId: review.id, requestId: review.editRequestId ?? '' }
    const links = editLinks(ctx, item)
    const say = (id: WordId, params: WordParams = {}) => word(locale, id, { shop: fields.shop_name, product, days: editRequestDays, ...params })
    const proposal = proposals.get(review.id)
    const mail = letter(reviewer, {
      name: `edit-${item.requestId}`, template,
      own: { subject: say('editMail.subject'), content: say('editMail.content', { hasName: fields.customer_name ? 'yes' : 'no', customer: fields.customer_name }) },
      preheader: say('editMail.preheader'),
      quotes: [
        ...(proposal?.note ? [{ head: say('edit.note'), rate: null, text: proposal.note }] : []),
        { head: say('edit.before'), rate: review.rate, rateText: say('widget.outOf', { rate: review.rate }), title: review.title, text: review.content },
        ...(proposal ? changed(proposal, say) : []),
      ],
      buttons: [
        { label: template.buttonText || say('editMail.confirm'), url: links.confirm, colour: template.buttonColour, textColour: template.buttonTextColour },
        { label: template.denyButtonText || say('editMail.deny'), url: links.deny, colour: template.denyButtonColour, textColour: template.denyButtonTextColour },
      ],
      why: say('editMail.why'),
    })
    return { item, mail }
  }
}

/** The review after the change, as quotes. */
function changed({ title, content, media }: EditProposal, say: (id: WordId, params?: WordParams) => string): Quote[] {
  const pictures = pictureLines(media, say)
  return [
    { head: say('edit.after'), rate: null, title, text: content },
    ...(pictures.length > 0 ? [{ head: say('edit.pictures'), rate: null, text: pictures.join('\n') }] : []),
  ]
}

/** Withdraws a request that could not be delivered, unless it has been answered or replaced. */
async function takeBack(ctx: Ctx, request: Request | undefined, error: string): Promise<void> {
  if (!request) return
  const { reviewId, requestId } = request
  await inTransaction(ctx, async (tx) => {
    const [row] = await lockReviews(tx, [reviewId])
    if (row?.editRequestId !== requestId || row.editRequest !== 'unconfirmed') return
    await writeReviews(tx, {
      action: 'editMailFailed', by: { actor: 'rule', name: '' }, set: { editRequest: null, editRequestId: null, editRequestedAt: null }, changes: [{ row, after: { error } }],
    })
    tx.publish('reviewCounts', tx.shop.id)
  })
}
