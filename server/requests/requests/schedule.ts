import { v7 as uuidv7 } from 'uuid'
import { oldOrderWindowDays } from '../../../rules/limits.ts'
import type { QueueKind, QueueStatus, SkipReason } from '../../../rules/queue-status.ts'
import { dayMs } from '../../../rules/dates.ts'
import { recordRequests } from '../../shop/analytics/facts.ts'
import type { Ctx } from '../../core/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { findOrder } from '../../shop/orders/orders.ts'
import { plannedKinds, queueKinds } from '../queue-kinds/kinds.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { snapshotOf } from './item-snapshot.ts'
import { planParcels, type PlannedParcel } from './parcels.ts'
import { applyQueueCounts, buildCountChange } from './queue-counts.ts'
import type { CountedState, QueueDelta } from './queue-counts.ts'

interface KnownItem extends CountedState {
  id: string
  sequence: number
  parcel: string
  fulfilledDate: Date | null
  oldOrderRunId: string | null
}

/** An email that orders plan: its kind, what it is about, and when it is due; null while it waits for its condition. */
interface PlannedMail {
  type: QueueKind
  planned: PlannedParcel
  due: Date | null
}

type Verdict = { status: QueueStatus; skipReason: SkipReason | null; scheduledAt?: Date | null; moveReason?: null }

/**
 * Keeps an order's emails in step with the order: one of each planned kind is made once, due by the settings, and all are
 * skipped with the reason when the order is cancelled or refunded (spec 3, 4; decisions 'Promises'). Events that come again
 * change nothing: the row is unique by its order and kind. A request that has left, or that the merchant decided about, is left alone.
 */
export async function scheduleReviewRequest(ctx: Ctx, { orderId }: { orderId: string }): Promise<void> {
  const order = await findOrder(ctx, orderId)
  // Parcels can be heard of before their order.
  if (!order?.name) return
  const items = await ctx.db.$queryRaw<KnownItem[]>`
    select id, type, status::text as status, "skipReason", sequence, parcel, "fulfilledDate", "oldOrderRunId" from "QueueItem"
    where "shopId" = ${ctx.shop.id}::uuid and "orderId" = ${orderId}::uuid order by id for update`
  const mails = await plannedMails(ctx, order)
  for (const mail of mails)
    if (
      !items.some(
        ({ type, sequence, parcel }) => type === mail.type && sequence === 0 && parcel === mail.planned.parcel,
      )
    )
      await addRequest(ctx, order, mail)
  const deltas: QueueDelta[] = []
  for (const item of items) {
    const mail = mails.find(({ type, planned }) => type === item.type && planned.parcel === item.parcel)
    const next = decideKnownItem(order, item, mail)
    if (!next) continue
    await ctx.db.queueItem.update({
      where: { shopId_id: { shopId: ctx.shop.id, id: item.id } },
      data: { ...snapshotOf(ctx, order, mail?.planned), ...next, updatedAt: ctx.now(), version: { increment: 1 } },
    })
    deltas.push(...buildCountChange(ctx.shop.id, item, { type: item.type, ...next }))
    ctx.publish('queue', item.id)
  }
  await applyQueueCounts(ctx.db, deltas)
}

/** The emails of the planned kinds that an order gets. */
async function plannedMails(ctx: Ctx, order: Order): Promise<PlannedMail[]> {
  const parcels = planParcels(ctx, order, await readSetting(ctx, 'requestRules'))
  const mails: PlannedMail[] = []
  for (const type of plannedKinds)
    for (const planned of parcels)
      mails.push({ type, planned, due: (await queueKinds[type].due?.(ctx, { ...order, ...planned })) ?? null })
  return mails
}

async function addRequest(ctx: Ctx, order: Order, { type, planned, due }: PlannedMail): Promise<void> {
  // A change of an order from long ago is no reason to write to its buyer now.
  if (order.createdAt.getTime() < ctx.now().getTime() - oldOrderWindowDays * dayMs) return
  const { status, skipReason } = decideNewItem(order, due)
  const row = {
    ...snapshotOf(ctx, order, planned),
    shopId: ctx.shop.id,
    id: uuidv7(),
    type,
    parcel: planned.parcel,
    orderId: order.id,
    status,
    skipReason,
    scheduledAt: due,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  }
  const { count } = await ctx.db.queueItem.createMany({ data: [row], skipDuplicates: true })
  if (count === 0) return
  await applyQueueCounts(ctx.db, buildCountChange(ctx.shop.id, null, row))
  recordRequests(ctx, 'requests.scheduled', [row.id])
  ctx.publish('queue', row.id)
}

function decideNewItem(order: Order, due: Date | null): Verdict {
  const reason = findSkipReason(order)
  if (reason) return { status: 'cancelled', skipReason: reason }
  return { status: due ? 'waiting' : 'waitingCondition', skipReason: null }
}

/**
 * What a change of an order means for one of its emails. Null: nothing, it has left.
 * @param mail absent for a kind that orders do not plan, or a parcel that is gone: its date stays
 */
function decideKnownItem(order: Order, item: KnownItem, mail: PlannedMail | undefined): Verdict | null {
  const waits = item.status === 'waiting' || item.status === 'waitingCondition' || item.status === 'paused'
  const lackedAddress = item.status === 'cancelled' && item.skipReason === ('noCustomerEmail' satisfies SkipReason)
  if (!waits && !lackedAddress) return null
  const reason = findSkipReason(order)
  if (reason) return { status: 'cancelled', skipReason: reason }
  const factChanged = item.fulfilledDate?.getTime() !== mail?.planned.fulfilledAt?.getTime()
  const again =
    mail &&
    item.sequence === 0 &&
    item.oldOrderRunId === null &&
    (item.status === 'waitingCondition' || lackedAddress || factChanged)
  // A date that the shopper or merchant moved stays where it is.
  if (!again) return { status: item.status, skipReason: item.skipReason as SkipReason | null }
  if (item.status === 'paused') return { status: 'paused', skipReason: null }
  return {
    status: mail.due ? 'waiting' : 'waitingCondition',
    skipReason: null,
    scheduledAt: mail.due,
    moveReason: null,
  }
}

function findSkipReason(order: Order): SkipReason | null {
  if (order.cancelledAt) return 'orderCancelled'
  if (order.refundedAt) return 'orderRefunded'
  return order.email ? null : 'noCustomerEmail'
}
