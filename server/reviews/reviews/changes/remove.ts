import type { Ctx } from '../../../core/context.ts'
import { raiseProductVersions } from '../../../shop/products/products.ts'
import { applyCounts } from '../counts.ts'
import { lockReviews, type LockedReview } from '../lock-reviews.ts'
import { saveBulkItems, emitVisibilityChange } from '../write-reviews.ts'

/** Deletes locked reviews for ever, with counters and products’ versions; tells the listeners. What hangs on a review goes with it. */
export async function deleteRows(tx: Ctx, rows: readonly LockedReview[], bulkId?: string): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await tx.db.review.deleteMany({ where: { shopId: tx.shop.id, id: { in: ids } } })
  if (bulkId)
    await saveBulkItems(
      tx,
      bulkId,
      ids.map((id) => ({ id, before: {}, version: null })),
    )
  await applyCounts(
    tx,
    rows.map((row) => ({ ...row, by: -1 })),
  )
  const seen = rows.filter(({ status }) => status === 'published')
  await raiseProductVersions(
    tx,
    seen.map(({ productId }) => productId),
  )
  await emitVisibilityChange(tx, seen, 'review.hidden')
  await tx.emit('review.removed', { ids })
}

/**
 * Locks reviews and deletes those that are still wanted gone then, for ever; another request may have changed one in between. Within a transaction.
 * Answers how many.
 */
export async function removeReviews(
  tx: Ctx,
  ids: readonly string[],
  isWanted: (review: LockedReview) => boolean,
): Promise<number> {
  const rows = (await lockReviews(tx, ids)).filter(isWanted)
  await deleteRows(tx, rows)
  return rows.length
}
