import { hash } from 'node:crypto'
import { z } from 'zod'
import { neededFields, requiredFields } from '../../../rules/import-apps.ts'
import { InvalidInput, type Problem } from '../../core/errors.ts'
import { normaliseName, type Header } from '../parsing/header.ts'
import { columnWords, statusWords } from './column-words.ts'
import { openReader, reasonColumn } from './file-source.ts'
import { FIELDS, type Field, type ImportSource, type Mapping } from './source.ts'

/** Belong to one app's files and mean nothing elsewhere. */
const ofApps: readonly Field[] = ['otherAuthor', 'approved', 'source', 'parent']
/** What a column can be mapped to, as the merchant is offered it. */
export const mappedFields: readonly Field[] = FIELDS.filter((field) => !ofApps.includes(field))

const signs = /[^\p{L}\p{N}]/gu
/** In front of or behind a word they say nothing new: `Customer Review`, `Review Rating (1-5)`. */
const fillers = /^(?:reviewer|reviews|review|customer|shopify|the|your)+|(?:15|05|1to5|outof5|optional|required|utc)$/g

/** Fields that a column's first word gives away. */
const byFirstWord: ReadonlySet<Field> = new Set(['rating', 'date'])
const plain = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd').replace(signs, '')
const asked = Object.entries(columnWords).map(
  ([field, words]) => [field as Field, words.split(/\s+/).map(plain)] as const,
)

/**
 * Which column probably means what: by its whole name first, then without words that say nothing, then stars and days by the first word
 * alone, as in `Fecha de la opinión`. One column feeds one field.
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
  return guessed
}

/** Whether a guessed mapping has both a text and a rating. */
export const isComplete = (mapping: Mapping): boolean => neededFields.every((field) => mapping[field] !== undefined)

/** Whether the merchant has columns to choose from. */
export const canBeMapped = ({ keys }: Header): boolean =>
  keys.filter((key) => key !== '' && key !== normaliseName(reasonColumn)).length >= neededFields.length

const shape = z.partialRecord(z.enum(mappedFields), z.int('valueInvalid').min(0, 'valueInvalid'), 'malformedInput')

/**
 * A merchant's own mapping of a file's columns.
 * @throws InvalidInput under `mapping.<field>`: required, valueInvalid for a column that is not there, columnTwice
 */
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

/** A mapping as the answer to the question about the columns: the same mapping is the same text. */
export const mappingText = (mapping: Mapping): string =>
  JSON.stringify(
    Object.fromEntries(FIELDS.flatMap((field) => (mapping[field] === undefined ? [] : [[field, mapping[field]]]))),
  )

/**
 * Any file of reviews whose columns the merchant has named, or that were guessed and are asked about. Ids of reviews are taken for those
 * of an app that writes just these columns: ids of two unknown apps must not meet.
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
    return openReader(header, { bound, rules: { id: 'other', app, statuses: statusWords } })
  },
}
