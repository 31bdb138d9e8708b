import type { Ctx } from '../../../core/context.ts'
import { raiseProductVersions } from '../../../shop/products/products.ts'
import { applyCounts } from '../counts.ts'
import { lockReviews, type LockedReview } from '../lock-reviews.ts'
import { saveBulkItems, emitVisibilityChange } from '../write-reviews.ts'

/** Permanently deletes locked reviews. Updates counters and product versions and emits the event. */
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
 * Locks reviews and deletes permanently those that still qualify; a concurrent request may have changed one. Within a
 * transaction. Returns how many.
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
