import { isFields, type Fields } from './document.ts'

/** A changed field of a settings document, kept in the shop's history. */
export interface FieldChange {
  /** Its path, such as reviewReminder.subject. */
  field: string
  /** Long texts are cut, long lists are `{ entries }`. For a secret: whether it was set. */
  before: unknown
  after: unknown
  isSecret?: boolean
}

const mostTextChars = 500
const mostValueChars = 2_000

/** Returns the fields in which a document differs. A list is one value. */
export function listChanges(before: Fields, after: Fields, path = ''): FieldChange[] {
  return Object.entries(after).flatMap(([name, value]): FieldChange[] => {
    const field = path ? `${path}.${name}` : name
    const old = before[name]
    if (isFields(value) && isFields(old)) return listChanges(old, value, field)
    if (JSON.stringify(old) === JSON.stringify(value)) return []
    return [{ field, before: shorten(old), after: shorten(value) }]
  })
}

/** Cuts long texts; counts the entries of long lists. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > mostTextChars ? `${value.slice(0, mostTextChars).toWellFormed()}…` : value
  if (value === undefined) return null
  if (JSON.stringify(value).length <= mostValueChars) return value
  return Array.isArray(value) ? { entries: value.length } : null
}
