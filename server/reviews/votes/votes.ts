import { VOTES, type Vote } from '../../../rules/votes-and-search.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { InvalidInput, NotFound } from '../../core/errors.ts'
import { raiseProductVersions } from '../../shop/products/products.ts'
import { isUuid } from '../../core/uuid.ts'

interface VoteInput {
  id: string
  /** A value of VOTES. */
  vote: unknown
  visitor: string
}

interface Voted {
  vote: Vote
  helpful: number
  unhelpful: number
}

/**
 * Sets or removes a shopper's vote on a published review. The same vote twice counts once. Adds the difference to the
 * counters and renders the product's pages again.
 * @throws NotFound for a review that is unknown, hidden or another shop's; InvalidInput for an unknown vote
 */
export async function voteOnReview(ctx: Ctx, { id, vote: given, visitor }: VoteInput): Promise<Voted> {
  const vote = VOTES.find((known) => known === given)
  if (!vote) throw new InvalidInput({ vote: 'valueInvalid' })
  return inTransaction(ctx, async (tx) => {
    const review = await lockShownReview(tx, id)
    const key = { shopId: tx.shop.id, reviewId: id, visitor }
    const before = await tx.db.reviewVote.findUnique({
      where: { shopId_reviewId_visitor: key },
      select: { helpful: true },
    })
    const was: Vote = before === null ? 'none' : before.helpful ? 'helpful' : 'unhelpful'
    const { helpful, unhelpful, productId } = review
    if (was === vote) return { vote, helpful, unhelpful }
    if (vote === 'none') await tx.db.reviewVote.deleteMany({ where: key })
    else {
      const value = { helpful: vote === 'helpful', createdAt: tx.now() }
      await tx.db.reviewVote.upsert({
        where: { shopId_reviewId_visitor: key },
        create: { ...key, ...value },
        update: value,
      })
    }
    const by = (word: Vote) => Number(vote === word) - Number(was === word)
    const counts = {
      helpful: Math.max(0, helpful + by('helpful')),
      unhelpful: Math.max(0, unhelpful + by('unhelpful')),
    }
    await tx.db
      .$executeRaw`update "Review" set helpful = ${counts.helpful}, unhelpful = ${counts.unhelpful}, "updatedAt" = ${tx.now()} where "shopId" = ${tx.shop.id}::uuid and id = ${id}::uuid`
    await raiseProductVersions(tx, [productId])
    return { vote, ...counts }
  })
}

export async function hasVoted({ db, shop }: Ctx, reviewId: string, visitor: string): Promise<boolean> {
  return isUuid(reviewId) && (await db.reviewVote.count({ where: { shopId: shop.id, reviewId, visitor } })) > 0
}

interface ShownReview {
  productId: string | null
  helpful: number
  unhelpful: number
  openReports: number
}

/** Locks a review that the storefront shows. @throws NotFound */
export async function lockShownReview(tx: Ctx, id: string): Promise<ShownReview> {
  const [review] = isUuid(id)
    ? await tx.db.$queryRaw<
        ShownReview[]
      >`select "productId", helpful, unhelpful, "openReports" from "Review" where "shopId" = ${tx.shop.id}::uuid and id = ${id}::uuid and status = 'published' for update`
    : []
  if (!review) throw new NotFound()
  return review
}

/** Returns the product of a shown review, for the link back. @throws NotFound */
export async function findShownReviewProduct(
  ctx: Ctx,
  id: string,
): Promise<{ handle: string | null; helpful: number; unhelpful: number }> {
  const review = isUuid(id)
    ? await ctx.db.review.findUnique({
        where: { shopId_id: { shopId: ctx.shop.id, id }, status: 'published' },
        select: { helpful: true, unhelpful: true, product: { select: { handle: true, deletedAt: true } } },
      })
    : null
  if (!review) throw new NotFound()
  const { product, helpful, unhelpful } = review
  return { helpful, unhelpful, handle: product && !product.deletedAt ? product.handle : null }
}
