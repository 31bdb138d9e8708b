import { maxPageSize } from '../../rules/limits.ts'
import { parseJson } from '../../rules/json.ts'
import { InvalidInput } from './errors.ts'

/** The query of a REST request: each key once or several times. */
export type Query = Record<string, string | string[] | undefined>

/** Returns a key's single value. @throws InvalidInput when it is repeated */
export function readParam(query: Query, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) throw new InvalidInput({ [name]: 'valueInvalid' })
  return value
}

/** Reads a list from repeated keys, a comma-separated text, or JSON. */
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

/** Returns date fields. A day without a time is the whole day in UTC: its end for a field ending in "to". */
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

/** Returns the page size, 1 to 100. @throws InvalidInput */
export function readPageSize(query: Query, name: string, absent: number): number {
  const text = readParam(query, name)
  if (text === undefined || text === '') return absent
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > maxPageSize)
    throw new InvalidInput({ [name]: { code: 'betweenEqual', params: { min: 1, max: maxPageSize } } })
  return value
}
