import { hmacSha256, hasSameBytes } from './hmac.ts'
import type { IncomingHeaders, PlatformWebhook } from './platform.ts'

export interface WebhookHeaderNames {
  signature: string
  topic: string
  shopDomain: string
  apiVersion: string
  webhookId: string
  /** Optional header. */
  triggeredAt: string
}

interface WebhookRules {
  secret: string
  names: WebhookHeaderNames
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
  const signature = read(rules.names.signature)
  if (signature === null || !base64Sha256.test(signature)) return null
  if (!hasSameBytes(hmacSha256(rules.secret, rawBody), Buffer.from(signature, 'base64'))) return null
  const topic = read(rules.names.topic)
  const shopDomain = read(rules.names.shopDomain)?.toLowerCase() ?? null
  const webhookId = read(rules.names.webhookId)
  if (topic === null || !topicForm.test(topic)) return null
  if (shopDomain === null || !rules.isShopDomain(shopDomain)) return null
  if (webhookId === null || webhookId.length > maxIdChars || read(rules.names.apiVersion) === null) return null
  const payload = jsonObject(rawBody)
  if (payload && listShopDomains(payload).some((name) => rules.isShopDomain(name) && name !== shopDomain)) return null
  return payload && { topic, shopDomain, webhookId, triggeredAt: parseTime(read(rules.names.triggeredAt)), payload }
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
