import { maxPageSize } from '../../rules/limits.ts'
import { parseJson } from '../../rules/json.ts'
import { InvalidInput } from './errors.ts'

/** The query of a REST row: each key once, or several times. */
export type Query = Record<string, string | string[] | undefined>

/** A key's one value. @throws InvalidInput where it stands twice */
export function readParam(query: Query, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) throw new InvalidInput({ [name]: 'valueInvalid' })
  return value
}

/** Lists come as repeated keys, joined by commas, or as JSON. */
export function readListParam(query: Query, name: string): string[] {
  const value = query[name] ?? query[`${name}[]`]
  if (value === undefined || value === '') return []
  if (Array.isArray(value)) return value
  const parsed = parseObjectOrList(value)
  return (Array.isArray(parsed) ? parsed.map(String) : value.split(',')).map((word) => word.trim()).filter(Boolean)
}

/** Parses JSON of an object or a list. Returns null for any other text. */
export function parseObjectOrList(text: string): unknown[] | Record<string, unknown> | null {
  return /^[[{]/.test(text) ? (parseJson(text) as unknown[] | Record<string, unknown> | null) : null
}

/**
 * Fields of dates by the keys they come under. A bare day is the whole day in UTC, its end for a field that ends on "to"; what is
 * no date is left for the rules to refuse.
 */
export function readDateParams(query: Query, names: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [field, name] of Object.entries(names)) {
    const text = readParam(query, name)
    if (!text) continue
    const end = /to$/i.test(field)
    found[field] = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${end ? '23:59:59.999' : '00:00:00.000'}Z` : text
  }
  return found
}

/** Rows of a page, 1 to 100. @throws InvalidInput */
export function readPageSize(query: Query, name: string, absent: number): number {
  const text = readParam(query, name)
  if (text === undefined || text === '') return absent
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > maxPageSize)
    throw new InvalidInput({ [name]: { code: 'betweenEqual', params: { min: 1, max: maxPageSize } } })
  return value
}
