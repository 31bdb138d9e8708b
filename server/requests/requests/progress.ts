import { v7 as uuidv7 } from 'uuid'
import type { Metric } from '../../../rules/facts.ts'
import { maxPostponements, notArrivedDays } from '../../../rules/limits.ts'
import { canMoveOn } from '../../../rules/queue-status.ts'
import { isMarketingApp, ownSenderApp } from '../../../rules/sender-apps.ts'
import type { QueueKind, QueueStatus } from '../../../rules/queue-status.ts'
import { dayMs } from '../../../rules/dates.ts'
import { recordRequests } from '../../shop/analytics/facts.ts'
import { inTransaction } from '../../core/context.ts'
import type { Ctx } from '../../core/context.ts'
import { Prisma, type QueueItem } from '../../generated/prisma/client.ts'
import { queueKinds } from '../queue-kinds/kinds.ts'
import { applyQueueCounts, buildCountChange } from './queue-counts.ts'
import type { CountedState } from './queue-counts.ts'
import { applyQueueMarks } from './queue-marks.ts'

interface OrderItem extends CountedState {
  id: string
  parcel: string
  sequence: number
  senderApp: string
}

/** Records an opening: only a hint, as mail programs also load images. Never resets a reviewed request. */
export async function markOpened(ctx: Ctx, itemId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const [item] = await tx.db.$queryRaw<OrderItem[]>`
      select id, type, status::text as status, "skipReason", sequence, parcel, "senderApp" from "QueueItem" where "shopId" = ${tx.shop.id}::uuid and id = ${itemId}::uuid for update`
    if (!item || !canMoveOn(item.status, 'opened') || !hasLeft(item.status)) return
    await changeStatus(tx, item, { status: 'opened', openedAt: tx.now() })
  })
}

/** Records the first click on a request's link: only a hint, as mail scanners follow links too. */
export async function markClicked(ctx: Ctx, itemId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.queueItem.updateMany({
      where: { shopId: tx.shop.id, id: itemId, clickedAt: null, sentAt: { not: null } },
      data: { clickedAt: tx.now() },
    })
    if (count > 0) recordRequests(tx, 'requests.clicked', [itemId])
  })
}

/** Ends an order's emails that ask for a review, including unsent ones: the customer reviewed it. */
export async function markReviewed(ctx: Ctx, orderId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const items = await itemsOfOrder(tx, orderId)
    for (const item of items.filter(({ type }) => queueKinds[type].endsWithReview)) {
      if (item.sequence > 0 && !hasLeft(item.status))
        await changeStatus(tx, item, { status: 'cancelled', skipReason: 'alreadyReviewed' })
      else if (canMoveOn(item.status, 'reviewed'))
        await changeStatus(tx, item, { status: 'reviewed', reviewedAt: tx.now(), skipReason: null })
    }
  })
}

/**
 * Schedules another request in 7 days for an order that had not arrived. A second call moves the same request. Returns
 * the date. Null when the request is unknown, reviewed, or was postponed three times.
 */
export async function postponeRequest(ctx: Ctx, itemId: string): Promise<Date | null> {
  return inTransaction(ctx, async (tx) => {
    const plan = await planPostponement(tx, itemId)
    if (!plan) return null
    const scheduledAt = new Date(tx.now().getTime() + notArrivedDays * dayMs)
    if (plan.pending) await changeStatus(tx, plan.pending, { status: 'waiting', scheduledAt })
    else await addRepeat(tx, plan.origin, { sequence: plan.sequence, scheduledAt })
    return scheduledAt
  })
}

/** Returns whether a request can be postponed, and the time of one that already waits. Changes nothing. */
export async function findPostponement(
  ctx: Ctx,
  itemId: string,
): Promise<{ isPossible: boolean; scheduledAt: Date | null }> {
  return inTransaction(ctx, async (tx) => {
    const plan = await planPostponement(tx, itemId)
    const { id } = plan?.pending ?? {}
    const pending = id ? await tx.db.queueItem.findUnique({ where: { shopId_id: { shopId: tx.shop.id, id } } }) : null
    return { isPossible: plan !== null, scheduledAt: pending?.scheduledAt ?? null }
  })
}

