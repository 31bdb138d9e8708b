import { createHash } from 'node:crypto'
import type { DatabaseAccess } from '../../core/database/for-shop.ts'
import { inTransaction, makeContext, type Ctx } from '../../core/context.ts'
import { Unauthenticated } from '../../core/errors.ts'
import { isPlatformTime } from '../../shop/orders/order-payload.ts'
import type { PlatformWebhook } from '../../platform/platform.ts'
import { webhookTopics, type WebhookEffect } from '../webhook-topics.ts'
import type { RouteModule } from '../../core/http/parts.ts'

/** More would be a fault of the platform, or an attack. */
const mostUnknownTopics = 100

/** Receives signed platform events (goal R6). Verifies the raw bytes; each webhook id and event has one effect. */
export const webhookRoutes: RouteModule = (app, { deps, shops }) => {
  const unknownTopics = new Set<string>()
  /** Logs a topic once in a process. */
  const logUnknownTopic = (topic: string): void => {
    if (unknownTopics.has(topic) || unknownTopics.size >= mostUnknownTopics) return
    unknownTopics.add(topic)
    deps.log.warn({ topic }, 'a webhook topic without an effect: remove its subscription')
  }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post('/webhooks/shopify', async (request, reply) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const webhook = deps.platform.verifyWebhook(raw, request.headers)
    if (!webhook) throw new Unauthenticated()
    const shop = await shops.findByDomain(webhook.shopDomain)
    const prepare = webhookTopics.get(webhook.topic)
    if (!prepare) logUnknownTopic(webhook.topic)
    if (!shop || !prepare) return reply.status(200).send({ success: true })
    const ctx = makeContext(deps, shop, { kind: 'platform' })
    const bodyHash = createHash('sha256').update(raw).digest()
    const copies = await findCopies(deps.access, bodyHash)
    // The signature does not cover the shop.
    if (copies.some(({ shopId }) => shopId !== shop.id)) throw new Unauthenticated()
    // The time header is not signed. An impossible time would make an order newer than all later ones.
    const triggeredAt = webhook.triggeredAt && isPlatformTime(webhook.triggeredAt) ? webhook.triggeredAt : null
    // Saves most repetitions their transaction; `receiveOnce` decides.
    if (!copies.some(({ webhookId }) => webhookId === webhook.webhookId))
      await receiveOnce(ctx, { ...webhook, bodyHash }, await prepare(ctx, { ...webhook, triggeredAt }))
    return reply.status(200).send({ success: true })
  })
}

/** Identifies the event for one subscription's topic and resource: another subscription repeats it with another id. */
function eventKeyOf({ eventId, topic, payload: { id } }: PlatformWebhook): string | null {
  const resource = typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 100) : ''
  return eventId && `${topic} ${eventId} ${resource}`
}

/** Finds receipts of the same body, of any shop. */
async function findCopies(
  { databases }: DatabaseAccess,
  bodyHash: Uint8Array<ArrayBuffer>,
): Promise<{ shopId: string; webhookId: string }[]> {
  const found = await Promise.all(
    databases.map((database) =>
      database
        .acrossShops('find the shop of a webhook body')
        .webhookReceipt.findMany({ where: { bodyHash }, select: { shopId: true, webhookId: true } }),
    ),
  )
  return found.flat()
}

/** Stores the receipt together with the effect: a repetition finds it, a failure leaves neither. */
async function receiveOnce(
  ctx: Ctx,
  { bodyHash, ...webhook }: PlatformWebhook & { bodyHash: Uint8Array<ArrayBuffer> },
  effect: WebhookEffect,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { webhookId, topic } = webhook
    const receipt = {
      shopId: tx.shop.id,
      webhookId,
      topic,
      eventKey: eventKeyOf(webhook),
      bodyHash,
      receivedAt: tx.now(),
    }
    const { count } = await tx.db.webhookReceipt.createMany({ data: [receipt], skipDuplicates: true })
    if (count > 0) await effect(tx)
  })
}
