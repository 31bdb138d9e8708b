import { shorten } from '../parsing/text.ts'
import type { Header } from '../parsing/header.ts'
import { doubtsEmpty, findShowColumn, holdsNumber, isFlag, readShowCell, type ShowColumn } from './show-columns.ts'
import type { Field, ImportedStatus, ShowEvidence, ShowReading } from './source.ts'
import { readPrivacyWord } from './words.ts'

/** A column that decides whether a review, or the reply to it, is shown. */
export interface Decider extends ShowColumn {
  at: number
  /** The field it is bound to. */
  field?: Field
  /** The merchant's mapping leaves it out, so what it hides is asked. */
  leftOut?: boolean
  /** Nothing in its name speaks of showing: only words such as private in its cells do. */
  byValue?: boolean
}

const defaults: Partial<Record<Field, Pick<ShowColumn, 'sense' | 'otherwise' | 'ofReply'>>> = {
  status: { sense: 'status', otherwise: 'hidden', ofReply: false },
  approved: { sense: 'show', otherwise: 'pending', ofReply: false },
  hidden: { sense: 'hide', otherwise: 'hidden', ofReply: false },
  replyIsPublic: { sense: 'show', otherwise: 'hidden', ofReply: true },
}
/** Returns the field that a merchant would map the column to; null if none fits. */
export function fieldOf({ sense, ofReply }: ShowColumn): Field | null {
  if (sense !== 'show' && sense !== 'hide' && sense !== 'status') return null
  return ofReply ? 'replyIsPublic' : sense === 'hide' ? 'hidden' : 'status'
}

/** Returns the columns of fields, with the first left-over one about showing where a field has none. */
export const withDeciders = (bound: ReadonlyMap<Field, number>, deciders: readonly Decider[]): Map<Field, number> =>
  new Map([
    ...deciders.toReversed().flatMap((decider): [Field, number][] => {
      const field = fieldOf(decider)
      return field ? [[field, decider.at]] : []
    }),
    ...bound,
  ])

/** Also regions of an address, so only a column that is read as the status decides. */
const ambiguous = /^(?:state|estado|stato|etat)$/i
const noReading: ShowReading = { coded: new Set(), filled: new Set(), answer: 'hidden' }

/** Returns the columns that decide what is shown: those of the fields, and left-over ones whose names say so. */
export function findDeciders(
  { names, keys }: Header,
  bound: ReadonlyMap<Field, number>,
  { ignored = new Set(), asksLeftOut = false }: { ignored?: ReadonlySet<string>; asksLeftOut?: boolean } = {},
): Decider[] {
  const fieldAt = new Map([...bound].map(([field, at]) => [at, field]))
  const text = bound.has('reply') ? names[bound.get('content') ?? -1] : ''
  return names.flatMap((name, at): Decider[] => {
    const field = fieldAt.get(at)
    const usual = field && defaults[field]
    if (!usual && (ignored.has(keys[at] ?? '') || ambiguous.test(name))) return []
    const found = findShowColumn(name, text)
    if (usual) {
      // A column that says the opposite of its field is read by its name.
      const named =
        found?.sense === 'hide' || found?.sense === 'show' ? found : { ...usual, coded: found?.coded ?? false }
      return [{ ...named, name, ofReply: usual.ofReply, at, field }]
    }
    if (!found && !field && name !== '') return [...listByValue(name, { at, replyAt: bound.get('reply') })]
    if (!found || (field && !(field === 'date' && found.sense === 'shownAt'))) return []
    const meant = fieldOf(found)
    return [{ ...found, at, ...(field && { field }), leftOut: asksLeftOut && meant !== null && !bound.has(meant) }]
  })
}

/** Lets the cells of a column without a field decide about the reply, or about a review away from it. */
function listByValue(name: string, { at, replyAt }: { at: number; replyAt: number | undefined }): Decider[] {
  const decider = { name, at, sense: 'kind', otherwise: 'hidden', coded: true, byValue: true } as const
  const isBesideReply = replyAt !== undefined && Math.abs(at - replyAt) === 1
  return [
    ...(replyAt === undefined ? [] : [{ ...decider, ofReply: true }]),
    ...(isBesideReply ? [] : [{ ...decider, ofReply: false }]),
  ]
}

