import { v7 as uuidv7 } from 'uuid'
import {
  maxWebhooks,
  maxWebhookUrlChars,
  oldSecretHours,
  testTopic,
  WEBHOOK_TOPICS,
} from '../../../rules/webhook-topics.ts'
import { inTransaction, requireFeature, type Ctx } from '../../core/context.ts'
import { InvalidInput, LimitReached, NotAllowed, NotFound } from '../../core/errors.ts'
import { isPublicAddress } from '../../core/files/public-address.ts'
import { deleteSecrets, readSecret, saveSecret } from '../../core/secrets/shop-secrets.ts'
import { isUuid } from '../../core/uuid.ts'
import { localTargets } from '../../core/web/local-targets.ts'
import type { IntegrationDelivery, WebhookEndpoint } from '../../generated/prisma/client.ts'
import { queueServiceRequests } from '../integrations/queue-deliveries.ts'
import { addSettingHistory } from '../settings/history.ts'
import { makeWebhookSecret, oldSecretName, secretName, webhook } from './webhook.ts'

/** An endpoint; its secret only as the answer to its creation or rotation. */
export type Webhook = WebhookEndpoint & { secret?: string }

export interface WebhookInput {
  url: string
  topics: readonly string[]
  enabled?: boolean | null | undefined
}

/** Absent and undefined fields stay. */
export type WebhookChange = { [Field in keyof WebhookInput]?: WebhookInput[Field] | undefined }

const hourMs = 3_600_000

export const listWebhooks = ({ db, shop }: Ctx): Promise<Webhook[]> =>
  db.webhookEndpoint.findMany({ where: { shopId: shop.id }, orderBy: { id: 'asc' } })

/** @throws NotFound */
export async function readWebhook({ db, shop }: Ctx, id: string): Promise<Webhook> {
  const endpoint = isUuid(id)
    ? await db.webhookEndpoint.findUnique({ where: { shopId_id: { shopId: shop.id, id } } })
    : null
  if (!endpoint) throw new NotFound()
  return endpoint
}

/**
 * Creates an endpoint with a new secret, which no later call returns.
 * @throws PlanRequired; LimitReached; InvalidInput of url or topics
 */
export async function createWebhook(ctx: Ctx, input: WebhookInput): Promise<Webhook> {
  requireFeature(ctx, 'webhooks')
  const data = checkInput(ctx, input)
  const secret = makeWebhookSecret()
  return inTransaction(ctx, async (tx) => {
    // Two simultaneous calls must not exceed the limit.
    await tx.db.$queryRaw`select id from "Shop" where id = ${tx.shop.id}::uuid for update`
    if ((await tx.db.webhookEndpoint.count({ where: { shopId: tx.shop.id } })) >= maxWebhooks)
      throw new LimitReached('tooManyWebhooks', { params: { max: maxWebhooks } })
    const id = uuidv7()
    const endpoint = await tx.db.webhookEndpoint.create({
      data: { shopId: tx.shop.id, id, ...data, createdAt: tx.now(), updatedAt: tx.now() },
    })
    await saveSecret(tx, secretName(id), secret)
    await note(tx, { before: null, after: endpoint.url })
    return { ...endpoint, secret }
  })
}

/**
 * Changes an endpoint. Enabling it forgets since when it fails and why Candor disabled it.
 * @throws PlanRequired; NotFound; InvalidInput of url or topics
 */
export async function updateWebhook(ctx: Ctx, id: string, input: WebhookChange): Promise<Webhook> {
  requireFeature(ctx, 'webhooks')
  const before = await readWebhook(ctx, id)
  const data = checkInput(ctx, { ...before, ...omitUndefined(input) })
  return inTransaction(ctx, async (tx) => {
    const [endpoint] = await tx.db.webhookEndpoint.updateManyAndReturn({
      where: { shopId: tx.shop.id, id },
      data: {
        ...data,
        ...(data.enabled && { disabledReason: null }),
        updatedAt: tx.now(),
        ...((data.enabled !== before.enabled || data.url !== before.url) && { failingSince: null }),
      },
    })
    if (!endpoint) throw new NotFound()
    if (before.url !== endpoint.url) await note(tx, { before: before.url, after: endpoint.url })
    return endpoint
  })
}

