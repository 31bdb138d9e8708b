import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { dayMs } from '../../../rules/dates.ts'
import { testTopic, webhookFailureDays } from '../../../rules/webhook-topics.ts'
import { webhookBody } from '../../../rules/webhook-payloads.ts'
import type { Ctx } from '../../core/context.ts'
import { readSecrets, type SecretName } from '../../core/secrets/shop-secrets.ts'
import type { Signature } from '../../core/web/request.ts'
import type { Integration, ReceivedRequest, StandInAnswer } from '../integrations/integration.ts'

const secretPrefix = 'whsec_'

export const makeWebhookSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`
export const secretName = (endpointId: string): SecretName => `webhook.${endpointId}`
/** The secret before the last rotation. */
export const oldSecretName = (endpointId: string): SecretName => `webhook.${endpointId}.old`

/**
 * Signs a body by Standard Webhooks, with each of the secrets.
 * @param sentAt by the machine's clock: receivers refuse old requests
 */
export const signWebhook =
  (secrets: readonly string[], id: string, sentAt: Date): Signature =>
  (body) => {
    const timestamp = String(Math.floor(sentAt.getTime() / 1000))
    const signatures = secrets.map((secret) => {
      const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
  }

async function openEndpoint(ctx: Ctx, endpointId: string): ReturnType<NonNullable<Integration['openLane']>> {
  const endpoint = await ctx.db.webhookEndpoint.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: endpointId } },
  })
  if (!endpoint?.enabled) return 'webhookDisabled'
  const names = [secretName(endpointId), oldSecretName(endpointId)] as const
  const found = await readSecrets(ctx, names)
  const isOldValid = endpoint.oldSecretUntil !== null && endpoint.oldSecretUntil > ctx.now()
  const secrets = names.slice(0, isOldValid ? 2 : 1).flatMap((name) => found.get(name) ?? [])
  if (secrets.length === 0) return 'integrationNotConnected'
  return ({ id, event, payload, createdAt }) => ({
    method: 'POST',
    path: '',
    url: endpoint.url,
    json: { type: event, timestamp: createdAt.toISOString(), data: payload },
    sign: signWebhook(secrets, id, new Date(ctx.web.now())),
  })
}

/** Any status but 2xx is retried; 410 says that the receiver wants no more. */
const judge: NonNullable<Integration['judge']> = (status) => {
  if (status >= 200 && status < 300) return { problem: null, retry: false }
  if (status === 410) return { problem: 'webhookGone', retry: false }
  if (status >= 300 && status < 400) return { problem: 'webhookRedirected', retry: true }
  return { problem: 'integrationRefused', retry: true }
}

/** Disables an endpoint that is gone, or has accepted nothing for days; the merchant gets an email. */
const follow: NonNullable<Integration['answered']> = async (tx, endpointId, results) => {
  const where = { shopId: tx.shop.id, id: endpointId }
  if (results.some(({ problem }) => problem === 'webhookGone')) return disable(tx, endpointId, 'gone')
  if (results.some(({ problem }) => problem === null)) {
    await tx.db.webhookEndpoint.updateMany({
      where: { ...where, failingSince: { not: null } },
      data: { failingSince: null },
    })
    return
  }
  if (results.every(({ problem }) => problem === 'webhookDisabled' || problem === 'integrationPlanRequired')) return
  const endpoint = await tx.db.webhookEndpoint.findUnique({ where: { shopId_id: where } })
  if (!endpoint) return
  if (!endpoint.failingSince) await tx.db.webhookEndpoint.updateMany({ where, data: { failingSince: tx.now() } })
  else if (tx.now().getTime() - endpoint.failingSince.getTime() >= webhookFailureDays * dayMs)
    await disable(tx, endpointId, 'failing')
}

async function disable(tx: Ctx, id: string, reason: 'gone' | 'failing'): Promise<void> {
  const [endpoint] = await tx.db.webhookEndpoint.updateManyAndReturn({
    where: { shopId: tx.shop.id, id, enabled: true },
    data: { enabled: false, disabledReason: reason, updatedAt: tx.now() },
  })
  if (!endpoint) return
  tx.log.warn({ shopId: tx.shop.id, endpoint: id, reason }, 'a webhook was disabled')
  await tx.emit('webhook.disabled', { id, url: endpoint.url, reason })
}

/** Events for addresses of the merchant's choice, as Standard Webhooks. */
export const webhook: Integration = {
  key: 'webhook',
  name: 'Webhooks',
  baseUrl: '',
  fields: [],
  feature: 'webhooks',
  delivers: true,
  openLane: openEndpoint,
  judge,
  answered: follow,
  async connectedAt({ db, shop }) {
    const endpoint = await db.webhookEndpoint.findFirst({
      where: { shopId: shop.id, enabled: true },
      orderBy: { createdAt: 'asc' },
    })
    return endpoint?.createdAt ?? null
  },
  standIn: receiveWebhook,
}

/** Receives webhooks in the demo. The path's end selects its answer: `/busy`, `/gone`, `/moved` or any status. */
function receiveWebhook({ method, path, headers, body }: ReceivedRequest): StandInAnswer {
  const missing = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].find((name) => !headers[name])
  if (method !== 'POST' || missing) return { status: 400, problem: missing ?? method }
  const parsed = webhookBody.safeParse(JSON.parse(body))
  if (!parsed.success) return { status: 422, problem: z.prettifyError(parsed.error) }
  const wanted = path.slice(path.lastIndexOf('/') + 1)
  if (wanted === 'busy') return { status: 503, headers: { 'retry-after': '30' } }
  if (wanted === 'gone') return { status: 410 }
  if (wanted === 'moved') return { status: 307, headers: { location: '/' } }
  return { status: 200, body: { received: parsed.data.type === testTopic ? 'test' : true } }
}
