import { maxRate } from '../../../rules/limits.ts'
import { detectDateOrder, type DateOrder } from '../parsing/dates.ts'
import { ratingNumber, type Scale } from '../parsing/ratings.ts'
import type { RawRecord } from '../../core/csv.ts'
import type { NotedFormats } from '../sources/noted-formats.ts'
import type { ParseOptions, RecordReader } from '../sources/source.ts'

const tenPoints = 10
const distinctKept = 50
const examplesKept = 3
/** The share of ratings above five from which a file is taken for a 10-point one; fewer are more likely slips. */
const shareOfTenPointFile = 0.1

/** What the raw cells of a whole file say about how it must be read. Counts only: its size does not grow with the file. */
export interface FileFacts {
  rows: number
  /** Ratings above 5 and up to 10. */
  aboveFive: number
  /** Distinct ratings and how often they stand, `{ "10": 48 }`; at most 50 of them. */
  ratings: Record<string, number>
  /** Rows with a title, name or text over its limit; absent in reports of before this was counted. */
  long?: number
  orders: Record<DateOrder | 'either' | 'same', number>
  /** Dates that can be read in two ways. */
  dateExamples: string[]
  /** Of a file of rows that stayed out: how many there are, and how many say with which scale and order their file was read. */
  noted?: { rows: number; scales: Record<string, number>; orders: Record<string, number> }
}

export const noFacts = (): FileFacts => ({
  rows: 0,
  aboveFive: 0,
  long: 0,
  ratings: {},
  orders: { dmy: 0, mdy: 0, either: 0, same: 0 },
  dateExamples: [],
})

/** Adds the evidence of some records to the facts. */
export function addFacts(facts: FileFacts, reader: RecordReader, records: readonly RawRecord[]): void {
  for (const { cells, broken } of records) {
    facts.rows++
    if (broken) continue
    const { rating, dates, long, noted } = reader.evidence(cells)
    if (long) facts.long = (facts.long ?? 0) + 1
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

/** What all rows say that were noted, if they say the same; rows of two files may have been put into one. */
function findCommonValue(said: Record<string, number>, rows: number): string | null {
  const [[value, times] = ['', 0]] = Object.entries(said)
  return times > 0 && times === rows ? value : null
}

/** Questions whose answers decide how cells are read, and so every figure of the check. */
export const FORMAT_QUESTIONS = ['scale', 'dates', 'long'] as const
export type FormatQuestion = (typeof FORMAT_QUESTIONS)[number]
type QuestionId = 'columns' | FormatQuestion | 'unmatched' | 'firstN'

/** Asked once a file, where two readings are possible. */
export interface Question {
  id: QuestionId
  /** The answers there are; for `unmatched` also the id of a product. The mapping of `columns` is changed by remapImport. */
  choices: string[]
  /** What the check's figures were counted with; null for `columns`: texts or stars could not be guessed and nothing was counted. */
  suggested: string | null
  /** Cells of the file that raise the question. */
  examples: string[]
  /** Rows that raise it, of `scale` and `long`. */
  rows?: number
}

/** What the merchant has answered of those questions that decide how cells are read. */
export type GivenAnswers = Partial<Record<FormatQuestion, string>>

/**
 * Returns the questions that the cells raise: ratings above five, days that could be months (domain rules 3 and 4), texts over their limit.
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
  return questions
}

/** How to read the file: the answers where there are some, else what is certain or most likely. */
export function chooseParseOptions(facts: FileFacts, answers: ReadonlyMap<string, string>, now: Date): ParseOptions {
  return {
    scale: certainScale(facts) ?? ((Number(answers.get('scale')) || likelyScale(facts)) as Scale),
    dates: certainOrder(facts) ?? ((answers.get('dates') ?? likelyOrder(facts)) as DateOrder),
    shorten: facts.long !== undefined && facts.long > 0 && answers.get('long') !== 'skip',
    now,
  }
}

const likelyScale = (facts: FileFacts): Scale =>
  facts.aboveFive >= facts.rows * shareOfTenPointFile ? tenPoints : maxRate

/** Null: ratings above five stand in the file, or it holds rows of one that counts to ten and nothing tells which. */
function certainScale({ aboveFive, noted }: FileFacts): Scale | null {
  const said = noted && findCommonValue(noted.scales, noted.rows)
  if (said) return Number(said) as Scale
  return aboveFive > 0 || (noted && String(tenPoints) in noted.scales) ? null : maxRate
}

/** A file is written in one order: one day above twelve decides for all. Null: nothing decides, or two speak against each other. */
function certainOrder({ orders, noted }: FileFacts): DateOrder | null {
  const said = noted && (findCommonValue(noted.orders, noted.rows) as DateOrder | null)
  if (said) return said
  if (orders.dmy > 0 && orders.mdy > 0) return null
  if (orders.mdy > 0) return 'mdy'
  return orders.either === 0 || orders.dmy > 0 ? 'dmy' : null
}

/** The template of Judge.me asks for the day first, and so does most of the world. */
const likelyOrder = ({ orders }: FileFacts): DateOrder => (orders.mdy > orders.dmy ? 'mdy' : 'dmy')
