import { Prisma } from '../../generated/prisma/client.ts'
import type { ReviewSource, ReviewStatus } from '../../../rules/review-status.ts'
import { REVIEW_STATUSES } from '../../../rules/review-status.ts'
import { summarise, type RatingSummary } from '../../../rules/rating-summary.ts'
import type { Ctx } from '../../core/context.ts'

/** One review that enters (+1) or leaves (-1) a status. */
interface CountDelta {
  productId: string | null
  status: ReviewStatus
  source: ReviewSource
  rate: number
  by: number
}

/**
 * Adds deltas to the counters, in the transaction of the change. Besides repairCounts, the only writer of ReviewCount
 * and ProductReviewCount. A shared lock keeps the two apart. Deltas are summed and written by ascending key, one
 * statement per table, which avoids deadlocks.
 */
export async function applyCounts(ctx: Ctx, deltas: readonly CountDelta[]): Promise<void> {
  const shopId = ctx.shop.id
  const shop = sum(deltas, ({ status, source, rate }) => `${status} ${source} ${rate}`)
  if (shop.length > 0)
    await ctx.db.$executeRaw`
      with held as materialized (select pg_advisory_xact_lock_shared(${countsLock(shopId)}))
      insert into "ReviewCount" ("shopId", status, source, rate, count)
      select delta.* from held, (values ${Prisma.join(shop.map(({ status, source, rate, by }) => Prisma.sql`(${shopId}::uuid, ${status}::"ReviewStatus", ${source}::"ReviewSource", ${rate}::smallint, ${by}::int)`))}) delta
      on conflict ("shopId", status, source, rate) do update set count = "ReviewCount".count + excluded.count`
  const products = sum(
    deltas.filter((delta) => delta.productId !== null),
    ({ productId, status, rate }) => `${productId} ${status} ${rate}`,
  )
  for (let start = 0; start < products.length; start += 1000) {
    const batch = products.slice(start, start + 1000)
    await ctx.db.$executeRaw`
      insert into "ProductReviewCount" ("shopId", "productId", status, rate, count)
      values ${Prisma.join(batch.map(({ productId, status, rate, by }) => Prisma.sql`(${shopId}::uuid, ${productId}::uuid, ${status}::"ReviewStatus", ${rate}, ${by})`))}
      on conflict ("shopId", "productId", status, rate) do update set count = "ProductReviewCount".count + excluded.count`
  }
  ctx.publish('reviewCounts', shopId)
}

/** Returns the key of a shop's advisory lock: exclusive for a repair, shared for changes. */
export const countsLock = (shopId: string): Prisma.Sql => Prisma.sql`hashtextextended(${`counts ${shopId}`}, 0)`

function sum(deltas: readonly CountDelta[], keyOf: (delta: CountDelta) => string): CountDelta[] {
  const sums = new Map<string, CountDelta>()
  for (const delta of deltas) {
    const key = keyOf(delta)
    const known = sums.get(key)
    if (known) known.by += delta.by
    else sums.set(key, { ...delta })
  }
  return [...sums.entries()]
    .filter(([, { by }]) => by !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, delta]) => delta)
}

type StatusCounts = Record<ReviewStatus, number>

export async function statusCounts(ctx: Ctx): Promise<StatusCounts> {
  const rows = await ctx.db.reviewCount.groupBy({
    by: ['status'],
    where: { shopId: ctx.shop.id },
    _sum: { count: true },
  })
  const counts = Object.fromEntries(REVIEW_STATUSES.map((status) => [status, 0])) as StatusCounts
  for (const { status, _sum } of rows) counts[status] = _sum.count ?? 0
  return counts
}

export async function readRatingSummary(ctx: Ctx): Promise<RatingSummary> {
  const rows = await ctx.db.reviewCount.groupBy({
    by: ['rate'],
    where: { shopId: ctx.shop.id, status: 'published' },
    _sum: { count: true },
  })
  return summarise(rows.map(({ rate, _sum }) => ({ rate, count: _sum.count ?? 0 })))
}
