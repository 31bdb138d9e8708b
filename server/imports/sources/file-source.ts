import { makeGuards } from '../../core/formula-guard.ts'
import { readMarkup } from '../parsing/entities.ts'
import { bindColumns, normaliseName, type Header } from '../parsing/header.ts'
import { undoExcelGuard } from '../parsing/excel-guards.ts'
import { shorten } from '../parsing/text.ts'
import { readNote } from './noted-formats.ts'
import { namesProductCode } from './product-names.ts'
import { hasLongText, readReview } from './read-review.ts'
import { findDeciders, isReplyPrivate, listShowEvidence, readShown, withDeciders } from './showing.ts'
import { withoutNullWord } from './words.ts'
import type { FieldRules } from './row.ts'
import type { Field, ImportSource, RecordReader } from './source.ts'

export interface FileSourceTable extends FieldRules {
  id: string
  name: string
  /** Accepted header names of each field, the usual one first. */
  columns: Partial<Record<Field, readonly string[]>>
  required: readonly Field[]
  /** Columns the app writes that we don't use. */
  ignored?: readonly string[]
  /** Columns of other apps: a file with one of them is not from this source. */
  foreign?: readonly string[]
  /** Least share of known columns; lower where the required columns are unique. */
  leastKnown?: number
}

/** The column that error files add. A fixed file comes back with it, and with formula guards. */
export const reasonColumn = 'import_error'

const addressFields: ReadonlySet<Field> = new Set([
  'url',
  'pictures',
  'pictures2',
  'pictures3',
  'pictures4',
  'pictures5',
  'videos',
])

const textFields: ReadonlySet<Field> = new Set<Field>([
  'content',
  'title',
  'reply',
  'author',
  'lastName',
  'otherAuthor',
  'productTitle',
  'variant',
  'location',
])

/** Below this share of known columns a file is another app's. */
const usualLeastKnown = 0.6

export function fileSource(table: FileSourceTable): ImportSource {
  const { ignored = [], foreign = [], leastKnown = usualLeastKnown } = table
  const known = new Set([...Object.values(table.columns).flat(), ...ignored, reasonColumn].map(normaliseName))
  const foreignKeys = new Set(foreign.map(normaliseName))
  const ignoredColumns = new Set([...ignored, reasonColumn].map(normaliseName))
  return {
    id: table.id,
    ...(table.app !== undefined && { app: table.app }),
    name: table.name,
    requiredColumns: table.required.map((field) => table.columns[field]?.[0] ?? field),
    usualColumns: Object.values(table.columns).flatMap(([usual]) => usual ?? []),
    ignoredColumns,
    detect(header) {
      const bound = bindColumns(header, table.columns)
      if (table.required.some((field) => !bound.has(field))) return 0
      if (header.keys.some((key) => foreignKeys.has(key))) return 0
      const named = header.keys.filter(Boolean)
      const share = named.filter((key) => known.has(key)).length / named.length
      return share < leastKnown ? 0 : share
    },
    open: (header) =>
      openReader(header, { bound: bindColumns(header, table.columns), rules: table, ignored: ignoredColumns }),
  }
}

interface ReaderColumns {
  bound: ReadonlyMap<Field, number>
  rules: FieldRules
  ignored?: ReadonlySet<string>
  /** The merchant chose the columns. */
  asksLeftOut?: boolean
}

export function openReader(header: Header, { bound, rules, ...leftOver }: ReaderColumns): RecordReader {
  // A re-uploaded error file has our formula guards.
  const reasonAt = header.names.indexOf(reasonColumn)
  const guarded = reasonAt >= 0
  const { unguard } = makeGuards(header.separator ?? ',')
  const cellAt = (cells: readonly string[], at: number, isAddress = false): string => {
    const cell = withoutNullWord(cells[at] ?? '')
    return undoExcelGuard(guarded ? unguard(cell) : cell, isAddress)
  }
  const cellOf = (cells: readonly string[], field: Field): string => {
    const at = bound.get(field)
    const cell = at === undefined ? '' : cellAt(cells, at, addressFields.has(field))
    if (!rules.plainTexts && cell !== '' && textFields.has(field)) return readMarkup(cell)
    return cell === '' && field === 'sku' ? (codesAt.map((code) => cellAt(cells, code)).find(Boolean) ?? '') : cell
  }
  // A barcode or another code names the product where no SKU does.
  const used = new Set(bound.values())
  const codesAt = [...header.keys.keys()].filter((at) => !used.has(at) && namesProductCode(header.keys[at] ?? ''))
  const deciders = findDeciders(header, bound, leftOver)
  const [ofReview, ofReply] = [deciders.filter((one) => !one.ofReply), deciders.filter((one) => one.ofReply)]
  const nameOf = (field: Field): string => header.names[bound.get(field) ?? -1] ?? ''
  return {
    fields: bound,
    shownFields: withDeciders(bound, deciders),
    evidence: (cells) => ({
      rating: cellOf(cells, 'rating'),
      dates: [cellOf(cells, 'date'), cellOf(cells, 'replyDate')].filter(Boolean),
      long: hasLongText({ cell: (field) => cellOf(cells, field) }),
      ...(deciders.length > 0 && { shows: listShowEvidence(deciders, (at) => cellAt(cells, at), rules.statuses) }),
      ...(guarded && { noted: readNote(cells[reasonAt] ?? '') }),
    }),
    read(cells, reading) {
      const surplus = cells.slice(header.names.length).find((cell) => cell.trim() !== '')
      if (surplus !== undefined) return { bad: [{ column: '', value: shorten(surplus, 200), reason: 'rowTooLong' }] }
      const at = (index: number): string => cellAt(cells, index)
      return readReview({
        cell: (field) => cellOf(cells, field),
        nameOf,
        rules,
        reading,
        shown: () => readShown(ofReview, at, { reading: reading.show, words: rules.statuses }),
        isReplyPrivate: () => isReplyPrivate(ofReply, at, reading.show),
      })
    },
  }
}
