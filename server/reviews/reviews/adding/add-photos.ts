import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Ctx } from '../../../core/context.ts'
import { NotAllowed } from '../../../core/errors.ts'
import { readSetting } from '../../../shop/settings/settings.ts'
import type { PostedMedia } from '../media/posted-media.ts'
import { addReadyMedia } from '../media/show-media.ts'
import { checkMedia, storeMedia } from './submit.ts'

/**
 * Adds photos and videos to a review of an order that has none, as its author sent them. Where the merchant publishes every review
 * themselves, they stay hidden until the merchant shows them.
 * @throws InvalidInput as submitReview; NotAllowed when the review has photos already or is gone
 */
export async function addPhotos(
  ctx: Ctx,
  { orderId, productId, media }: { orderId: string; productId: string; media: PostedMedia },
): Promise<void> {
  await checkMedia(ctx, media)
  const stored = await storeMedia(ctx, media)
  const { autoSubmitPublish } = await readSetting(ctx, 'general')
  await inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    // By the order's customer, whose reviews are few and found by an index.
    const order = await tx.db.order.findUnique({
      where: { shopId_id: { shopId, id: orderId } },
      select: { customerId: true },
    })
    const review =
      order &&
      (await tx.db.review.findFirst({
        where: { shopId, customerId: order.customerId, orderId, productId, status: { notIn: ['deleted', 'rejected'] } },
        select: { id: true },
      }))
    if (!review) throw new NotAllowed('alreadyReviewed')
    await addReadyMedia(tx, [review.id], async () => {
      if (await tx.db.reviewMedia.findFirst({ where: { shopId, reviewId: review.id }, select: { id: true } }))
        throw new NotAllowed('alreadyReviewed')
      await tx.db.reviewMedia.createMany({
        data: stored.map((medium, position) => ({
          ...medium,
          shopId,
          id: uuidv7(),
          reviewId: review.id,
          position,
          hidden: !autoSubmitPublish,
          createdAt: tx.now(),
        })),
      })
    })
  })
}
