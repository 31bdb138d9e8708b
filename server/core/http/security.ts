import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { placeScript } from '../../../client/storefront/widgets/box/place.ts'
import { isAdminPath, listSupportHosts } from './support.ts'
import type { Parts } from './parts.ts'

const scripts = `script-src 'self'`
/** Hash of the script on a demo product page that moves the review box. */
const placeHash = ` 'sha256-${createHash('sha256').update(placeScript).digest('base64')}'`
const base = [
  `default-src 'self'`,
  `img-src 'self' data: blob: https:`,
  `object-src 'none'`,
  `base-uri 'self'`,
  `form-action 'self'`,
]

/** Adds the headers of every response. Only the platform's admin may frame /embed, and Candor /demo/. */
export function addSecurityHeaders(app: FastifyInstance, { deps }: Parts): void {
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Pages behind email links send no referrer: their URL is the key.
    for (const [name, value] of Object.entries(listSecurityHeaders(deps, request.url, request.query)))
      if (!reply.hasHeader(name)) reply.header(name, value)
  })
}

/** Returns the security headers of a response. */
export function listSecurityHeaders(deps: Parts['deps'], url: string, query: unknown = {}): Record<string, string> {
  const path = url.split('?')[0] ?? '/'
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(deps.env.CANDOR_MODE === 'production' && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
    'content-security-policy': buildPolicy(path, query, deps),
    ...(findFrameAncestors(path, query, deps) === `'none'` && { 'x-frame-options': 'DENY' }),
  }
}

/** Allows Candor's own websockets, which older browsers don't count as 'self'. */
export const buildConnectPolicy = (origin: string): string => `connect-src 'self' ${origin.replace(/^http/, 'ws')}`

function findFrameAncestors(path: string, query: unknown, deps: Parts['deps']): string {
  if (path === '/embed' || path.startsWith('/embed/')) {
    const shop = (query as { shop?: unknown }).shop
    const domain = typeof shop === 'string' && deps.platform.isShopDomain(shop) ? shop : null
    return deps.platform.frameAncestors(domain).join(' ')
  }
  return path.startsWith('/demo/') ? `'self'` : `'none'`
}

function buildPolicy(path: string, query: unknown, deps: Parts['deps']): string {
  const { script } = deps.platform.appBridge
  const platformScripts = path.startsWith('/embed') && script.startsWith('https:') ? ` ${script}` : ''
  const support = isAdminPath(path) ? listSupportHosts(deps.env) : { chat: [], analytics: [] }
  const chat = support.chat.map((host) => ` ${host}`).join('')
  return [
    ...base,
    `media-src 'self' blob:${chat}`,
    `style-src 'self' 'unsafe-inline'${chat}`,
    `font-src 'self' data:${chat}`,
    ...(chat && [`frame-src 'self'${chat}`]),
    `${buildConnectPolicy(deps.origin)}${[...support.chat, ...support.analytics].map((host) => ` ${host}`).join('')}`,
    `${scripts}${platformScripts}${chat}${path.startsWith('/demo/store') ? placeHash : ''}`,
    `frame-ancestors ${findFrameAncestors(path, query, deps)}`,
  ].join('; ')
}
