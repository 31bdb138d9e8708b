import { findOpenEditRequest, type EditRequestStatus, type ReviewStatus } from '../../../rules/review-status.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { writeTextChange, compareEdit } from '../reviews/changes/edit.ts'
import { lockReviews, type LockedReviewTexts } from '../reviews/lock-reviews.ts'
import { listMedia } from '../reviews/media/media-rows.ts'
import { writeReviews, type ChangeAuthor } from '../reviews/write-reviews.ts'
import type { EditAnswer } from './edit-links.ts'
import { readEditProposals, type EditProposal } from '../reviews/changes/proposals.ts'

/** Reason why a request is closed: answered, older than 30 days, replaced, withdrawn, or its review is in the trash. */
export type ClosedEditState = 'confirmed' | 'denied' | 'expired' | 'replaced' | 'gone'

type EditRequestState = { name: 'open'; proposal: EditProposal } | { name: ClosedEditState }

interface Asked {
  status: ReviewStatus
  editRequest: EditRequestStatus | null
  editRequestedAt: Date | null
  editRequestId: string | null
}

interface EditRequestLookup {
  requestId: string
  now: Date
  proposal: EditProposal | undefined
}

/** Returns whether a request is open. One without a proposal isn't: its customer would approve an unseen change. */
export function evaluateEditRequest(review: Asked, { requestId, now, proposal }: EditRequestLookup): EditRequestState {
  if (review.status === 'deleted') return { name: 'gone' }
  if (review.editRequestId !== requestId || !review.editRequest) return { name: 'replaced' }
  if (review.editRequest !== 'unconfirmed') return { name: review.editRequest }
  if (!findOpenEditRequest(review, now)) return { name: 'expired' }
  return proposal ? { name: 'open', proposal } : { name: 'replaced' }
}

export async function findEditRequestState(
  ctx: Ctx,
  review: Asked & { id: string },
  requestId: string,
): Promise<EditRequestState> {
  const proposal = (await readEditProposals(ctx, [review.id])).get(review.id)
  return evaluateEditRequest(review, { requestId, now: ctx.now(), proposal })
}

const customer: ChangeAuthor = { actor: 'customer', name: '' }

/**
 * Saves the customer's answer (spec 4). A confirmation applies the proposed change at once. Only the first answer
 * counts. Returns the state of the request afterwards.
 */
export async function answerEditRequest(
  ctx: Ctx,
  input: { reviewId: string; requestId: string; answer: EditAnswer },
): Promise<ClosedEditState> {
  const { reviewId, requestId, answer } = input
  return inTransaction(ctx, async (tx) => {
    const [row] = await lockReviews(tx, [reviewId], { texts: true })
    if (!row) return 'gone'
    const place = await findEditRequestState(tx, row, requestId)
    if (place.name !== 'open') return place.name
    if (answer === 'confirm') await confirm(tx, row, place.proposal)
    else
      await writeReviews(tx, { action: 'editDenied', by: customer, set: { editRequest: 'denied' }, changes: [{ row }] })
    // Makes open lists and pages of the admin refetch.
    tx.publish('reviewCounts', tx.shop.id)
    return answer === 'confirm' ? 'confirmed' : 'denied'
  })
}

async function confirm(tx: Ctx, row: LockedReviewTexts, { title, content, media }: EditProposal): Promise<void> {
  const there = new Set((await listMedia(tx, row.id)).map(({ id }) => id))
  const change = await compareEdit(tx, row, { title, content, media: media.filter(({ id }) => there.has(id)) })
  const write = { action: 'editConfirmed', by: customer, set: { editRequest: 'confirmed' } } as const
  if (change) await writeTextChange(tx, change, write)
  else await writeReviews(tx, { ...write, changes: [{ row }] })
}
