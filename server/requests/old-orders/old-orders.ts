import { v7 as uuidv7 } from 'uuid'
import { endOfDay, startOfDay, dayMs } from '../../../rules/dates.ts'
import { oldOrderWindowDays } from '../../../rules/limits.ts'
import { oldOrderRequest, type OldOrderRequest } from '../../../rules/old-orders.ts'
import { planOf } from '../../../rules/plans.ts'
import { computeSendTime } from '../../../rules/request-due-time.ts'
import { queueWork } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { InvalidInput, LimitReached, NotAllowed, NotFound, parse, UpstreamFailed } from '../../core/errors.ts'
import type { OldOrderRun } from '../../generated/prisma/client.ts'
import type { QueueKind } from '../../../rules/queue-status.ts'
import { applyQueueCounts } from '../requests/queue-counts.ts'
import { readSetting } from '../../shop/settings/settings.ts'

export interface OldOrders {
  /** Orders of the last 60 days without a request, counted by the platform; null if it doesn't answer. */
  count: number | null
  /** Requests left in the plan; null: no limit. */
  left: number | null
  limit: number | null
  run: OldOrderRun | null
}

const windowStart = (now: Date): Date => new Date(now.getTime() - oldOrderWindowDays * dayMs)

/** Counts the platform's orders of the last 60 days without a request (spec 7, 9). @throws UpstreamFailed */
export async function countOldOrders(ctx: Ctx): Promise<number> {
  const [from, to] = [windowStart(ctx.now()), ctx.now()]
  const placed = await ctx.platform.countOrders(ctx.shop, { from, to })
  const asked = await ctx.db.queueItem.count({
    where: {
      shopId: ctx.shop.id,
      createdAt: { gte: from },
      createdOrderAt: { gte: from },
      type: 'review-reminder',
      sequence: 0,
      parcel: '',
    },
  })
  return Math.max(0, placed - asked)
}

