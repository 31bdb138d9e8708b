import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { placeScript } from '../../../client/storefront/widgets/box/place.ts'
import type { Parts } from './parts.ts'

const scripts = `script-src 'self'`
/** Hash of the script on a demo product page that moves the review box. */
const placeHash = ` 'sha256-${createHash('sha256').update(placeScript).digest('base64')}'`
const base = [
  `default-src 'self'`,
  `img-src 'self' data: blob: https:`,
  `media-src 'self' blob:`,
  `style-src 'self' 'unsafe-inline'`,
  `font-src 'self' data:`,
  `connect-src 'self' ws: wss:`,
  `object-src 'none'`,
  `base-uri 'self'`,
  `form-action 'self'`,
]

/** Adds the headers of every response. Only the platform's admin may frame /embed, and Candor /demo/. */
export function addSecurityHeaders(app: FastifyInstance, { deps }: Parts): void {
  app.addHook('onSend', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    reply.header('x-content-type-options', 'nosniff')
    // Pages behind email links send no referrer: their URL is the key.
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    if (deps.env.CANDOR_MODE === 'production')
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (!reply.hasHeader('content-security-policy'))
      reply.header('content-security-policy', buildPolicy(path, request.query, deps))
    if (findFrameAncestors(path, request.query, deps) === `'none'`) reply.header('x-frame-options', 'DENY')
  })
}

function findFrameAncestors(path: string, query: unknown, deps: Parts['deps']): string {
  if (path === '/embed' || path.startsWith('/embed/')) {
    const shop = (query as { shop?: unknown }).shop
    const domain = typeof shop === 'string' && deps.platform.isShopDomain(shop) ? shop : null
    return deps.platform.frameAncestors(domain).join(' ')
  }
  return path.startsWith('/demo/') ? `'self'` : `'none'`
}

function buildPolicy(path: string, query: unknown, deps: Parts['deps']): string {
  const platformScripts =
    path.startsWith('/embed') && deps.platform.name === 'shopify' ? ' https://cdn.shopify.com' : ''
  return [
    ...base,
    `${scripts}${platformScripts}${path.startsWith('/demo/store') ? placeHash : ''}`,
    `frame-ancestors ${findFrameAncestors(path, query, deps)}`,
  ].join('; ')
}
