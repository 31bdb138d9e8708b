import { findOrderSkip } from '../../../rules/order-skip.ts'
import { v7 as uuidv7 } from 'uuid'
import { readMailTiming } from '../../../rules/email-delays.ts'
import { allows } from '../../../rules/plans.ts'
import type { QueueKind } from '../../../rules/queue-status.ts'
import { leastPhotoReminderRate } from '../../../rules/limits.ts'
import { dayMs } from '../../../rules/dates.ts'
import { recordRequests } from '../../shop/analytics/facts.ts'
import { inTransaction, readPlan, type Ctx } from '../../core/context.ts'
import { findOrder } from '../../shop/orders/orders.ts'
import { readSetting } from '../../shop/settings/settings.ts'
import { snapshotOf } from './item-snapshot.ts'
import { planParcels } from './parcels.ts'
import { addRepeat } from './progress.ts'
import { applyQueueCounts, buildCountChange } from './queue-counts.ts'

/**
 * Returns a check whether an email of a type and sequence is followed by another. Customers without a review get a
 * second request. Those without a photo get a second photo reminder.
 */
export async function loadFollowUpCheck(ctx: Ctx): Promise<(item: { type: QueueKind; sequence: number }) => boolean> {
  const { secondRequest, photoTimes } = readMailTiming(await readSetting(ctx, 'emailTemplates'))
  const times = { 'review-reminder': secondRequest.enabled ? secondRequest.max : 0, 'photo-reminder': photoTimes - 1 }
  return ({ type, sequence }) => sequence < times[type]
}

/** Job: schedules follow-ups of sent emails. A review or photo, a refund or a cancellation ends them, too. */
export async function planFollowUps(ctx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const isFollowed = await loadFollowUpCheck(ctx)
  const { secondRequest, photoMinutes } = readMailTiming(await readSetting(ctx, 'emailTemplates'))
  const waits = { 'review-reminder': secondRequest.days * dayMs, 'photo-reminder': photoMinutes * 60_000 }
  for (const id of ids) {
    await inTransaction(ctx, async (tx) => {
      await tx.db
        .$queryRaw`select 1 from "QueueItem" where "shopId" = ${tx.shop.id}::uuid and id = ${id}::uuid for update`
      const origin = await tx.db.queueItem.findUnique({ where: { shopId_id: { shopId: tx.shop.id, id } } })
      const type = origin?.type as QueueKind
      if (
        !origin?.sentAt ||
        !['success', 'opened'].includes(origin.status) ||
        !isFollowed({ type, sequence: origin.sequence })
      )
        return
      await addRepeat(tx, origin, {
        sequence: origin.sequence + 1,
        scheduledAt: new Date(origin.sentAt.getTime() + waits[type]),
      })
    })
  }
}

/** Listener: schedules a photo reminder after reviews without photos of three stars or more. One reminder per order. */
export async function planPhotoReminders(tx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  const templates = await readSetting(tx, 'emailTemplates')
  if (!templates.photoReminder.enabled || !allows(readPlan(tx), 'photoReminder')) return
  const { photoMinutes, photoFor } = readMailTiming(templates)
  const reviews = await tx.db.review.findMany({
    where: {
      shopId: tx.shop.id,
      id: { in: ids },
      orderId: { not: null },
      hasMedia: false,
      rate: { gte: leastPhotoReminderRate },
      ...(photoFor === 'verified' && { verifiedBy: { not: 'none' } }),
    },
    select: { orderId: true },
  })
  const rules = await readSetting(tx, 'requestRules')
  for (const orderId of new Set(reviews.flatMap((review) => review.orderId ?? []))) {
    const order = await findOrder(tx, orderId)
    if (!order || findOrderSkip(order)) continue
    const planned = planParcels(tx, order, rules)[0]
    const row = {
      ...snapshotOf(tx, order, planned),
      shopId: tx.shop.id,
      id: uuidv7(),
      type: 'photo-reminder' as const,
      parcel: planned?.parcel ?? '',
      orderId,
      status: 'waiting' as const,
      skipReason: null,
      scheduledAt: new Date(tx.now().getTime() + photoMinutes * 60_000),
      createdAt: tx.now(),
      updatedAt: tx.now(),
    }
    const { count } = await tx.db.queueItem.createMany({ data: [row], skipDuplicates: true })
    if (count === 0) continue
    await applyQueueCounts(tx.db, buildCountChange(tx.shop.id, null, row))
    recordRequests(tx, 'requests.scheduled', [row.id])
    tx.publish('queue', row.id)
  }
}
