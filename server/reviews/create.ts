import { v7 as uuidv7 } from 'uuid'
import { newMerchantReview } from '../../rules/review-input.ts'
import { inTransaction, type Ctx } from '../context.ts'
import { NotFound, parse } from '../errors.ts'
import { noteDone } from '../idempotency/idempotency.ts'
import { raiseProductVersions } from '../products/products.ts'
import { applyCounts } from './counts.ts'
import { searchTextOf } from './search-text.ts'
import { addHistory, byActor, tellShown } from './write.ts'

export interface CreateInput {
  /** Null: a review of the shop. */
  productId: string | null
  rate?: unknown
  title?: unknown
  content?: unknown
  firstName?: unknown
  lastName?: unknown
  email?: unknown
  createdAt?: unknown
  published?: unknown
}

/**
 * Writes a review as the merchant (spec 1, "Created by admin"): never verified, and nobody is told or rewarded for it.
 * Answers its id.
 * @throws InvalidInput with the fields; NotFound 'Product does not exist'
 */
export async function createReview(ctx: Ctx, { productId, ...fields }: CreateInput): Promise<string> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
  const { createdAt, published, ...review } = parse(newMerchantReview(ctx.now()), given)
  return inTransaction(ctx, async (tx) => {
    await noteDone(tx)
    const product = productId === null ? null : await tx.db.product.findUnique({ where: { shopId_id: { shopId: tx.shop.id, id: productId } } })
    if (productId !== null && (!product || product.deletedAt)) throw new NotFound('productMissing')
    const now = tx.now()
    const row = {
      ...review, shopId: tx.shop.id, id: uuidv7(), productId, status: published ? 'published' as const : 'pending' as const,
      decidedBy: 'merchant' as const, why: { code: published ? 'merchant.createPublished' : 'merchant.createPending', params: {} },
      origin: 'admin' as const, source: 'admin' as const, createdAt: createdAt ?? now, enteredAt: now, updatedAt: now, publishedAt: published ? now : null,
      searchText: searchTextOf(review, product?.title),
    }
    await tx.db.review.create({ data: row })
    await addHistory(tx, { action: 'created', by: { ...byActor(tx), actor: 'merchant' }, entries: [{ reviewId: row.id, after: { status: row.status } }] })
    await applyCounts(tx, [{ ...row, by: 1 }])
    if (published) {
      await raiseProductVersions(tx, productId === null ? [] : [productId])
      await tellShown(tx, [row], 'review.published')
    }
    return row.id
  })
}
