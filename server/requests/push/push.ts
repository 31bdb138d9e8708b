import { canPush, type PushStatus, type QueueKind } from '../../../rules/queue-status.ts'
import { inTransaction, requireFeature, type Ctx } from '../../core/context.ts'
import { readSuppressions } from '../../shop/customers/suppressions.ts'
import { NotAllowed, NotFound } from '../../core/errors.ts'
import { applyQueueMarks } from '../requests/queue-marks.ts'
import type { ClaimedItem } from '../sending/claim.ts'
import { readPushChannels, listPushKinds } from './push-settings.ts'
import { subscribedCustomers, subscriptionsOf } from './subscriptions.ts'

/**
 * Queues the notification of a queue item for now, also after a failure (spec 4). It is sent within seconds.
 * @throws NotFound; PlanRequired; NotAllowed pushOff, pushAlreadySent, pushNoSubscription, customerBlocked
 */
export async function queuePushNow(ctx: Ctx, id: string): Promise<string> {
  requireFeature(ctx, 'pushNotifications')
  const [kinds, channels] = [await listPushKinds(ctx), await readPushChannels(ctx)]
  return inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    await tx.db.$queryRaw`select 1 from "QueueItem" where "shopId" = ${shopId}::uuid and id = ${id}::uuid for update`
    const item = await tx.db.queueItem.findUnique({ where: { shopId_id: { shopId, id } } })
    if (!item) throw new NotFound()
    const type = item.type as QueueKind
    const permission = canPush(kinds.includes(type), item.pushStatus as PushStatus | null)
    if (!permission.allowed) throw new NotAllowed(permission.reason)
    const reasons = (await readSuppressions(tx, [item.customerEmail])).get(item.customerEmail)
    if (reasons?.has('blocked')) throw new NotAllowed('customerBlocked')
    if (!channels.pushOwl && (await subscriptionsOf(tx, item.customerId)).length === 0)
      throw new NotAllowed('pushNoSubscription')
    if (item.pushStatus === 'pending') return id
    await tx.db.queueItem.update({
      where: { shopId_id: { shopId, id } },
      data: { pushStatus: 'pending', pushError: null, updatedAt: tx.now(), version: { increment: 1 } },
    })
    if (item.pushStatus === 'failed') await applyQueueMarks(tx.db, [{ shopId, type, mark: 'pushFailed', by: -1 }])
    await tx.enqueue('pushes.send', { ids: [id] })
    tx.publish('queue', id)
    return id
  })
}

/** Returns a check for emails that get a notification: the kind's reminder is on and the customer is reachable. */
export async function loadPushCheck(
  ctx: Ctx,
  items: readonly Pick<ClaimedItem, 'type' | 'customerId'>[],
): Promise<(item: Pick<ClaimedItem, 'type' | 'customerId'>) => boolean> {
  const kinds = await listPushKinds(ctx)
  if (kinds.length === 0) return () => false
  const { pushOwl } = await readPushChannels(ctx)
  const reached = pushOwl
    ? new Set<string>()
    : await subscribedCustomers(
        ctx,
        items.flatMap(({ customerId }) => customerId ?? []),
      )
  return ({ type, customerId }) => kinds.includes(type) && (pushOwl || (customerId !== null && reached.has(customerId)))
}
