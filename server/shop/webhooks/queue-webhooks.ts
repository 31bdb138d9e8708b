import { allows, PLAN_IDS } from '../../../rules/plans.ts'
import type { ReviewPayload } from '../../../rules/webhook-payloads.ts'
import type { WebhookTopic } from '../../../rules/webhook-topics.ts'
import { readPlan, type Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { DeliveryPayload } from '../integrations/integration.ts'
import { queueServiceRequests } from '../integrations/queue-deliveries.ts'
import { webhook } from './webhook.ts'

const plansWithWebhooks = PLAN_IDS.filter((plan) => allows(plan, 'webhooks'))

/** Queues an event for each endpoint that receives the topic. Builds the payloads only if there is one. */
async function queueTopic(
  tx: Ctx,
  topic: WebhookTopic,
  buildPayloads: () => Promise<readonly DeliveryPayload[]>,
): Promise<void> {
  if (!allows(readPlan(tx), 'webhooks')) return
  const endpoints = await tx.db.webhookEndpoint.findMany({
    where: { shopId: tx.shop.id, enabled: true, topics: { has: topic } },
    select: { id: true },
  })
  if (endpoints.length === 0) return
  const payloads = await buildPayloads()
  for (const { id } of endpoints)
    await queueServiceRequests(tx, { integration: webhook, event: topic, payloads, endpointId: id })
}

/** Makes the listener of a topic about reviews: each review is an event with its present data. */
export const queueWebhooks =
  (topic: 'review.created' | 'review.updated' | 'review.published') =>
  async (tx: Ctx, { ids, imported }: { ids: string[]; imported?: true }): Promise<void> => {
    if (!imported) await queueTopic(tx, topic, () => readReviewPayloads(tx, ids))
  }

/** Listener: tells of reviews that were moved to the recycle bin, or deleted for good without it. */
export const queueDeletedWebhooks = (tx: Ctx, { ids }: { ids: string[] }): Promise<void> =>
  queueTopic(tx, 'review.deleted', async () => ids.map((id) => ({ id })))

/** Listener: tells of an import that has ended. */
export const queueImportWebhooks = (tx: Ctx, { importId }: { importId: string }): Promise<void> =>
  queueTopic(tx, 'import.finished', async () => {
    const row = await tx.db.import.findUniqueOrThrow({
      where: { shopId_id: { shopId: tx.shop.id, id: importId } },
      select: { id: true, status: true, fileName: true, imported: true, duplicates: true, unmatched: true, bad: true },
    })
    return [{ ...row, finishedAt: tx.now().toISOString() }]
  })

async function readReviewPayloads({ db, shop }: Ctx, ids: readonly string[]): Promise<ReviewPayload[]> {
  const rows = await db.review.findMany({
    where: { shopId: shop.id, id: { in: [...ids] } },
    orderBy: { id: 'asc' },
    select: {
      id: true,
      status: true,
      rate: true,
      title: true,
      content: true,
      firstName: true,
      lastName: true,
      email: true,
      replyContent: true,
      replyAt: true,
      hasMedia: true,
      language: true,
      createdAt: true,
      publishedAt: true,
      customer: { select: { platformId: true } },
      product: { select: { id: true, platformId: true, handle: true, title: true } },
      orderId: true,
    },
  })
  const orders = await db.order.findMany({
    where: { shopId: shop.id, id: { in: rows.flatMap(({ orderId }) => orderId ?? []) } },
    select: { id: true, platformId: true, name: true },
  })
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  return rows.map(({ orderId, rate, firstName, lastName, email, customer, replyContent, replyAt, ...review }) => ({
    ...review,
    rating: rate,
    reviewer: { name: `${firstName} ${lastName}`.trim(), email, platformId: customer?.platformId || null },
    order: orderOf.get(orderId ?? '') ?? null,
    reply: replyContent === null ? null : { content: replyContent, createdAt: replyAt?.toISOString() ?? null },
    createdAt: review.createdAt.toISOString(),
    publishedAt: review.publishedAt?.toISOString() ?? null,
  }))
}

/**
 * Returns the statement that queues `request.sent` for requests that were just sent.
 * @param sent rows of QueueItem whose outcome is success
 */
export const queueSentWebhooks = (sent: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  insert into "IntegrationDelivery" ("shopId", id, integration, lane, "endpointId", event, payload, "dueAt", "createdAt")
  select e."shopId", candor_new_id(), ${webhook.key}, e.id::text, e.id, 'request.sent', jsonb_build_object(
      'id', q.id, 'kind', q.type, 'order', jsonb_build_object('id', q."orderId", 'name', q."orderName"),
      'customer', jsonb_build_object('name', q."customerName", 'email', q."customerEmail"),
      'sentAt', to_char(${now}::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), ${now}, ${now}
  from (${sent}) q join "WebhookEndpoint" e on e."shopId" = q."shopId" and e.enabled and 'request.sent' = any(e.topics)
  join "Shop" s on s.id = q."shopId" and s.plan = any(${plansWithWebhooks}::text[])`
