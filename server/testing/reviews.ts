import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Ctx } from '../core/context.ts'
import type { Prisma, Review } from '../generated/prisma/client.ts'
import { applyCounts } from '../reviews/reviews/counts.ts'
import { buildSearchText } from '../reviews/reviews/search-text.ts'

export type TestReview = Partial<Omit<Prisma.ReviewUncheckedCreateInput, 'shopId'>>

/** Adds reviews as the product does: rows and counters in one transaction. */
export async function addReviews(ctx: Ctx, ...reviews: TestReview[]): Promise<Review[]> {
  return inTransaction(ctx, async (tx) => {
    const now = tx.now()
    const rows = reviews.map((review) => {
      const text = {
        title: 'A title',
        content: 'Fine mug',
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@reader.test',
      }
      return {
        shopId: tx.shop.id,
        id: uuidv7(),
        productId: null,
        rate: 5,
        ...text,
        status: 'pending' as const,
        origin: 'guest' as const,
        source: 'guest' as const,
        createdAt: now,
        enteredAt: now,
        updatedAt: now,
        searchText: buildSearchText(text),
        ...review,
      }
    })
    await tx.db.review.createMany({ data: rows })
    await applyCounts(
      tx,
      rows.map((row) => ({ ...row, productId: row.productId ?? null, by: 1 })),
    )
    return tx.db.review.findMany({
      where: { shopId: tx.shop.id, id: { in: rows.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
    })
  })
}

/** Returns the keys of counters that differ from the rows; empty if none do. */
export async function countDrift(ctx: Ctx): Promise<string[]> {
  const where = { shopId: ctx.shop.id }
  const key = (row: { status: string; source?: string; productId?: string | null; rate: number }, count: number) =>
    `${row.source ?? row.productId} ${row.status} ${row.rate} ${count}`
  const rows = await ctx.db.review.groupBy({ by: ['status', 'source', 'rate'], where, _count: true })
  const byProduct = await ctx.db.review.groupBy({
    by: ['status', 'productId', 'rate'],
    where: { ...where, productId: { not: null } },
    _count: true,
  })
  const counters = await ctx.db.reviewCount.findMany({ where: { ...where, count: { not: 0 } } })
  const productCounters = await ctx.db.productReviewCount.findMany({ where: { ...where, count: { not: 0 } } })
  const truth = new Set([...rows, ...byProduct].map((row) => key(row, row._count)))
  const counted = new Set([...counters, ...productCounters].map((row) => key(row, row.count)))
  return [...[...truth].filter((each) => !counted.has(each)), ...[...counted].filter((each) => !truth.has(each))]
}
