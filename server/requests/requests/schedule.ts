import { v7 as uuidv7 } from 'uuid'
import { oldOrderWindowDays } from '../../../rules/limits.ts'
import { findOrderSkip } from '../../../rules/order-skip.ts'
import type { QueueKind, QueueStatus, SkipReason } from '../../../rules/queue-status.ts'
import { dayMs } from '../../../rules/dates.ts'
import { recordRequests } from '../../shop/analytics/facts.ts'
import type { Ctx } from '../../core/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { findDue, plannedKinds } from '../queue-kinds/kinds.ts'
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

/** An email that an order schedules: kind, lines and due date; null while it waits for its condition. */
interface PlannedMail {
  type: QueueKind
  planned: PlannedParcel
  due: Date | null
}

type Verdict = { status: QueueStatus; skipReason: SkipReason | null; scheduledAt?: Date | null; moveReason?: null }

/**
 * Updates an order's emails after a change of the order. Each planned kind gets one email, due by the settings. A
 * cancelled or refunded order skips them all with the reason (spec 3, 4; decisions 'Promises'). Repeated events change
 * nothing: rows are unique by order and kind. Sent requests, and those that the merchant changed, stay.
 */
export async function scheduleReviewRequest(ctx: Ctx, { order }: { order: Order }): Promise<void> {
  // Parcel events can arrive before their order.
  if (order.name === '') return
  const items = await ctx.db.$queryRaw<KnownItem[]>`
    select id, type, status::text as status, "skipReason", sequence, parcel, "fulfilledDate", "oldOrderRunId" from "QueueItem"
    where "shopId" = ${ctx.shop.id}::uuid and "orderId" = ${order.id}::uuid order by id for update`
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

async function plannedMails(ctx: Ctx, order: Order): Promise<PlannedMail[]> {
  const parcels = planParcels(ctx, order, await readSetting(ctx, 'requestRules'))
  const mails: PlannedMail[] = []
  for (const type of plannedKinds)
    for (const planned of parcels)
      mails.push({ type, planned, due: await findDue(ctx, type, { ...order, ...planned }) })
  return mails
}

async function addRequest(ctx: Ctx, order: Order, { type, planned, due }: PlannedMail): Promise<void> {
  // A change of an old order is no reason to email its buyer now.
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
  const reason = findOrderSkip(order)
  if (reason) return { status: 'cancelled', skipReason: reason }
  return { status: due ? 'waiting' : 'waitingCondition', skipReason: null }
}

/**
 * Returns the effect of an order's change on one of its emails; null: none, since it was sent.
 * @param mail absent for a kind that orders do not schedule, or a removed parcel: its date stays
 */
function decideKnownItem(order: Order, item: KnownItem, mail: PlannedMail | undefined): Verdict | null {
  const waits = item.status === 'waiting' || item.status === 'waitingCondition' || item.status === 'paused'
  const lackedAddress =
    item.status === 'cancelled' &&
    (['noCustomerEmail', 'relayAddress'] satisfies SkipReason[] as (string | null)[]).includes(item.skipReason)
  if (!waits && !lackedAddress) return null
  const reason = findOrderSkip(order)
  if (reason) return { status: 'cancelled', skipReason: reason }
  const factChanged = item.fulfilledDate?.getTime() !== mail?.planned.fulfilledAt?.getTime()
  const again =
    mail &&
    item.sequence === 0 &&
    item.oldOrderRunId === null &&
    (item.status === 'waitingCondition' || lackedAddress || factChanged)
  // Keeps a date that the shopper or merchant moved.
  if (!again) return { status: item.status, skipReason: item.skipReason as SkipReason | null }
  if (item.status === 'paused') return { status: 'paused', skipReason: null }
  return {
    status: mail.due ? 'waiting' : 'waitingCondition',
    skipReason: null,
    scheduledAt: mail.due,
    moveReason: null,
  }
}
