import { hmacSha256, hasSameBytes } from './hmac.ts'
import type { ProxyCall } from './platform.ts'

interface ProxyRules {
  secret: string
  isShopDomain(text: string): boolean
  /** Wall clock; only tests replace it. */
  now?: () => Date
}

/** Maximum age of a forwarded call in seconds, in both directions (spec 4). */
const proxyWindowSeconds = 90
const onceOnly = ['shop', 'timestamp', 'signature']
const onceAtMost = ['logged_in_customer_id', 'path_prefix']
const hexSha256 = /^[0-9a-f]{64}$/

/** Returns the hex HMAC-SHA256 of the parameters, sorted as `k=v`; repeated values are joined by a comma. */
export function signProxyQuery(secret: string, query: URLSearchParams): string {
  const names = [...new Set(query.keys())].filter((name) => name !== 'signature' && name !== 'hmac').sort()
  return hmacSha256(secret, names.map((name) => `${name}=${query.getAll(name).join(',')}`).join('')).toString('hex')
}

/** Reads a call that the platform forwarded from the shop's URL; returns null if it is invalid. */
export function readProxyCall(query: URLSearchParams, rules: ProxyRules): ProxyCall | null {
  // With a repeated `shop` or `signature`, signer and reader could use different values.
  if (onceOnly.some((name) => query.getAll(name).length !== 1) || query.has('hmac')) return null
  // The platform signs what a shopper adds to the address. A second value could stand first.
  if (onceAtMost.some((name) => query.getAll(name).length > 1)) return null
  const signature = query.get('signature') ?? ''
  if (!hexSha256.test(signature)) return null
  const expected = Buffer.from(signProxyQuery(rules.secret, query), 'hex')
  if (!hasSameBytes(expected, Buffer.from(signature, 'hex'))) return null
  const timestamp = query.get('timestamp') ?? ''
  const age = (rules.now?.() ?? new Date()).getTime() / 1000 - Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > proxyWindowSeconds) return null
  const shopDomain = query.get('shop')?.toLowerCase() ?? ''
  if (!rules.isShopDomain(shopDomain)) return null
  return {
    shopDomain,
    pathPrefix: query.get('path_prefix') ?? '',
    customerId: query.get('logged_in_customer_id') || null,
  }
}
