import { billingCycleDays } from '../../../rules/limits.ts'
import { planOf } from '../../../rules/plans.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Ctx } from '../../core/context.ts'
import type { Shop } from '../../generated/prisma/client.ts'

const cycleMs = billingCycleDays * dayMs

/** Returns the start of the billing cycle at a time. Cycles have 30 days from the plan's start (spec 9). */
export function findCycleStart(shop: Pick<Shop, 'planStartedAt'>, now: Date): Date {
  const start = shop.planStartedAt.getTime()
  return new Date(start + Math.floor((now.getTime() - start) / cycleMs) * cycleMs)
}

export interface RequestQuota {
  /** Requests of one cycle; null: no limit. */
  limit: number | null
  sent: number
  /** Never below 0; null: no limit. */
  left: number | null
  renewsAt: Date
}

/** Returns the used part of the plan's monthly limit of requests (spec 9). */
export async function readRequestQuota(ctx: Ctx): Promise<RequestQuota> {
  const cycleStart = findCycleStart(ctx.shop, ctx.now())
  const usage = await ctx.db.requestUsage.findUnique({
    where: { shopId_cycleStart: { shopId: ctx.shop.id, cycleStart } },
  })
  const limit = planOf(ctx.shop.plan).monthlyRequests
  const sent = usage?.sent ?? 0
  return {
    limit,
    sent,
    left: limit === null ? null : Math.max(0, limit - sent),
    renewsAt: new Date(cycleStart.getTime() + cycleMs),
  }
}

/**
 * Counts up to `wanted` requests toward the monthly limit, in the caller's transaction; returns how many fit. Locks the
 * shop's row, so concurrent senders never exceed the limit.
 */
export async function takeUsage(ctx: Ctx, wanted: number): Promise<number> {
  if (wanted === 0) return 0
  const shopId = ctx.shop.id
  const cycleStart = findCycleStart(ctx.shop, ctx.now())
  const limit = planOf(ctx.shop.plan).monthlyRequests
  if (limit === null) {
    await ctx.db.$executeRaw`
      insert into "RequestUsage" ("shopId", "cycleStart", sent) values (${shopId}::uuid, ${cycleStart}, ${wanted})
      on conflict ("shopId", "cycleStart") do update set sent = "RequestUsage".sent + excluded.sent`
    return wanted
  }
  await ctx.db
    .$executeRaw`insert into "RequestUsage" ("shopId", "cycleStart", sent) values (${shopId}::uuid, ${cycleStart}, 0) on conflict do nothing`
  const [usage] = await ctx.db.$queryRaw<{ sent: number }[]>`
    select sent from "RequestUsage" where "shopId" = ${shopId}::uuid and "cycleStart" = ${cycleStart} for update`
  const granted = Math.max(0, Math.min(wanted, limit - (usage?.sent ?? 0)))
  if (granted > 0)
    await ctx.db
      .$executeRaw`update "RequestUsage" set sent = sent + ${granted} where "shopId" = ${shopId}::uuid and "cycleStart" = ${cycleStart}`
  return granted
}
