import type { Ctx } from '../context.ts'

/**
 * Tells the planner what the shop's reviews look like now: on a server autovacuum comes later, on the embedded database never.
 * It reads a sample of the shop's partition, takes no lock, and a failure costs nothing but a worse plan.
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
