import { isObject } from '../../../rules/json.ts'
import { InvalidInput } from '../../core/errors.ts'

/** Answers of marketplaces have some thousands of values, a dozen deep; what has far more was not written by one. */
const mostValues = 200_000
const deepest = 64
/** A marketplace's answer has some hundred KB, its page some MB. */
export const largestPayloadBytes = 8 * 1024 * 1024

export type Values = Readonly<Record<string, unknown>>

/** Whether a text may be JSON: nothing of separated text begins so. */
export const looksLikeJson = (text: string): boolean =>
  /^[\s\uFEFF]*(?:\{\s*["}]|\[\s*[[{\]])/.test(text.slice(0, 1000))

/**
 * A JSON text with whole numbers beyond 2^53 as the texts they were written as: ids of marketplaces are longer than a number is exact.
 * Undefined when it is no JSON.
 * @throws InvalidInput notMarketplaceReviews for more values, or deeper ones, than an answer of a marketplace has
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

/** The same of what we asked for ourselves: undefined also when it is larger than an answer may be. */
export function readFetchedPayload(text: string): unknown {
  return looksLikeJson(text) && isBounded(text) ? readPayload(text) : undefined
}

/** The types do not know yet that a reviver sees the source of a value. */
const parseExactly = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
) => unknown

/** Counts what opens and separates values outside strings, so that nothing is built of a text that would fill the memory. */
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

/** Where the string that begins here ends; the end of the text when it does not. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === 0x5c) at++
    else if (sign === 0x22) return at
  }
  return text.length
}

/** What an object holds under a name of its own; undefined for all else. */
const valueOf = (from: unknown, name: string): unknown =>
  isObject(from) && Object.hasOwn(from, name) ? from[name] : undefined

/** What lies at the end of a path of names. */
export const at = (from: unknown, ...path: readonly string[]): unknown => path.reduce(valueOf, from)

/** Texts and numbers as text; empty for all else. */
export function textAt(from: unknown, ...path: readonly string[]): string {
  const value = at(from, ...path)
  return typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : ''
}

/** A number, also one that was written as a text; NaN for all else. */
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
