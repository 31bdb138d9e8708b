import { hasSameBytes, hmacSha256 } from './hmac.ts'
import type { OAuthCallback } from './platform.ts'

interface CallbackRules {
  secret: string
  isShopDomain(text: string): boolean
  /** Wall clock; only tests replace it. */
  now?: () => Date
}

/** Maximum age of a callback in seconds, in both directions. */
const callbackWindowSeconds = 90
const hexSha256 = /^[0-9a-f]{64}$/

/** Returns the hex HMAC-SHA256 of a callback's parameters, sorted as `k=v&k=v`. */
export function signCallback(secret: string, query: URLSearchParams): string {
  const signed = new URLSearchParams([...query].filter(([name]) => name !== 'hmac' && name !== 'signature'))
  signed.sort()
  return hmacSha256(secret, signed.toString()).toString('hex')
}

/** Reads the platform's callback after a merchant granted access; returns null if it is invalid. */
export function readCallback(query: URLSearchParams, rules: CallbackRules): OAuthCallback | null {
  // With a repeated name, signer and reader could use different values.
  if (new Set(query.keys()).size !== [...query.keys()].length) return null
  const given = query.get('hmac') ?? ''
  if (!hexSha256.test(given)) return null
  if (!hasSameBytes(Buffer.from(signCallback(rules.secret, query), 'hex'), Buffer.from(given, 'hex'))) return null
  const timestamp = query.get('timestamp') ?? ''
  const age = (rules.now?.() ?? new Date()).getTime() / 1000 - Number(timestamp)
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > callbackWindowSeconds) return null
  const [shopDomain = '', code = '', state = ''] = ['shop', 'code', 'state'].map((name) => query.get(name) ?? '')
  return rules.isShopDomain(shopDomain) && code !== '' && state !== '' ? { shopDomain, code, state } : null
}