export interface Shown {
  status: ImportedStatus | null
  unclear: { column: string; value: string }[]
}

const byWeight: readonly ImportedStatus[] = ['published', 'pending', 'hidden', 'rejected', 'deleted']

/**
 * Returns the status by all columns about showing: the strictest one wins. Unclear cells hide the review, unless the
 * merchant answered that they don't.
 * @param words the app's own words of its status column
 */
export function readShown(
  deciders: readonly Decider[],
  cellAt: (at: number) => string,
  {
    reading = noReading,
    words = {},
  }: { reading?: ShowReading | undefined; words?: Readonly<Record<string, ImportedStatus>> },
): Shown {
  let status: ImportedStatus | null = null
  const unclear: Shown['unclear'] = []
  for (const decider of deciders) {
    const cell = cellAt(decider.at)
    const said = readDecider(decider, cell, { reading, words })
    const value = cell.trim()
    const isShown = reading.answer === 'published' || reading.answer === `only:${value}`
    if (said.unclear && !isShown) unclear.push({ column: decider.name, value })
    const one = said.unclear ? (isShown ? 'published' : 'hidden') : said.status
    if (one !== null && (status === null || byWeight.indexOf(one) > byWeight.indexOf(status))) status = one
  }
  return { status, unclear }
}

function readDecider(
  decider: Decider,
  cell: string,
  { reading, words }: { reading: ShowReading; words: Readonly<Record<string, ImportedStatus>> },
): ReturnType<typeof readShowCell> {
  if (decider.byValue) return readPrivacyWord(cell) === 'hidden' ? { status: null, unclear: true } : { status: null }
  const word = cell.trim().toLowerCase()
  if (decider.field === 'status' && Object.hasOwn(words, word)) return { status: words[word] ?? null }
  // A date of publication is also the review's date: without one in any row it says nothing.
  if (decider.field === 'date' && !reading.filled.has(decider.name)) return { status: null }
  const said = readShowCell(decider, cell, reading)
  return decider.leftOut && said.status !== null && said.status !== 'published' ? { status: null, unclear: true } : said
}

/** Whether the columns about replies leave a reply private. Doubt does. */
export function isReplyPrivate(
  deciders: readonly Decider[],
  cellAt: (at: number) => string,
  reading: ShowReading = noReading,
): boolean {
  return deciders.some((decider) => {
    const cell = cellAt(decider.at)
    const { status, unclear } = readDecider(decider, cell, { reading, words: {} })
    if (unclear) return decider.field === 'replyIsPublic' || isFlag(cell.trim())
    return status !== null && status !== 'published'
  })
}

const longestValue = 60

/** Returns the cells that the facts of the file are made of. */
export const listShowEvidence = (
  deciders: readonly Decider[],
  cellAt: (at: number) => string,
  words: Readonly<Record<string, ImportedStatus>>,
): ShowEvidence[] =>
  deciders.flatMap((decider): ShowEvidence[] => {
    const cell = cellAt(decider.at)
    if (decider.byValue && (decider.ofReply || readPrivacyWord(cell) !== 'hidden')) return []
    const { status, unclear = false } = readDecider(decider, cell, { reading: noReading, words })
    // Where a status only names what is hidden, an empty cell hides nothing.
    const isSilent =
      !unclear &&
      ((decider.sense === 'status' && status !== 'published') ||
        (['loose', 'kind'].includes(decider.sense) && status === null))
    return [
      {
        column: decider.name,
        value: shorten(cell.trim(), longestValue),
        unclear: !decider.ofReply && unclear,
        number: !decider.ofReply && holdsNumber(decider, cell) && !Object.hasOwn(words, cell.trim()),
        asksEmpty: !decider.ofReply && doubtsEmpty(decider),
        ...(decider.sense === 'loose' && { loose: true }),
        ...(isSilent && { isSilent }),
      },
    ]
  })
