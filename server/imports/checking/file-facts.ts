import { maxRate } from '../../../rules/limits.ts'
import { detectDateOrder, type DateOrder } from '../parsing/dates.ts'
import { ratingNumber, type Scale } from '../parsing/ratings.ts'
import type { RawRecord } from '../../core/csv.ts'
import { addShown, listShowChoices, listUnclear, toShowReading, type ShownFacts } from './shown-facts.ts'
import type { NotedFormats } from '../sources/noted-formats.ts'
import type { ParseOptions, RecordReader } from '../sources/source.ts'

const tenPoints = 10
const distinctKept = 50
const examplesKept = 3
const statusExamples = 10
/** Share of ratings above five that makes a file a 10-point one. Below it they are probably typos. */
const shareOfTenPointFile = 0.1

/** Counts of the raw cells that decide how a file is read. Doesn't grow with the file. */
export interface FileFacts {
  rows: number
  /** Ratings above 5 and up to 10. */
  aboveFive: number
  /** Distinct ratings with their counts, `{ "10": 48 }`; at most 50. */
  ratings: Record<string, number>
  /** Rows with a title, name or text over its limit; absent in older reports. */
  long?: number
  /** Columns that decide what is shown; absent in older reports. */
  shown?: ShownFacts[]
  orders: Record<DateOrder | 'either' | 'same', number>
  /** Dates that can be read in two ways. */
  dateExamples: string[]
  /** For an error file: its rows, and how many note which scale and date order. */
  noted?: { rows: number; scales: Record<string, number>; orders: Record<string, number> }
}

export const noFacts = (): FileFacts => ({
  rows: 0,
  aboveFive: 0,
  long: 0,
  ratings: {},
  shown: [],
  orders: { dmy: 0, mdy: 0, either: 0, same: 0 },
  dateExamples: [],
})

export function addFacts(facts: FileFacts, reader: RecordReader, records: readonly RawRecord[]): void {
  for (const { cells, broken } of records) {
    facts.rows++
    if (broken) continue
    const { rating, dates, long, shows, noted } = reader.evidence(cells)
    if (long) facts.long = (facts.long ?? 0) + 1
    if (shows) addShown((facts.shown ??= []), shows)
    if (noted) addNoted(facts, noted)
    const value = ratingNumber(rating)
    if (value !== null) {
      if (value > maxRate && value <= tenPoints) facts.aboveFive++
      const name = String(value)
      if (name in facts.ratings || Object.keys(facts.ratings).length < distinctKept)
        facts.ratings[name] = (facts.ratings[name] ?? 0) + 1
    }
    for (const date of dates) {
      const order = detectDateOrder(date)
      if (order) facts.orders[order]++
      if (order === 'either' && facts.dateExamples.length < examplesKept && !facts.dateExamples.includes(date))
        facts.dateExamples.push(date)
    }
  }
}

function addNoted(facts: FileFacts, { scale, dates }: NotedFormats): void {
  const noted = (facts.noted ??= { rows: 0, scales: {}, orders: {} })
  noted.rows++
  if (scale) noted.scales[scale] = (noted.scales[scale] ?? 0) + 1
  if (dates) noted.orders[dates] = (noted.orders[dates] ?? 0) + 1
}

/** Returns the value that all rows note, if they agree; an error file may mix rows of two files. */
function findCommonValue(said: Record<string, number>, rows: number): string | null {
  const [[value, times] = ['', 0]] = Object.entries(said)
  return times > 0 && times === rows ? value : null
}

/** Questions whose answers decide how cells are read, and so change every figure of the check. */
export const FORMAT_QUESTIONS = ['scale', 'dates', 'long', 'status'] as const
export type FormatQuestion = (typeof FORMAT_QUESTIONS)[number]
type QuestionId = 'columns' | FormatQuestion | 'unmatched' | 'firstN'

