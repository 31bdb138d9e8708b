import { isVisible } from '../../../../rules/review-status.ts'
import type { Ctx } from '../../../core/context.ts'
import { raiseProductVersions } from '../../../shop/products/products.ts'
import { lockReviews } from '../lock-reviews.ts'
import { showsMedia } from './media-rows.ts'

/**
 * Adds fetched pictures with `write` and marks the reviews that now show one, which outdates their products' caches.
 * Skips pictures that were hidden during the fetch. Locks reviews first and pictures then, like every action on both,
 * which avoids a deadlock. Adds no history and keeps the version, so open forms and undos stay valid.
 */
export async function addReadyMedia(
  tx: Ctx,
  reviewIds: readonly string[],
  write: () => Promise<unknown>,
): Promise<void> {
  const shopId = tx.shop.id
  const rows = await lockReviews(tx, reviewIds)
  await write()
  const media = await tx.db.reviewMedia.findMany({
    where: { shopId, reviewId: { in: rows.map(({ id }) => id) } },
    select: { reviewId: true, status: true, hidden: true },
  })
  const byReview = Map.groupBy(media, ({ reviewId }) => reviewId)
  const showing = rows.filter(({ id }) => showsMedia(byReview.get(id) ?? []))
  await tx.db.review.updateMany({
    where: { shopId, id: { in: showing.map(({ id }) => id) } },
    data: { hasMedia: true, updatedAt: tx.now() },
  })
  await raiseProductVersions(
    tx,
    showing.filter(({ status }) => isVisible(status)).map(({ productId }) => productId),
  )
}
