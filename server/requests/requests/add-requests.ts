import { v7 as uuidv7 } from 'uuid'
import { recordRequests } from '../../shop/analytics/facts.ts'
import type { Ctx } from '../../core/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { snapshotOf } from './item-snapshot.ts'
import { planParcels } from './parcels.ts'
import { applyQueueCounts, buildCountChange } from './queue-counts.ts'

interface DatedRequest {
  order: Order
  scheduledAt: Date
  /** Null: the merchant asked for this order. */
  oldOrderRunId: string | null
}

/** Returns which of these orders have a request, in any status. */
export async function ordersWithRequest(ctx: Ctx, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.db.queueItem.findMany({
    where: { shopId: ctx.shop.id, orderId: { in: [...orderIds] } },
    select: { orderId: true },
  })
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Adds requests for orders without one, in the caller's transaction. Returns the number added. */
export async function addRequests(tx: Ctx, requests: readonly DatedRequest[]): Promise<number> {
  if (requests.length === 0) return 0
  const rules = await readSetting(tx, 'requestRules')
  const [shopId, now] = [tx.shop.id, tx.now()]
  const rows = requests.map(({ order, scheduledAt, oldOrderRunId }) => ({
    ...snapshotOf(tx, order, planParcels(tx, order, rules)[0]),
    shopId,
    id: uuidv7(),
    type: 'review-reminder' as const,
    orderId: order.id,
    status: 'waiting' as const,
    skipReason: null,
    scheduledAt,
    oldOrderRunId,
    createdAt: now,
    updatedAt: now,
  }))
  await tx.db.queueItem.createMany({ data: rows, skipDuplicates: true })
  const kept = await tx.db.queueItem.findMany({
    where: { shopId, id: { in: rows.map(({ id }) => id) } },
    select: { id: true },
  })
  const added = new Set(kept.map(({ id }) => id))
  await applyQueueCounts(
    tx.db,
    rows.filter(({ id }) => added.has(id)).flatMap((row) => buildCountChange(shopId, null, row)),
  )
  if (added.size > 0) recordRequests(tx, 'requests.scheduled', [...added])
  return added.size
}
