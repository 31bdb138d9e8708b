import type { SessionRefusal } from '../platform.ts'
import type { WebhookHeaderNames } from '../webhook-signature.ts'

/** Admin API version of every document here. */
export const apiVersion = '2026-10'

export const webhookHeaders: WebhookHeaderNames = {
  signature: 'x-shopify-hmac-sha256',
  topic: 'x-shopify-topic',
  shopDomain: 'x-shopify-shop-domain',
  apiVersion: 'x-shopify-api-version',
  webhookId: 'x-shopify-webhook-id',
  eventId: 'x-shopify-event-id',
  triggeredAt: 'x-shopify-triggered-at',
}

/** Header names of the platform's "Events", which may carry the others, too. */
export const eventHeaders: WebhookHeaderNames = {
  signature: 'shopify-hmac-sha256',
  topic: 'shopify-topic',
  shopDomain: 'shopify-shop-domain',
  apiVersion: 'shopify-api-version',
  webhookId: 'shopify-webhook-id',
  eventId: 'shopify-event-id',
  triggeredAt: 'shopify-triggered-at',
}

export const webhookFamilies = [eventHeaders, webhookHeaders]

export const accessTokenHeader = 'x-shopify-access-token'

const retry = 'X-Shopify-Retry-Invalid-Session-Request'
const reauthorize = 'X-Shopify-API-Request-Failure-Reauthorize'
const reauthorizeUrl = 'X-Shopify-API-Request-Failure-Reauthorize-Url'

/** Path where the merchant grants access again (spec 8). */
const reauthorizePath = '/api/auth'

/**
 * Returns headers of a refused call from the admin's frame. A stale token makes the platform's script retry with a
 * fresh one. Otherwise the page goes to the reauthorization URL.
 */
export function refusalHeaders(refusal: SessionRefusal): Record<string, string> {
  if (refusal.kind === 'stale') return { [retry]: '1', 'Access-Control-Expose-Headers': retry }
  return {
    [reauthorize]: '1',
    [reauthorizeUrl]: refusal.url ?? reauthorizePath,
    'Access-Control-Expose-Headers': `${reauthorize}, ${reauthorizeUrl}`,
  }
}
