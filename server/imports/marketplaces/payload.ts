import { isObject } from '../../../rules/json.ts'
import { InvalidInput } from '../../core/errors.ts'

/** Limits far above a marketplace's responses, which have some thousands of values, a dozen levels deep. */
const mostValues = 200_000
const deepest = 64
/** A response has some hundred KB, a page some MB. */
export const largestPayloadBytes = 8 * 1024 * 1024

export type Values = Readonly<Record<string, unknown>>

/** Whether a text may be JSON. CSV never begins like this. */
export const looksLikeJson = (text: string): boolean =>
  /^[\s\uFEFF]*(?:\{\s*["}]|\[\s*[[{\]])/.test(text.slice(0, 1000))

/**
 * Parses JSON. Whole numbers beyond 2^53 become texts, because marketplace ids exceed exact numbers. Returns undefined
 * for invalid JSON.
 * @throws InvalidInput notMarketplaceReviews for more or deeper values than a marketplace sends
 */
export function readPayload(text: string): unknown {
  if (!isBounded(text)) throw new InvalidInput({ file: 'notMarketplaceReviews' })
  try {
    return parseExactly(text, (_key, value, { source = '' } = {}) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value,
    )
  } catch {
    return undefined
  }
}

/** Parses a response to our own request. Also returns undefined when it is too large. */
export function readFetchedPayload(text: string): unknown {
  return looksLikeJson(text) && isBounded(text) ? readPayload(text) : undefined
}

/** TypeScript's types lack the reviver's source text. */
const parseExactly = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
) => unknown

/** Counts brackets and separators outside strings first, so that parsing can't exhaust the memory. */
function isBounded(text: string): boolean {
  let values = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 0x22) {
      at = endOfString(text, at)
      continue
    }
    const opens = sign === 0x5b || sign === 0x7b
    if (sign === 0x5d || sign === 0x7d) depth--
    if (opens) depth++
    if ((opens || sign === 0x2c) && ++values > mostValues) return false
    if (depth > deepest) return false
  }
  return true
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 0x5c) at++
    else if (sign === 0x22) return at
  }
  return text.length
}

const valueOf = (from: unknown, name: string): unknown =>
  isObject(from) && Object.hasOwn(from, name) ? from[name] : undefined

export const at = (from: unknown, ...path: readonly string[]): unknown => path.reduce(valueOf, from)

/** Returns texts and numbers as text, anything else as ''. */
export function textAt(from: unknown, ...path: readonly string[]): string {
  const value = at(from, ...path)
  return typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** Returns a number, also if written as text; NaN otherwise. */
export const numberAt = (from: unknown, ...path: readonly string[]): number => {
  const text = textAt(from, ...path).trim()
  return text === '' ? Number.NaN : Number(text)
}

export function listAt(from: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = at(from, ...path)
  return Array.isArray(value) ? (value as unknown[]) : []
}

export const textsAt = (from: unknown, ...path: readonly string[]): string[] =>
  listAt(from, ...path).filter((one): one is string => typeof one === 'string' && one.trim() !== '')
