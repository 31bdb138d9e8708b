import { hash } from 'node:crypto'
import { z } from 'zod'
import { neededFields, requiredFields } from '../../../rules/import-apps.ts'
import { InvalidInput, type Problem } from '../../core/errors.ts'
import { normaliseName, type Header } from '../parsing/header.ts'
import { columnWords } from './column-words.ts'
import { openReader, reasonColumn } from './file-source.ts'
import { findReplyComment, findShowColumn } from './show-columns.ts'
import { fieldOf } from './showing.ts'
import { FIELDS, type Field, type ImportSource, type Mapping } from './source.ts'

/** Fields that exist only in certain apps' files. */
const ofApps: readonly Field[] = ['otherAuthor', 'approved', 'source', 'parent']
/** Fields that a merchant can map a column to. */
export const mappedFields: readonly Field[] = FIELDS.filter((field) => !ofApps.includes(field))

const signs = /[^\p{L}\p{N}]/gu
/** Words that add no meaning before or after another: `Customer Review`, `Review Rating (1-5)`. */
const fillers = /^(?:reviewer|reviews|review|customer|shopify|the|your)+|(?:15|05|1to5|outof5|optional|required|utc)$/g

/** Fields that the first word of a column identifies. */
const byFirstWord: ReadonlySet<Field> = new Set(['rating', 'date'])
const plain = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd').replace(signs, '')
const asked = Object.entries(columnWords).map(
  ([field, words]) => [field as Field, words.split(/\s+/).map(plain)] as const,
)

/**
 * Guesses the fields of columns: by the whole name, then without filler words. Ratings and dates also match by the
 * first word, as in `Fecha de la opinión`. One column feeds one field.
 */
export function guessMapping({ names }: Header): Mapping {
  const wholes = names.map((name) => (normaliseName(name) === normaliseName(reasonColumn) ? '' : plain(name)))
  const guessed: Partial<Record<Field, number>> = {}
  const taken = new Set<number>()
  const firsts = names.map((name, at) => (wholes[at] === '' ? '' : plain(name.trim().split(/[\s_:(/-]+/)[0] ?? '')))
  const ways = [
    [wholes, asked],
    [wholes.map((key) => key.replace(fillers, '')), asked],
    [firsts, asked.filter(([field]) => byFirstWord.has(field))],
  ] as const
  for (const [keys, wanted] of ways) {
    const places = Map.groupBy(keys.keys(), (at) => keys[at] ?? '')
    for (const [field, words] of wanted) {
      if (guessed[field] !== undefined) continue
      const at = words.flatMap((word) => places.get(word) ?? []).find((place) => !taken.has(place))
      if (at === undefined) continue
      guessed[field] = at
      taken.add(at)
    }
  }
  const comment = guessed.reply === undefined ? findReplyComment(names, taken, names[guessed.content ?? -1]) : undefined
  if (comment !== undefined) {
    guessed.reply = comment
    taken.add(comment)
  }
  guessShowColumns(names, { guessed, taken })
  return guessed
}

/** Guesses columns about showing by their sense. Columns that have no field left are read, too (showing.ts). */
function guessShowColumns(
  names: readonly string[],
  { guessed, taken }: { guessed: Partial<Record<Field, number>>; taken: Set<number> },
): void {
  for (const [at, name] of names.entries()) {
    const column = taken.has(at)
      ? null
      : findShowColumn(name, guessed.reply === undefined ? '' : names[guessed.content ?? -1])
    const field = column && fieldOf(column)
    if (!field || guessed[field] !== undefined) continue
    guessed[field] = at
    taken.add(at)
  }
}

export const isComplete = (mapping: Mapping): boolean => neededFields.every((field) => mapping[field] !== undefined)

export const canBeMapped = ({ keys }: Header): boolean =>
  keys.filter((key) => key !== '' && key !== normaliseName(reasonColumn)).length >= neededFields.length

const shape = z.partialRecord(z.enum(mappedFields), z.int('valueInvalid').min(0, 'valueInvalid'), 'malformedInput')

/** @throws InvalidInput under `mapping.<field>`: required, columnTwice; valueInvalid for an unknown column */
export function settleMapping(input: unknown, columns: number): Mapping {
  const read = shape.safeParse(input)
  if (!read.success) throw new InvalidInput({ mapping: 'malformedInput' })
  const problems: Record<string, Problem> = {}
  const taken = new Set<number>()
  for (const [field, at] of Object.entries(read.data)) {
    if (at >= columns) problems[`mapping.${field}`] = 'valueInvalid'
    else if (taken.has(at)) problems[`mapping.${field}`] = 'columnTwice'
    taken.add(at)
  }
  for (const field of requiredFields) if (read.data[field] === undefined) problems[`mapping.${field}`] = 'required'
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  return read.data
}

/** Returns a mapping as the text of an answer. Equal mappings give equal texts. */
export const mappingText = (mapping: Mapping): string =>
  JSON.stringify(
    Object.fromEntries(FIELDS.flatMap((field) => (mapping[field] === undefined ? [] : [[field, mapping[field]]]))),
  )

/**
 * Files of unknown apps, with columns guessed or mapped by the merchant. Ids get a prefix from the column names, so
 * that ids of two unknown apps never collide.
 */
export const other: ImportSource = {
  id: 'other',
  name: 'Unknown app',
  usualColumns: ['review', 'stars', 'title', 'name', 'email', 'date', 'product', 'images'],
  requiredColumns: ['body', 'rating'],
  detect: () => 0,
  open(header, mapping = guessMapping(header)) {
    const keys = header.keys.filter((key) => key !== normaliseName(reasonColumn))
    const app = `other-${hash('sha256', keys.join('\n'), 'hex').slice(0, 8)}`
    const bound = new Map(Object.entries(mapping) as [Field, number][])
    return openReader(header, { bound, rules: { id: 'other', app, statuses: {} }, asksLeftOut: true })
  },
}
