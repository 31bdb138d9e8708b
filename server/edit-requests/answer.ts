import { editRequestOf, type EditRequestStatus, type ReviewStatus } from '../../rules/review-status.ts'
import { inTransaction, type Ctx } from '../context.ts'
import { lockReviews } from '../reviews/locked.ts'
import { writeReviews } from '../reviews/write.ts'
import type { EditAnswer } from './links.ts'

/**
 * Where a request stands, as its links find it: open, answered, run out after 30 days, replaced by a newer one or taken
 * back, or its review is in the trash.
 */
export type EditRequestPlace = 'open' | 'confirmed' | 'denied' | 'expired' | 'replaced' | 'gone'

interface Asked {
  status: ReviewStatus
  editRequest: EditRequestStatus | null
  editRequestedAt: Date | null
  editRequestId: string | null
}

export function placeOf(review: Asked, requestId: string, now: Date): EditRequestPlace {
  if (review.status === 'deleted') return 'gone'
  if (review.editRequestId !== requestId || !review.editRequest) return 'replaced'
  if (review.editRequest !== 'unconfirmed') return review.editRequest
  return editRequestOf(review, now) ? 'open' : 'expired'
}

const answers = {
  confirm: { editRequest: 'confirmed', action: 'editConfirmed' },
  deny: { editRequest: 'denied', action: 'editDenied' },
} as const satisfies Record<EditAnswer, object>

/**
 * Keeps the customer's answer (spec 4). The first one holds: repeating it, or answering the other way later, changes nothing.
 * Answers where the request stands now.
 */
export async function answerEditRequest(ctx: Ctx, input: { reviewId: string; requestId: string; answer: EditAnswer }): Promise<EditRequestPlace> {
  const { reviewId, requestId, answer } = input
  return inTransaction(ctx, async (tx) => {
    const [row] = await lockReviews(tx, [reviewId])
    if (!row) return 'gone'
    const place = placeOf(row, requestId, tx.now())
    if (place !== 'open') return place
    const { editRequest, action } = answers[answer]
    await writeReviews(tx, { action, by: { actor: 'customer', name: '' }, set: { editRequest }, changes: [{ row }] })
    // Open lists and pages of the admin read it anew.
    tx.publish('reviewCounts', tx.shop.id)
    return editRequest
  })
}
