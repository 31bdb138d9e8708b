import type { Field, ImportedStatus, ParseOptions } from './source.ts'

/** How an app writes what apps write differently. */
export interface FieldRules {
  id: string
  /** Two shapes of one app share its ids; the source's own id unless given. */
  app?: string
  /** Columns whose ids are of another series than those of the app's other columns, and under which name they are kept. */
  series?: Readonly<Record<string, string>>
  /** Lower-case words of the status column. */
  statuses: Readonly<Record<string, ImportedStatus>>
  /** Its ids of products are not those of the shop's platform. */
  foreignProductIds?: boolean
}

/** One record as its source reads it. */
export interface Row {
  /** The raw cell of a field, empty when the file has no such column. */
  cell(field: Field): string
  /** Name of the field's column in this file. */
  nameOf(field: Field): string
  rules: FieldRules
  reading: ParseOptions
}
