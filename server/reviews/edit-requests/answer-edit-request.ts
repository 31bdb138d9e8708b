import { findOpenEditRequest, type EditRequestStatus, type ReviewStatus } from '../../../rules/review-status.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { writeTextChange, compareEdit } from '../reviews/changes/edit.ts'
import { lockReviews, type LockedReviewTexts } from '../reviews/lock-reviews.ts'
import { listMedia } from '../reviews/media/media-rows.ts'
import { writeReviews, type ChangeAuthor } from '../reviews/write-reviews.ts'
import type { EditAnswer } from './edit-links.ts'
import { readEditProposals, type EditProposal } from '../reviews/changes/proposals.ts'

/** Why a request can no longer be answered: it was, 30 days passed, a newer one replaced it or it was withdrawn, or the review is in the trash. */
export type ClosedEditState = 'confirmed' | 'denied' | 'expired' | 'replaced' | 'gone'

/** The state of a request as its links find it. */
export type EditRequestState = { name: 'open'; proposal: EditProposal } | { name: ClosedEditState }

interface Asked {
  status: ReviewStatus
  editRequest: EditRequestStatus | null
  editRequestedAt: Date | null
  editRequestId: string | null
}

/** What a request to review and its proposal are read by. */
export interface EditRequestLookup {
  requestId: string
  now: Date
  /** Of the review's newest request. */
  proposal: EditProposal | undefined
}

/** Tells whether a request can be answered. One without a proposal cannot: its customer would approve a change they have not seen. */
export function evaluateEditRequest(review: Asked, { requestId, now, proposal }: EditRequestLookup): EditRequestState {
  if (review.status === 'deleted') return { name: 'gone' }
  if (review.editRequestId !== requestId || !review.editRequest) return { name: 'replaced' }
  if (review.editRequest !== 'unconfirmed') return { name: review.editRequest }
  if (!findOpenEditRequest(review, now)) return { name: 'expired' }
  return proposal ? { name: 'open', proposal } : { name: 'replaced' }
}

/** Looks up the state of a request. */
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
 * Keeps the customer's answer (spec 4). A confirmation applies the proposed change at once. The first answer counts: repeating it, or
 * answering the other way later, changes nothing. Returns the state of the request afterwards.
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
    // Open lists and pages of the admin load it again.
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
