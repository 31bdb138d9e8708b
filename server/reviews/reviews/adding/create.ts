import { v7 as uuidv7 } from 'uuid'
import { newMerchantReview } from '../../../../rules/review-input.ts'
import { inTransaction, type Ctx } from '../../../core/context.ts'
import { NotFound, parse } from '../../../core/errors.ts'
import { markDone } from '../../../core/idempotency/idempotency.ts'
import { readChangeAuthor } from '../write-reviews.ts'
import { insertReviews } from './insert.ts'

interface CreateInput {
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
 * Adds a review as the merchant (spec 1, "Created by admin"): never verified, without notices or rewards. Returns its
 * id.
 * @throws InvalidInput with the fields; NotFound 'Product does not exist'
 */
export async function createReview(ctx: Ctx, { productId, ...fields }: CreateInput): Promise<string> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
  const { createdAt, published, ...review } = parse(newMerchantReview(ctx.now()), given)
  return inTransaction(ctx, async (tx) => {
    await markDone(tx)
    const product =
      productId === null
        ? null
        : await tx.db.product.findUnique({ where: { shopId_id: { shopId: tx.shop.id, id: productId } } })
    if (productId !== null && (!product || product.deletedAt)) throw new NotFound('productMissing')
    const row = {
      ...review,
      id: uuidv7(),
      productId,
      status: published ? ('published' as const) : ('pending' as const),
      decidedBy: 'merchant' as const,
      why: { code: published ? 'merchant.createPublished' : 'merchant.createPending', params: {} },
      origin: 'admin' as const,
      source: 'admin' as const,
      createdAt: createdAt ?? tx.now(),
      publishedAt: published ? tx.now() : null,
    }
    await insertReviews(tx, [row], {
      as: 'created',
      history: { by: { ...readChangeAuthor(tx), actor: 'merchant' }, after: { status: row.status } },
    })
    return row.id
  })
}