/** Deletes an endpoint with its log; events that wait are not sent. @throws NotFound */
export async function deleteWebhook(ctx: Ctx, id: string): Promise<Webhook> {
  const endpoint = await readWebhook(ctx, id)
  await inTransaction(ctx, async (tx) => {
    await tx.db.webhookEndpoint.deleteMany({ where: { shopId: tx.shop.id, id } })
    await deleteSecrets(tx, [secretName(id), oldSecretName(id)])
    await note(tx, { before: endpoint.url, after: null })
  })
  return endpoint
}

/** Replaces the secret. For a day, both sign, so that the receiver can be changed in between. @throws NotFound; PlanRequired */
export async function rotateWebhookSecret(ctx: Ctx, id: string): Promise<Webhook> {
  requireFeature(ctx, 'webhooks')
  await readWebhook(ctx, id)
  const secret = makeWebhookSecret()
  return inTransaction(ctx, async (tx) => {
    const old = await readSecret(tx, secretName(id))
    if (old) await saveSecret(tx, oldSecretName(id), old)
    await saveSecret(tx, secretName(id), secret)
    const [endpoint] = await tx.db.webhookEndpoint.updateManyAndReturn({
      where: { shopId: tx.shop.id, id },
      data: { oldSecretUntil: new Date(tx.now().getTime() + oldSecretHours * hourMs), updatedAt: tx.now() },
    })
    if (!endpoint) throw new NotFound()
    return { ...endpoint, secret }
  })
}

/** Queues a test event, which goes the way of all others. @throws PlanRequired; NotFound; NotAllowed webhookDisabled */
export async function testWebhook(ctx: Ctx, endpointId: string): Promise<IntegrationDelivery> {
  requireFeature(ctx, 'webhooks')
  const { enabled } = await readWebhook(ctx, endpointId)
  if (!enabled) throw new NotAllowed('webhookDisabled')
  const payloads = [{ message: 'This is a test event from Candor.' }]
  const [id = ''] = await queueServiceRequests(ctx, { integration: webhook, event: testTopic, payloads, endpointId })
  return ctx.db.integrationDelivery.findUniqueOrThrow({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
}

/**
 * Sends an event of the log again at once, with the same id.
 * @throws PlanRequired; NotFound; NotAllowed webhookDisabled
 */
export async function resendDelivery(ctx: Ctx, id: string): Promise<IntegrationDelivery> {
  requireFeature(ctx, 'webhooks')
  const key = { shopId_id: { shopId: ctx.shop.id, id } }
  const delivery = await ctx.db.integrationDelivery.findUnique({ where: key, include: { endpoint: true } })
  if (!delivery?.endpoint) throw new NotFound()
  if (!delivery.endpoint.enabled) throw new NotAllowed('webhookDisabled')
  return ctx.db.integrationDelivery.update({
    where: key,
    data: { state: 'waiting', attempts: 0, dueAt: ctx.now(), finishedAt: null },
  })
}

function checkInput(ctx: Ctx, { url, topics, enabled }: WebhookInput) {
  const unknown = topics.some((topic) => !(WEBHOOK_TOPICS as readonly string[]).includes(topic))
  const problem = urlProblem(ctx, url.trim())
  if (unknown || topics.length === 0 || problem)
    throw new InvalidInput({
      ...(problem && { url: problem }),
      ...(unknown && { topics: { code: 'webhookTopicUnknown', params: { topics: WEBHOOK_TOPICS.join(', ') } } }),
      ...(topics.length === 0 && { topics: 'required' as const }),
    })
  return { url: new URL(url.trim()).href, topics: [...new Set(topics)], enabled: enabled ?? true }
}

/** Refuses what the guard of requests would refuse, as far as it shows without DNS. */
function urlProblem({ env, origin }: Ctx, text: string): 'webhookUrlInvalid' | 'integrationAddressRefused' | null {
  if (text.length > maxWebhookUrlChars || !URL.canParse(text)) return 'webhookUrlInvalid'
  const url = new URL(text)
  if (url.username || url.password) return 'webhookUrlInvalid'
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (/^https?:$/.test(url.protocol) && localTargets(env, origin)(host, port)) return null
  if (url.protocol !== 'https:') return 'webhookUrlInvalid'
  const isAddress = /^[\d.]+$/.test(host) || host.includes(':')
  if (port !== 443 || host === 'localhost' || host.endsWith('.localhost') || (isAddress && !isPublicAddress(host)))
    return 'integrationAddressRefused'
  return null
}

const note = (tx: Ctx, change: { before: string | null; after: string | null }): Promise<void> =>
  addSettingHistory(tx, 'integrations', [{ field: webhook.key, ...change }])

const omitUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as {
    [Field in keyof T]: NonNullable<T[Field]>
  }