/** Asked once per file, where two interpretations are possible. */
export interface Question {
  id: QuestionId
  /** Possible answers; `unmatched` also accepts a product id, `columns` a mapping (remapImport). */
  choices: string[]
  /** The answer used for the figures. Null for `columns` if nothing could be counted. */
  suggested: string | null
  /** Cells that raise the question. */
  examples: string[]
  /** Number of rows that raise it, for `scale`, `long` and `status`. */
  rows?: number
}

/** The merchant's answers to the format questions. */
export type GivenAnswers = Partial<Record<FormatQuestion, string>>

/**
 * Returns the questions that the cells raise: ratings above five, ambiguous dates (domain rules 3 and 4), too long
 * texts. Columns may also leave open what is shown.
 * @param given the answers that the figures were counted with
 */
export function listFormatQuestions(facts: FileFacts, given: GivenAnswers = {}): Question[] {
  const questions: Question[] = []
  if (certainScale(facts) === null) {
    const examples = Object.keys(facts.ratings)
      .map(Number)
      .filter((value) => value > 0 && value <= tenPoints)
      .sort((a, b) => b - a)
      .map(String)
    questions.push({
      id: 'scale',
      choices: ['10', '5'],
      suggested: given.scale ?? String(likelyScale(facts)),
      examples,
      rows: facts.aboveFive,
    })
  }
  if (certainOrder(facts) === null)
    questions.push({
      id: 'dates',
      choices: ['dmy', 'mdy'],
      suggested: given.dates ?? likelyOrder(facts),
      examples: facts.dateExamples,
    })
  if (facts.long)
    questions.push({
      id: 'long',
      choices: ['shorten', 'skip'],
      suggested: given.long ?? 'shorten',
      examples: [],
      rows: facts.long,
    })
  questions.push(...listStatusQuestions(facts, given))
  return questions
}

function listStatusQuestions({ shown = [] }: FileFacts, given: GivenAnswers): Question[] {
  const unclear = listUnclear(shown)
  if (unclear.length === 0) return []
  return [
    {
      id: 'status',
      choices: listShowChoices(unclear),
      suggested: given.status ?? 'hidden',
      examples: unclear.slice(0, statusExamples).map(({ column, value }) => `${column}: ${value}`),
      rows: unclear.reduce((sum, { rows }) => sum + rows, 0),
    },
  ]
}

/** Chooses how to read the file: the answers first, else what is certain or most likely. */
export function chooseParseOptions(facts: FileFacts, answers: ReadonlyMap<string, string>, now: Date): ParseOptions {
  return {
    scale: certainScale(facts) ?? ((Number(answers.get('scale')) || likelyScale(facts)) as Scale),
    dates: certainOrder(facts) ?? ((answers.get('dates') ?? likelyOrder(facts)) as DateOrder),
    show: toShowReading(facts.shown ?? [], answers.get('status')),
    shorten: facts.long !== undefined && facts.long > 0 && answers.get('long') !== 'skip',
    now,
  }
}

const likelyScale = (facts: FileFacts): Scale =>
  facts.aboveFive >= facts.rows * shareOfTenPointFile ? tenPoints : maxRate

/** Returns null when ratings above five leave the scale open, or when the rows of an error file disagree. */
function certainScale({ aboveFive, noted }: FileFacts): Scale | null {
  const said = noted && findCommonValue(noted.scales, noted.rows)
  if (said) return Number(said) as Scale
  return aboveFive > 0 || (noted && String(tenPoints) in noted.scales) ? null : maxRate
}

/** One day above twelve decides for the whole file. Returns null if none decides or two conflict. */
function certainOrder({ orders, noted }: FileFacts): DateOrder | null {
  const said = noted && (findCommonValue(noted.orders, noted.rows) as DateOrder | null)
  if (said) return said
  if (orders.dmy > 0 && orders.mdy > 0) return null
  if (orders.mdy > 0) return 'mdy'
  return orders.either === 0 || orders.dmy > 0 ? 'dmy' : null
}

/** Defaults to day first, as Judge.me's template and most countries write it. */
const likelyOrder = ({ orders }: FileFacts): DateOrder => (orders.mdy > orders.dmy ? 'mdy' : 'dmy')
