import { inTransaction, type Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { countsLock } from './counts.ts'

/** Returns the counters of a shop that differ from its rows. */
const ofShop = (shopId: string): Prisma.Sql => Prisma.sql`
  with told as (select status, source, rate, count from "ReviewCount" where "shopId" = ${shopId}::uuid),
  true_ones as (select status, source, rate, count(*)::int as count from "Review" where "shopId" = ${shopId}::uuid group by 1, 2, 3)
  select status, source, rate, coalesce(true_ones.count, 0) as count from told full join true_ones using (status, source, rate)
  where coalesce(told.count, 0) <> coalesce(true_ones.count, 0)`

const ofProducts = (shopId: string): Prisma.Sql => Prisma.sql`
  with told as (select "productId", status, rate, count from "ProductReviewCount" where "shopId" = ${shopId}::uuid),
  true_ones as (select "productId", status, rate, count(*)::int as count from "Review" where "shopId" = ${shopId}::uuid and "productId" is not null group by 1, 2, 3)
  select "productId", status, rate, coalesce(true_ones.count, 0) as count from told full join true_ones using ("productId", status, rate)
  where coalesce(told.count, 0) <> coalesce(true_ones.count, 0)`

/** Returns how many of the shop's counters differ from its rows, in one snapshot. */
export async function checkCounts(ctx: Ctx): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ differences: number }[]>`
    select ((select count(*) from (${ofShop(ctx.shop.id)}) shop) + (select count(*) from (${ofProducts(ctx.shop.id)}) products))::int as differences`
  return row?.differences ?? 0
}

/** Both tables of a shop with millions of rows are read whole. */
const repairTimeoutMs = 600_000

/** Sets the counters from the rows, in a transaction that blocks the shop's changes. @returns how many were wrong */
export async function repairCounts(ctx: Ctx): Promise<number> {
  const shopId = ctx.shop.id
  const repaired = await inTransaction(
    ctx,
    async (tx) => {
      await tx.db.$executeRaw`select pg_advisory_xact_lock(${countsLock(shopId)})`
      const shop = await tx.db.$executeRaw`
      insert into "ReviewCount" ("shopId", status, source, rate, count) select ${shopId}::uuid, status, source, rate, count from (${ofShop(shopId)}) wrong
      on conflict ("shopId", status, source, rate) do update set count = excluded.count`
      const products = await tx.db.$executeRaw`
      insert into "ProductReviewCount" ("shopId", "productId", status, rate, count) select ${shopId}::uuid, "productId", status, rate, count from (${ofProducts(shopId)}) wrong
      on conflict ("shopId", "productId", status, rate) do update set count = excluded.count`
      return shop + products
    },
    { timeout: repairTimeoutMs },
  )
  if (repaired > 0) ctx.publish('reviewCounts', shopId)
  return repaired
}
