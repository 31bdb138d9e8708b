import type { Shown } from './showing.ts'
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
  /** Texts are stored as they are read, without tags and entities of a page. */
  plainTexts?: boolean
  /** Product ids don't belong to the shop's platform. */
  foreignProductIds?: boolean
}

export interface Row {
  cell(field: Field): string
  nameOf(field: Field): string
  rules: FieldRules
  reading: ParseOptions
  /** What the columns about showing say. */
  shown(): Shown
  isReplyPrivate(): boolean
}
