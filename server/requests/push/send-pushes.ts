import type { MessageCode } from '../../../rules/messages.ts'
import type { QueueKind } from '../../../rules/queue-status.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import type { QueueItem } from '../../generated/prisma/client.ts'
import { queueServiceRequests } from '../../shop/integrations/queue-deliveries.ts'
import { applyQueueMarks } from '../requests/queue-marks.ts'
import { findRetryDelay } from '../sending/deliver-mails.ts'
import { buildPushContent } from './push-content.ts'
import { readPushChannels } from './push-settings.ts'
import { subscriptionsOf } from './subscriptions.ts'
import { sendWebPush, type PushAnswer } from './web-push.ts'

/** Key of the service in server/app/integrations.ts. */
const serviceKey = 'pushowl'

/** Completes a running push entry: sent, or failed with the reason. */
export async function endPush(ctx: Ctx, itemId: string, problem: MessageCode | null): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const status = problem === null ? 'sent' : 'failed'
    const [row] = await tx.db.queueItem.updateManyAndReturn({
      where: { shopId: tx.shop.id, id: itemId, pushStatus: 'pending' },
      data: { pushStatus: status, pushError: problem, updatedAt: tx.now(), version: { increment: 1 } },
      select: { type: true },
    })
    if (!row) return
    await applyQueueMarks(tx.db, [
      { shopId: tx.shop.id, type: row.type as QueueKind, mark: status === 'sent' ? 'pushSent' : 'pushFailed', by: 1 },
    ])
    tx.publish('queue', itemId)
  })
}

/**
 * Job `pushes.send`: sends the notifications of queue items with pending push entries. Browsers come first; without
 * one, the connected push service gets a delivery. At least once: a retry has the same topic or key.
 */
export async function sendPushes(ctx: Ctx, { ids, attempts = 0 }: { ids: string[]; attempts?: number }): Promise<void> {
  const startAfterSeconds = findRetryDelay(attempts)
  const later: string[] = []
  const items = await ctx.db.queueItem.findMany({
    where: { shopId: ctx.shop.id, id: { in: ids }, pushStatus: 'pending' },
    orderBy: { id: 'asc' },
  })
  for (const item of items) {
    // One notification that can't be made must not delay the others.
    const answer = await sendOne(ctx, item).catch((error: unknown): PushAnswer => {
      ctx.log.error({ err: error, itemId: item.id }, 'a notification could not be sent')
      return { problem: 'unexpected', retry: true }
    })
    if (answer === 'handed over') continue
    if (answer.retry && startAfterSeconds !== null) later.push(item.id)
    else await endPush(ctx, item.id, answer.problem)
  }
  if (later.length > 0 && startAfterSeconds !== null)
    await ctx.enqueue('pushes.send', { ids: later, attempts: attempts + 1 }, { startAfterSeconds })
}

/** One browser that accepts the notification is enough. */
async function sendOne(ctx: Ctx, item: QueueItem): Promise<PushAnswer | 'handed over'> {
  const { webPush, pushOwl } = await readPushChannels(ctx)
  if (ctx.shop.uninstalledAt || (!webPush && !pushOwl)) return { problem: 'pushOff', retry: false }
  const content = await buildPushContent(ctx, item)
  const answers: PushAnswer[] = []
  for (const subscription of webPush ? await subscriptionsOf(ctx, item.customerId) : [])
    answers.push(await sendWebPush(ctx, subscription, { itemId: item.id, content }))
  const accepted = answers.find(({ problem }) => problem === null)
  if (accepted) return accepted
  const busy = answers.find(({ retry }) => retry)
  if (busy) return busy
  const service = pushOwl ? ctx.integrations.find(({ key }) => key === serviceKey) : undefined
  if (!service)
    return (
      answers.find(({ problem }) => problem !== 'pushNoSubscription') ?? { problem: 'pushNoSubscription', retry: false }
    )
  await queueServiceRequests(ctx, { integration: service, event: 'push.due', payloads: [{ itemId: item.id }] })
  return 'handed over'
}
