import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto'

/** Purposes with a key each: a link made for one purpose never opens another. */
export type Purpose =
  | 'review-form'
  | 'unsubscribe'
  | 'open'
  | 'edit-confirm'
  | 'edit-deny'
  | 'objection'
  | 'review-confirm'
  | 'cursor'
  | 'import-errors'
  | 'review-export'
  | 'archive'
  | 'archive-mail'
  | 'export-file'
  | 'privacy-file'
  | 'preview'
  | 'discount'
  | 'portal'
  | 'visitor'
  | 'network'
  | 'reviewer'
  | 'feed'
  | 'instagram'
  | 'instagram-begin'
  | 'oauth'
  | 'platform-login'
  | 'oidc'
  | 'oidc-login'
  | 'account'
  | 'support-chat'
  | 'survey'

export interface Signer {
  /**
   * Makes an opaque URL-safe token.
   * @param ttlSeconds lifetime by the wall clock; absent: until the secret changes
   */
  sign(purpose: Purpose, payload: object, ttlSeconds?: number): string
  /** Returns the payload of a token of this purpose, or null: forged, of another purpose, expired, malformed. */
  verify<T extends object>(purpose: Purpose, token: string): T | null
}

const macBytes = 16
const longestToken = 2048

/** Signs tokens for links and cursors (decisions: tokens and signatures use the wall clock). */
export function makeSigner(secret: string): Signer {
  const keys = new Map<Purpose, KeyObject>()
  const keyOf = (purpose: Purpose): KeyObject => {
    let key = keys.get(purpose)
    if (!key) keys.set(purpose, (key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'candor', purpose, 32)))))
    return key
  }
  const mac = (purpose: Purpose, body: string) =>
    createHmac('sha256', keyOf(purpose)).update(body).digest().subarray(0, macBytes)
  return {
    sign(purpose, payload, ttlSeconds) {
      const expires = ttlSeconds ? { exp: Math.floor(Date.now() / 1000) + ttlSeconds } : {}
      const body = Buffer.from(JSON.stringify({ ...payload, ...expires })).toString('base64url')
      return `${body}.${mac(purpose, body).toString('base64url')}`
    },
    verify<T extends object>(purpose: Purpose, token: string): T | null {
      if (token.length > longestToken) return null
      const [body, signature, rest] = token.split('.')
      if (!body || !signature || rest !== undefined) return null
      const given = Buffer.from(signature, 'base64url')
      // The text must be canonical: base64url has spare bits in its last character.
      if (given.length !== macBytes || given.toString('base64url') !== signature) return null
      if (!timingSafeEqual(given, mac(purpose, body))) return null
      const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as T & { exp?: number }
      if (payload.exp !== undefined && payload.exp * 1000 < Date.now()) return null
      return payload
    },
  }
}
