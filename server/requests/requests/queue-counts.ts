import { QUEUE_STATUSES } from '../../../rules/queue-status.ts'
import type { QueueKind, QueueStatus } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import type { Db } from '../../core/database/for-shop.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** Rows of a kind that enter (+) or leave (-) a status. */
export interface QueueDelta {
  shopId: string
  type: QueueKind
  status: QueueStatus
  by: number
  /** Number of those that a rule skipped, with the same sign. */
  skipped?: number
}

export interface CountedState {
  type: QueueKind
  status: QueueStatus
  skipReason: string | null
}

/** Counts a row as one more of its kind, or one less. */
export function buildCountDelta(shopId: string, { type, status, skipReason }: CountedState, by: 1 | -1): QueueDelta {
  return { shopId, type, status, by, skipped: status === 'cancelled' && skipReason !== null ? by : 0 }
}

/** Returns the count changes of a row's state change; none if the state stays. */
export function buildCountChange(shopId: string, from: CountedState | null, to: CountedState): QueueDelta[] {
  const now = buildCountDelta(shopId, to, 1)
  if (!from) return [now]
  const before = buildCountDelta(shopId, from, -1)
  const isSame = before.type === now.type && before.status === now.status && before.skipped === -(now.skipped ?? 0)
  return isSame ? [] : [before, now]
}

/**
 * Builds the statement that adds deltas to the counters of the tabs: the only writer of QueueCount. `deltas` is a query
 * of the columns "shopId", type, status, by and skipped. It may be part of the statement that changes the rows. Deltas
 * are summed and written by ascending key, which avoids deadlocks between batches.
 */
export function buildQueueCountUpdate(deltas: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    insert into "QueueCount" ("shopId", type, status, count, skipped)
    select d."shopId", d.type, d.status, sum(d.by)::int, sum(d.skipped)::int from (${deltas}) as d("shopId", type, status, by, skipped)
    group by d."shopId", d.type, d.status having sum(d.by) <> 0 or sum(d.skipped) <> 0 order by d."shopId", d.type, d.status
    on conflict ("shopId", type, status) do update set count = "QueueCount".count + excluded.count, skipped = "QueueCount".skipped + excluded.skipped`
}

/** Adds deltas to the counters, in the transaction of the change. */
export async function applyQueueCounts(db: Db, deltas: readonly QueueDelta[]): Promise<void> {
  if (deltas.length === 0) return
  const rows = deltas.map(
    ({ shopId, type, status, by, skipped = 0 }) =>
      Prisma.sql`(${shopId}::uuid, ${type}::text, ${status}::"QueueStatus", ${by}::int, ${skipped}::int)`,
  )
  await db.$executeRaw(buildQueueCountUpdate(Prisma.sql`values ${Prisma.join(rows)}`))
}

export interface QueueCounts {
  byStatus: Record<QueueStatus, number>
  /** Cancelled rows that a rule skipped. */
  skipped: number
}

/** Reads the rows by status, and how many a rule skipped, from the counters. Covers some kinds or all. */
export async function readQueueCounts(ctx: Ctx, types?: readonly QueueKind[]): Promise<QueueCounts> {
  const where = { shopId: ctx.shop.id, ...(types?.length && { type: { in: [...types] } }) }
  const rows = await ctx.db.queueCount.findMany({ where, select: { status: true, count: true, skipped: true } })
  const byStatus = Object.fromEntries(QUEUE_STATUSES.map((status) => [status, 0])) as Record<QueueStatus, number>
  for (const { status, count } of rows) byStatus[status] += count
  return { byStatus, skipped: rows.reduce((sum, { skipped }) => sum + skipped, 0) }
}
