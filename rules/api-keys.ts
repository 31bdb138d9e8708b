/** What a key may do: read the shop, change it, or read what its storefront shows. */
export const KEY_SCOPES = ['READ', 'WRITE', 'STOREFRONT'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

export const keyPrefix = 'cdr_'
/** Characters of a key that lists show: enough to recognize it, far too few to guess it. */
export const shownKeyChars = 12
export const maxKeyNameChars = 60
/** Keys of a shop that are neither revoked nor expired. */
export const maxApiKeys = 20
/** Hours for which a rotated key may still work, and those that are suggested. */
export const maxOverlapHours = 7 * 24
export const overlapHours = [0, 1, 24, maxOverlapHours] as const
/** Days after which a key that no longer works is deleted. */
export const endedKeyDays = 30

/** 256 random bits in base64url after the prefix. */
const keyFormat = /^cdr_[\w-]{43}$/
export const isKeyFormat = (text: string): boolean => text.length === keyPrefix.length + 43 && keyFormat.test(text)

/**
 * Whether a text, such as a URL, contains a key, also percent-encoded. A key stands alone: random text, such as a cursor,
 * may contain its prefix.
 */
export const hasKey = (text: string): boolean => /(?:^|[^\w-]|%[\da-f]{2})cdr(?:_|%5f)[\w-]{43}(?![\w-])/i.test(text)

/** Whether an answer contains a secret that is shown once: a key, or a webhook's secret. */
export const hasSecret = (text: string): boolean => hasKey(text) || /whsec_[\w+/=-]{20}/.test(text)

/** Returns whether the scopes allow one: WRITE includes READ, and both include STOREFRONT. */
export function includesScope(scopes: readonly KeyScope[], scope: KeyScope): boolean {
  return (
    scopes.includes(scope) || (scope !== 'WRITE' && scopes.some((given) => given === 'WRITE' || scope === 'STOREFRONT'))
  )
}