/** Returns the card of spec 2. */
export async function readOldOrders(ctx: Ctx): Promise<OldOrders> {
  const count = await countOldOrders(ctx).catch((error: unknown) => {
    if (error instanceof UpstreamFailed) return null
    throw error
  })
  const run = await ctx.db.oldOrderRun.findFirst({
    where: { shopId: ctx.shop.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return { count, left: await oldOrdersLeft(ctx), limit: planOf(ctx.shop.plan).oldOrderRequests, run }
}

/** Returns the plan's remaining requests for old orders; null: no limit. */
export async function oldOrdersLeft(ctx: Ctx): Promise<number | null> {
  const { limit, used } = await readOldOrderQuota(ctx)
  return limit === null ? null : Math.max(0, limit - used)
}

/** Returns the plan's limit of requests for old orders, null without one, and the used part without canceled ones. */
export async function readOldOrderQuota(ctx: Ctx): Promise<{ limit: number | null; used: number }> {
  const used = await ctx.db.queueItem.count({
    where: { shopId: ctx.shop.id, oldOrderRunId: { not: null }, status: { not: 'cancelled' } },
  })
  return { limit: planOf(ctx.shop.plan).oldOrderRequests, used }
}

/**
 * Starts requesting reviews of past orders in the background. Requests are sent after the delay, spread over the hours.
 * @throws InvalidInput, LimitReached, NotAllowed oldOrdersRunning, UpstreamFailed
 */
export async function startOldOrders(ctx: Ctx, input: unknown): Promise<OldOrderRun> {
  const request = parse(oldOrderRequest, input)
  const range = rangeOf(ctx, request)
  const total = await ctx.platform.countOrders(ctx.shop, { from: range.fromDate, to: range.toDate })
  const limit = planOf(ctx.shop.plan).oldOrderRequests
  const day = { rules: await readSetting(ctx, 'requestRules'), timeZone: ctx.shop.ianaTimezone }
  const firstAt = computeSendTime(ctx.now(), { amount: request.sendAfterCustom, unit: request.timeUnit }, day)
  const id = uuidv7()
  return inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`old orders ${shopId}`}, 0))`
    if (await tx.db.oldOrderRun.findFirst({ where: { shopId, status: 'running' }, select: { id: true } }))
      throw new NotAllowed('oldOrdersRunning')
    if ((await oldOrdersLeft(tx)) === 0)
      throw new LimitReached('oldOrderLimitReached', { resetsAt: null, params: { limit: limit ?? 0 } })
    const run = await tx.db.oldOrderRun.create({
      data: {
        shopId,
        id,
        status: 'running',
        ...range,
        firstAt,
        spreadHours: request.spreadHours,
        total,
        createdAt: tx.now(),
      },
    })
    await queueWork(tx, 'oldOrders.run', id)
    tx.publish('queue', id)
    return run
  })
}

/** Converts the days of a request to times in the shop's zone. @throws InvalidInput outside the window */
function rangeOf(ctx: Ctx, { from, to }: OldOrderRequest): { fromDate: Date; toDate: Date } {
  const [now, zone] = [ctx.now(), ctx.shop.ianaTimezone]
  const earliest = windowStart(now)
  const fromDate = from ? startOfDay(from, zone) : earliest
  const toDate = to ? endOfDay(to, zone) : now
  const tooOld = { code: 'oldOrdersTooOld', params: { days: oldOrderWindowDays } } as const
  if (Number.isNaN(fromDate.getTime()) || fromDate > now) throw new InvalidInput({ from: 'valueInvalid' })
  if (Number.isNaN(toDate.getTime()) || toDate < fromDate) throw new InvalidInput({ to: 'valueInvalid' })
  if (fromDate.getTime() < earliest.getTime() - dayMs) throw new InvalidInput({ from: tooOld })
  return { fromDate: fromDate < earliest ? earliest : fromDate, toDate: toDate > now ? now : toDate }
}

/** Stops a run and cancels its unsent requests. @throws NotFound */
export async function cancelOldOrders(ctx: Ctx, id: string): Promise<OldOrderRun> {
  return inTransaction(ctx, async (tx) => {
    const [shopId, now] = [tx.shop.id, tx.now()]
    const [run] = await tx.db.$queryRaw<
      { status: string }[]
    >`select status::text from "OldOrderRun" where "shopId" = ${shopId}::uuid and id = ${id}::uuid for update`
    if (!run) throw new NotFound()
    const cancelled = await tx.db.$queryRaw<
      { type: QueueKind; status: 'waiting' | 'waitingCondition' | 'paused'; count: number }[]
    >`
      with open as (
        select id, status from "QueueItem"
        where "shopId" = ${shopId}::uuid and "oldOrderRunId" = ${id}::uuid and status in ('waiting', 'waitingCondition', 'paused') order by id for update
      ), cancelled as (
        update "QueueItem" q set status = 'cancelled', "skipReason" = null, "moveReason" = null, "reasonValue" = null, "updatedAt" = ${now}, version = q.version + 1
        from open where q."shopId" = ${shopId}::uuid and q.id = open.id returning q.type, open.status as status
      ) select type, status::text as status, count(*)::int as count from cancelled group by 1, 2`
    await applyQueueCounts(
      tx.db,
      cancelled.flatMap(({ type, status, count }) => [
        { shopId, type, status, by: -count },
        { shopId, type, status: 'cancelled' as const, by: count },
      ]),
    )
    const count = cancelled.reduce((sum, row) => sum + row.count, 0)
    const changed = count > 0 || run.status === 'running'
    tx.publish('queue', id)
    return tx.db.oldOrderRun.update({
      where: { shopId_id: { shopId, id } },
      data: {
        cancelled: { increment: count },
        ...(changed && { status: 'cancelled' as const, fence: { increment: 1 }, leaseUntil: null, finishedAt: now }),
      },
    })
  })
}
