import { hmacSha256, hasSameBytes } from './hmac.ts'
import type { IncomingHeaders, PlatformWebhook } from './platform.ts'

export interface WebhookHeaderNames {
  signature: string
  topic: string
  shopDomain: string
  apiVersion: string
  /** May be absent if `eventId` is given. */
  webhookId: string
  /** Same for all deliveries of one event, also of other topics. */
  eventId: string
  /** Optional header. */
  triggeredAt: string
}

interface WebhookRules {
  secret: string
  /** Families of header names. The first one with a signature counts. */
  families: readonly WebhookHeaderNames[]
  isShopDomain(text: string): boolean
}

const base64Sha256 = /^[A-Za-z0-9+/]{43}=$/
const topicForm = /^[a-z_]+(?:[/.][a-z_]+)+$/
const maxIdChars = 200

/** Returns the signature of a webhook: base64 HMAC-SHA256 of the raw body (spec 4). */
export function signWebhook(secret: string, rawBody: Uint8Array | string): string {
  return hmacSha256(secret, rawBody).toString('base64')
}

/**
 * Reads a signed webhook, or returns null if it is invalid. Refuses a wrong signature, missing or repeated headers, a
 * body that is no JSON object, and another shop's body. Checks the signature over the raw bytes before parsing.
 */
export function readWebhook(
  rawBody: Uint8Array,
  headers: IncomingHeaders,
  rules: WebhookRules,
): PlatformWebhook | null {
  if (rawBody.length === 0) return null
  const read = headerReader(headers)
  const names = rules.families.find(({ signature }) => read(signature) !== null)
  const signature = names ? read(names.signature) : null
  if (!names || signature === null || !base64Sha256.test(signature)) return null
  if (!hasSameBytes(hmacSha256(rules.secret, rawBody), Buffer.from(signature, 'base64'))) return null
  const topic = read(names.topic)
  const shopDomain = read(names.shopDomain)?.toLowerCase() ?? null
  const eventId = read(names.eventId)
  if (topic === null || !topicForm.test(topic) || read(names.apiVersion) === null) return null
  if (shopDomain === null || !rules.isShopDomain(shopDomain)) return null
  const webhookId = read(names.webhookId) ?? (eventId && `${topic} ${eventId}`)
  if (webhookId === null || webhookId.length > maxIdChars || (eventId?.length ?? 0) > maxIdChars) return null
  const payload = jsonObject(rawBody)
  if (payload && listShopDomains(payload).some((name) => rules.isShopDomain(name) && name !== shopDomain)) return null
  const triggeredAt = parseTime(read(names.triggeredAt))
  return payload && { topic, shopDomain, webhookId, eventId, triggeredAt, payload }
}

/** Returns the hosts that name a payload's shop. Ignores custom domains, which may be new. */
function listShopDomains({
  myshopify_domain: ofShop,
  shop_domain: ofRequest,
  order_status_url: ofOrder,
}: Record<string, unknown>): string[] {
  const host = typeof ofOrder === 'string' ? URL.parse(ofOrder)?.hostname : undefined
  return [ofShop, ofRequest, host].filter((name) => typeof name === 'string').map((name) => name.toLowerCase())
}

function headerReader(headers: IncomingHeaders): (name: string) => string | null {
  const byName = new Map<string, string | null>()
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase()
    // Refuses a repeated header: the signer may have meant either.
    byName.set(key, byName.has(key) || typeof value !== 'string' || value === '' ? null : value)
  }
  return (name) => byName.get(name) ?? null
}

function jsonObject(rawBody: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

function parseTime(text: string | null): Date | null {
  const time = text === null ? NaN : Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time)
}
