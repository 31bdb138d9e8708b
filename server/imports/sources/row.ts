import type { Field, ImportedStatus, ParseOptions } from './source.ts'

/** Rules that differ from app to app. */
export interface FieldRules {
  id: string
  /** Shared by several file formats of one app; the source's own id by default. */
  app?: string
  /** Columns with ids of another series, and the prefix to store them under. */
  series?: Readonly<Record<string, string>>
  /** Lower-case words of the status column. */
  statuses: Readonly<Record<string, ImportedStatus>>
  /** Product ids don't belong to the shop's platform. */
  foreignProductIds?: boolean
}

export interface Row {
  cell(field: Field): string
  nameOf(field: Field): string
  rules: FieldRules
  reading: ParseOptions
}
