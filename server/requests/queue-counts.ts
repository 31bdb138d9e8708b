import { QUEUE_STATUSES } from '../../rules/queue-status.ts'
import type { QueueStatus } from '../../rules/queue-status.ts'
import type { Ctx } from '../context.ts'
import type { Db } from '../database/for-shop.ts'
import { Prisma } from '../generated/prisma/client.ts'

/** Rows entering (+) or leaving (-) a status. */
export interface QueueDelta {
  shopId: string
  status: QueueStatus
  by: number
}

/** What a row's way from one status to another means for the counters; nothing when it stays. */
export function moved(shopId: string, from: QueueStatus | null, to: QueueStatus): QueueDelta[] {
  if (from === to) return []
  return [...(from ? [{ shopId, status: from, by: -1 }] : []), { shopId, status: to, by: 1 }]
}

/**
 * The statement that adds deltas to the counters of the tabs: the only writer of QueueCount. `deltas` is a query of the
 * columns "shopId", status and by; it may be part of the statement that changes the rows. Deltas are summed and written
 * in the order of their keys, so that two batches never wait for each other in a ring.
 */
export function addQueueCounts(deltas: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    insert into "QueueCount" ("shopId", status, count)
    select d."shopId", d.status, sum(d.by)::int from (${deltas}) as d("shopId", status, by)
    group by d."shopId", d.status having sum(d.by) <> 0 order by d."shopId", d.status
    on conflict ("shopId", status) do update set count = "QueueCount".count + excluded.count`
}

/** Adds deltas to the counters, in the transaction of the change. */
export async function applyQueueCounts(db: Db, deltas: readonly QueueDelta[]): Promise<void> {
  if (deltas.length === 0) return
  const rows = deltas.map(({ shopId, status, by }) => Prisma.sql`(${shopId}::uuid, ${status}::"QueueStatus", ${by}::int)`)
  await db.$executeRaw(addQueueCounts(Prisma.sql`values ${Prisma.join(rows)}`))
}

/** Rows of the shop's queue by status; from the counters. */
export async function queueCounts(ctx: Ctx): Promise<Record<QueueStatus, number>> {
  const rows = await ctx.db.queueCount.findMany({ where: { shopId: ctx.shop.id }, select: { status: true, count: true } })
  const counts = Object.fromEntries(QUEUE_STATUSES.map((status) => [status, 0])) as Record<QueueStatus, number>
  for (const { status, count } of rows) counts[status] = count
  return counts
}
