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
 * Adds to the counters of the tabs, in the transaction of the change: the only writer of QueueCount. Deltas are summed and
 * written in the order of their keys, so that two batches never wait for each other in a ring.
 */
export async function applyQueueCounts(db: Db, deltas: readonly QueueDelta[]): Promise<void> {
  const sums = new Map<string, QueueDelta>()
  for (const delta of deltas) {
    const key = `${delta.shopId} ${delta.status}`
    sums.set(key, { ...delta, by: delta.by + (sums.get(key)?.by ?? 0) })
  }
  const rows = [...sums].filter(([, { by }]) => by !== 0).sort(([a], [b]) => (a < b ? -1 : 1)).map(([, delta]) => delta)
  if (rows.length === 0) return
  await db.$executeRaw`
    insert into "QueueCount" ("shopId", status, count)
    values ${Prisma.join(rows.map(({ shopId, status, by }) => Prisma.sql`(${shopId}::uuid, ${status}::"QueueStatus", ${by})`))}
    on conflict ("shopId", status) do update set count = "QueueCount".count + excluded.count`
}

/** Rows of the shop's queue by status; from the counters. */
export async function queueCounts(ctx: Ctx): Promise<Record<QueueStatus, number>> {
  const rows = await ctx.db.queueCount.findMany({ where: { shopId: ctx.shop.id }, select: { status: true, count: true } })
  const counts = Object.fromEntries(QUEUE_STATUSES.map((status) => [status, 0])) as Record<QueueStatus, number>
  for (const { status, count } of rows) counts[status] = count
  return counts
}
