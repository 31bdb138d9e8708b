import { isVisible } from '../../../../rules/review-status.ts'
import type { Ctx } from '../../../core/context.ts'
import { raiseProductVersions } from '../../../shop/products/products.ts'
import { lockReviews } from '../lock-reviews.ts'
import { showsMedia } from './media-rows.ts'

/**
 * Brings pictures of reviews in, by `write`, and notes which of the reviews have one to show now: what the storefront keeps of their
 * products is old. One whose pictures were hidden while they were on their way has none. The reviews are locked first and their
 * pictures then, as in every act that touches both; otherwise the two would wait for each other.
 * Not an act: no history, and the version stays, so that neither an open form nor an undo is refused for it.
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
