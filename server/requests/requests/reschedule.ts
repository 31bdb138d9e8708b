import { z } from 'zod'
import type { QueueKind } from '../../../rules/queue-status.ts'
import { inTransaction } from '../../core/context.ts'
import type { Ctx } from '../../core/context.ts'
import { findDue, plannedKinds } from '../queue-kinds/kinds.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { planParcels } from './parcels.ts'
import { applyQueueCounts } from './queue-counts.ts'

const batch = 1_000

interface WaitingItem {
  id: string
  type: QueueKind
  orderId: string
  parcel: string
  createdAt: Date
}

const jobData = z.object({
  /** Version of the timing settings that queued the job. */
  version: z.number(),
  after: z.object({ createdAt: z.coerce.date(), id: z.string() }).nullable().default(null),
})

/** Queues the rescheduling of all requests that wait for their condition, by this transaction's settings. */
export async function rescheduleAll(tx: Ctx): Promise<void> {
  await tx.enqueue('requests.reschedule', { version: await timingVersion(tx) })
}

/**
 * Job: dates waiting requests where the timing settings allow, oldest first, a thousand rows per job. The next job is
 * queued in the same transaction, so a crash skips no rows. Stops when the settings changed again: that change queued
 * its own job from the first row.
 */
export async function rescheduleWaiting(ctx: Ctx, data: unknown): Promise<void> {
  const { version, after } = jobData.parse(data)
  await inTransaction(ctx, async (tx) => {
    // Locks the settings row until this batch is dated by it.
    if ((await timingVersion(tx, { lock: true })) !== version) return
    const items = await nextItems(tx, after)
    await rescheduleItems(tx, items)
    const last = items.at(-1)
    if (items.length === batch && last)
      await tx.enqueue('requests.reschedule', { version, after: { createdAt: last.createdAt, id: last.id } })
  })
}

async function timingVersion(tx: Ctx, { lock = false } = {}): Promise<number> {
  const key = 'requestTiming'
  if (lock)
    await tx.db.$executeRaw`select from "Setting" where "shopId" = ${tx.shop.id}::uuid and key = ${key} for share`
  const row = await tx.db.setting.findUnique({
    where: { shopId_key: { shopId: tx.shop.id, key } },
    select: { version: true },
  })
  return row?.version ?? 0
}

/** Reads the next rows without locks; they may change in between. */
function nextItems(tx: Ctx, after: { createdAt: Date; id: string } | null): Promise<WaitingItem[]> {
  const { createdAt, id } = after ?? { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  return tx.db.$queryRaw<WaitingItem[]>`
    select id, type, "orderId", parcel, "createdAt" from "QueueItem"
    where "shopId" = ${tx.shop.id}::uuid and status = 'waitingCondition' and type = any(${[...plannedKinds]}::text[]) and ("createdAt", id) > (${createdAt}, ${id}::uuid)
    order by "createdAt", id limit ${batch}`
}

async function rescheduleItems(tx: Ctx, items: readonly WaitingItem[]): Promise<void> {
  if (items.length === 0) return
  const shopId = tx.shop.id
  const orders = await tx.db.order.findMany({
    where: { shopId, id: { in: items.map(({ orderId }) => orderId) } },
    select: {
      id: true,
      createdAt: true,
      fulfilledAt: true,
      deliveredAt: true,
      country: true,
      lineItems: true,
      parcels: true,
    },
  })
  const byId = new Map(orders.map((order) => [order.id, order]))
  const due: { id: string; at: Date }[] = []
  const rules = await readSetting(tx, 'requestRules')
  for (const { id, type, orderId, parcel } of items) {
    const order = byId.get(orderId)
    const planned = order && planParcels(tx, order, rules).find((each) => each.parcel === parcel)
    const at = planned && (await findDue(tx, type, { ...order, ...planned }))
    if (at) due.push({ id, at })
  }
  if (due.length === 0) return
  // Locks by ascending id, as all writers do. Skips rows that an order event changed first.
  const dated = await tx.db.$queryRaw<{ type: QueueKind; count: number }[]>`
    with waiting as (
      select q.id, due.at from "QueueItem" q join unnest(${due.map(({ id }) => id)}::uuid[], ${due.map(({ at }) => at)}::timestamptz[]) as due(id, at) on due.id = q.id
      where q."shopId" = ${shopId}::uuid and q.status = 'waitingCondition' order by q.id for update of q
    ), dated as (
      update "QueueItem" q set status = 'waiting', "scheduledAt" = waiting.at, "updatedAt" = ${tx.now()}, version = q.version + 1
      from waiting where q."shopId" = ${shopId}::uuid and q.id = waiting.id returning q.type
    ) select type, count(*)::int as count from dated group by type`
  if (dated.length === 0) return
  await applyQueueCounts(
    tx.db,
    dated.flatMap(({ type, count }) => [
      { shopId, type, status: 'waitingCondition', by: -count },
      { shopId, type, status: 'waiting', by: count },
    ]),
  )
  tx.publish('queue', shopId)
}
