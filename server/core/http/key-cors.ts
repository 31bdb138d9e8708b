import { keyPrefix } from '../../../rules/api-keys.ts'
import { idempotencyHeader } from '../idempotency/idempotency.ts'
import { readBearer } from './credentials.ts'

/** Headers that a page of another origin may send: those of a key, never of a login. */
const sent = ['authorization', 'content-type', idempotencyHeader, 'if-none-match'].join(', ')
const shown = 'RateLimit, RateLimit-Policy, Retry-After, ETag, Location'

/**
 * Returns the headers that open an answer to pages of other origins. Only a key opens it. Its
 * page has the key already, while a browser's login must never answer a page of another site.
 */
export function listKeyCors(authorization: string | undefined): Record<string, string> {
  return readBearer(authorization)?.startsWith(keyPrefix) === true
    ? { 'access-control-allow-origin': '*', 'access-control-expose-headers': shown }
    : {}
}

/** Returns the headers that answer OPTIONS on a path with these methods, also as a browser's preflight. */
export const listPreflight = (methods: readonly string[]): Record<string, string> => ({
  allow: listAllow(methods),
  'access-control-allow-origin': '*',
  'access-control-allow-methods': listAllow(methods),
  'access-control-allow-headers': sent,
  'access-control-max-age': '86400',
})

/** Returns the value of `Allow`: the methods of a path. */
export const listAllow = (methods: readonly string[]): string => [...methods, 'OPTIONS'].join(', ')
