import { v7 as uuidv7 } from 'uuid'
import { oldOrderWindowDays } from '../../rules/limits.ts'
import { scheduledAt } from '../../rules/timing.ts'
import type { QueueStatus, SkipReason } from '../../rules/queue-status.ts'
import type { Ctx } from '../context.ts'
import type { Order } from '../generated/prisma/client.ts'
import { findOrder } from '../orders/orders.ts'
import { readSetting } from '../settings/settings.ts'
import { snapshotOf } from './item-snapshot.ts'
import { applyQueueCounts, moved } from './queue-counts.ts'
import type { CountedState, QueueDelta } from './queue-counts.ts'

interface KnownItem extends CountedState {
  id: string
  sequence: number
  fulfilledDate: Date | null
}

type Verdict = { status: QueueStatus; skipReason: SkipReason | null; scheduledAt?: Date | null }

/**
 * Keeps an order's one request in step with the order: made once, due by the timing settings, skipped with the reason when
 * the order is cancelled or refunded (spec 3, 4; decisions 'Promises'). Events that come again change nothing: the row is
 * unique by its order. A request that has left, or that the merchant decided about, is left alone.
 */
export async function scheduleReviewRequest(ctx: Ctx, { orderId }: { orderId: string }): Promise<void> {
  const order = await findOrder(ctx, orderId)
  // Parcels can be heard of before their order.
  if (!order?.name) return
  const items = await ctx.db.$queryRaw<KnownItem[]>`
    select id, status::text as status, "skipReason", sequence, "fulfilledDate" from "QueueItem"
    where "shopId" = ${ctx.shop.id}::uuid and "orderId" = ${orderId}::uuid and "queueType" = 'email' order by id for update`
  const due = await dueTime(ctx, order)
  if (!items.some(({ sequence }) => sequence === 0)) await addRequest(ctx, order, due)
  const deltas: QueueDelta[] = []
  for (const item of items) {
    const next = verdict(order, item, due)
    if (!next) continue
    await ctx.db.queueItem.update({
      where: { shopId_id: { shopId: ctx.shop.id, id: item.id } },
      data: { ...snapshotOf(ctx, order), ...next, updatedAt: ctx.now(), version: { increment: 1 } },
    })
    deltas.push(...moved(ctx.shop.id, item, next))
    ctx.publish('queue', item.id)
  }
  await applyQueueCounts(ctx.db, deltas)
}

async function dueTime(ctx: Ctx, order: Order): Promise<Date | null> {
  const settings = await readSetting(ctx, 'requestTiming')
  const due = scheduledAt({ settings, order })
  return due === 'waitingCondition' ? null : due
}

async function addRequest(ctx: Ctx, order: Order, due: Date | null): Promise<void> {
  // A change of an order from long ago is no reason to write to its buyer now.
  if (order.createdAt.getTime() < ctx.now().getTime() - oldOrderWindowDays * 86_400_000) return
  const { status, skipReason } = firstVerdict(order, due)
  const row = {
    ...snapshotOf(ctx, order),
    shopId: ctx.shop.id,
    id: uuidv7(),
    orderId: order.id,
    status,
    skipReason,
    scheduledAt: due,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  }
  const { count } = await ctx.db.queueItem.createMany({ data: [row], skipDuplicates: true })
  if (count === 0) return
  await applyQueueCounts(ctx.db, moved(ctx.shop.id, null, row))
  ctx.publish('queue', row.id)
}

function firstVerdict(order: Order, due: Date | null): Verdict {
  const reason = reasonAgainst(order)
  if (reason) return { status: 'cancelled', skipReason: reason }
  return { status: due ? 'waiting' : 'waitingCondition', skipReason: null }
}

/** What an order's news means for one of its requests; null: nothing, it is out of our hands. */
function verdict(order: Order, item: KnownItem, due: Date | null): Verdict | null {
  const waits = item.status === 'waiting' || item.status === 'waitingCondition' || item.status === 'paused'
  const lackedAddress = item.status === 'cancelled' && item.skipReason === ('noCustomerEmail' satisfies SkipReason)
  if (!waits && !lackedAddress) return null
  const reason = reasonAgainst(order)
  if (reason) return { status: 'cancelled', skipReason: reason }
  const factChanged = item.fulfilledDate?.getTime() !== order.fulfilledAt?.getTime()
  const again = item.sequence === 0 && (item.status === 'waitingCondition' || lackedAddress || factChanged)
  // A date that the shopper or merchant moved stays where it is.
  if (!again) return { status: item.status, skipReason: null }
  if (item.status === 'paused') return { status: 'paused', skipReason: null }
  return { status: due ? 'waiting' : 'waitingCondition', skipReason: null, scheduledAt: due }
}

function reasonAgainst(order: Order): SkipReason | null {
  if (order.cancelledAt) return 'orderCancelled'
  if (order.refundedAt) return 'orderRefunded'
  return order.email ? null : 'noCustomerEmail'
}
