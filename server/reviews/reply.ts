import { replyInput } from '../../rules/review-input.ts'
import { reviewActions, type ReviewAction } from '../../rules/review-status.ts'
import { inTransaction, type Ctx } from '../context.ts'
import { NotAllowed, NotFound, parse, PlanRequired } from '../errors.ts'
import { raiseProductVersions } from '../products/products.ts'
import { reviewRules } from './decide.ts'

/**
 * Writes or changes the merchant's public reply (spec 4, 5); its date is the first one's.
 * @throws NotFound, InvalidInput ('Reply content is required'), PlanRequired below pro, NotAllowed in the trash
 */
export async function replyToReview(ctx: Ctx, id: string, input: { content: string }): Promise<void> {
  const { content } = parse(replyInput, input)
  await inTransaction(ctx, async (tx) => {
    const review = await lockedReview(tx, id)
    await permit(tx, review, review.replyContent ? 'editReply' : 'reply')
    const now = tx.now()
    await tx.db.review.update({
      where: { shopId_id: { shopId: tx.shop.id, id } },
      data: { replyContent: content, replyAt: review.replyAt ?? now, updatedAt: now, version: { increment: 1 } },
    })
    if (review.productId) await raiseProductVersions(tx, [review.productId])
    await tx.emit('review.replied', { ids: [id] })
  })
}

/** Takes the reply away. @throws NotFound, NotAllowed when there is none */
export async function deleteReply(ctx: Ctx, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const review = await lockedReview(tx, id)
    await permit(tx, review, 'deleteReply')
    await tx.db.review.update({
      where: { shopId_id: { shopId: tx.shop.id, id } },
      data: { replyContent: null, replyAt: null, updatedAt: tx.now(), version: { increment: 1 } },
    })
    if (review.productId) await raiseProductVersions(tx, [review.productId])
  })
}

async function lockedReview(tx: Ctx, id: string) {
  await tx.db.$queryRaw`select 1 from "Review" where "shopId" = ${tx.shop.id}::uuid and id = ${id}::uuid for update`
  const review = await tx.db.review.findUnique({ where: { shopId_id: { shopId: tx.shop.id, id } } })
  if (!review) throw new NotFound()
  return review
}

async function permit(tx: Ctx, review: Parameters<typeof reviewActions>[0], action: ReviewAction): Promise<void> {
  const permission = reviewActions(review, await reviewRules(tx))[action]
  if (permission.allowed) return
  throw permission.feature ? new PlanRequired(permission.feature) : new NotAllowed(permission.reason)
}
