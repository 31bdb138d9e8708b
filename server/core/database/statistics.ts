import type { Ctx } from '../context.ts'

/**
 * Refreshes the planner's statistics of the shop's reviews, as autovacuum runs later. Samples the shop's partition without a lock; a failure only costs a worse plan.
 */
export async function refreshReviewStatistics(ctx: Ctx): Promise<void> {
  const db = ctx.access.acrossShops('refresh statistics')
  try {
    const [partition] = await db.$queryRaw<
      { name: string }[]
    >`select tableoid::regclass::text as name from "Review" where "shopId" = ${ctx.shop.id}::uuid limit 1`
    if (partition) await db.$executeRawUnsafe(`analyze ${partition.name}`)
  } catch (error) {
    ctx.log.warn({ err: error }, 'statistics of reviews could not be refreshed')
  }
}
