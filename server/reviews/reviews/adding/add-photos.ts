import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Ctx } from '../../../core/context.ts'
import { NotAllowed } from '../../../core/errors.ts'
import { readSetting } from '../../../shop/settings/settings.ts'
import type { PostedMedia } from '../media/posted-media.ts'
import { addReadyMedia } from '../media/show-media.ts'
import { checkMedia, storeMedia } from './submit.ts'

/**
 * Adds photos and videos from a review's author to a review that has none. They stay hidden if the merchant approves
 * every review.
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
    // Searches by the order's customer, who has few reviews and an index.
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
    await tx.emit('review.changed', { ids: [review.id] })
  })
}
