import { isFields, type Fields } from './document.ts'

/** A changed field of a settings document, kept in the shop's history. */
export interface FieldChange {
  /** Its path, such as reviewReminder.subject. */
  field: string
  /** Null also for values that are too long to keep. For a secret: whether it was set. */
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

/** Cuts long texts; leaves out other long values. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > mostTextChars ? `${value.slice(0, mostTextChars).toWellFormed()}…` : value
  const isLong = value === undefined || JSON.stringify(value).length > mostValueChars
  return isLong ? null : value
}