async function planPostponement(
  tx: Ctx,
  itemId: string,
): Promise<{ origin: QueueItem; pending: OrderItem | undefined; sequence: number } | null> {
  const origin = await tx.db.queueItem.findUnique({ where: { shopId_id: { shopId: tx.shop.id, id: itemId } } })
  if (!origin || origin.status === 'reviewed') return null
  const items = (await itemsOfOrder(tx, origin.orderId)).filter(
    ({ type, parcel }) => type === origin.type && parcel === origin.parcel,
  )
  const pending = items.find(
    ({ status }) => status === 'waiting' || status === 'waitingCondition' || status === 'paused',
  )
  const sequence = Math.max(...items.map((item) => item.sequence)) + 1
  return pending || sequence <= maxPostponements ? { origin, pending, sequence } : null
}

/** Adds a copy of a sent email at a later time. Leaves an existing email of that sequence unchanged. */
export async function addRepeat(
  tx: Ctx,
  origin: QueueItem,
  { sequence, scheduledAt }: { sequence: number; scheduledAt: Date },
): Promise<void> {
  const again = {
    ...origin,
    id: uuidv7(),
    sequence,
    status: 'waiting' as const,
    scheduledAt,
    sentAt: null,
    openedAt: null,
    clickedAt: null,
    reviewedAt: null,
    manual: false,
    attempts: 0,
    messageId: null,
    fence: 0,
    leaseUntil: null,
    skipReason: null,
    errorMessage: null,
    version: 1,
    createdAt: tx.now(),
    updatedAt: tx.now(),
    lineItems: origin.lineItems as object[],
    subject: '',
    templateVersion: null,
    mailData: Prisma.DbNull,
    pushStatus: null,
    pushError: null,
    senderApp: ownSenderApp,
    moveReason: null,
    reasonValue: null,
  }
  const { count } = await tx.db.queueItem.createMany({ data: [again], skipDuplicates: true })
  if (count === 0) return
  await applyQueueCounts(tx.db, buildCountChange(tx.shop.id, null, { ...again, type: origin.type as QueueKind }))
  recordRequests(tx, 'requests.scheduled', [again.id])
  tx.publish('queue', again.id)
}

const hasLeft = (status: QueueStatus): boolean =>
  status === 'sending' || status === 'success' || status === 'opened' || status === 'reviewed'

async function itemsOfOrder(tx: Ctx, orderId: string): Promise<OrderItem[]> {
  return tx.db.$queryRaw<OrderItem[]>`
    select id, type, status::text as status, "skipReason", sequence, parcel, "senderApp" from "QueueItem"
    where "shopId" = ${tx.shop.id}::uuid and "orderId" = ${orderId}::uuid order by id for update`
}

const metrics: Partial<Record<QueueStatus, Metric>> = { opened: 'requests.opened', reviewed: 'requests.reviewed' }

async function changeStatus(
  tx: Ctx,
  item: OrderItem,
  data: Omit<Prisma.QueueItemUncheckedUpdateInput, 'type'> &
    Partial<Omit<CountedState, 'type'>> & { status: QueueStatus },
): Promise<void> {
  await tx.db.queueItem.update({
    where: { shopId_id: { shopId: tx.shop.id, id: item.id } },
    data: { ...data, updatedAt: tx.now(), version: { increment: 1 } },
  })
  await applyQueueCounts(
    tx.db,
    buildCountChange(tx.shop.id, item, { skipReason: item.skipReason, ...data, type: item.type }),
  )
  const status: QueueStatus = data.status
  if (item.status === 'success' && status !== 'success' && isMarketingApp(item.senderApp))
    await applyQueueMarks(tx.db, [{ shopId: tx.shop.id, type: item.type, mark: 'sentToMarketing', by: -1 }])
  const metric = metrics[status]
  if (metric) recordRequests(tx, metric, [item.id])
  tx.publish('queue', item.id)
}

/** Listener: ends the requests of orders whose reviews came through an email. */
export async function markRequestsReviewed(ctx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const reviews = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, id: { in: ids }, orderId: { not: null } },
    select: { orderId: true },
  })
  for (const orderId of new Set(reviews.map((review) => review.orderId))) if (orderId) await markReviewed(ctx, orderId)
}
