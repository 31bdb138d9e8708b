import { maxRate, minRate } from '../../../rules/limits.ts'
import { detectDateOrder, type DateOrder } from '../parsing/dates.ts'
import { ratingNumber, SCALES, type Scale } from '../parsing/ratings.ts'
import type { RawRecord } from '../../core/csv.ts'
import { addShown, listShowChoices, listUnclear, toShowReading, type ShownFacts } from './shown-facts.ts'
import type { NotedFormats } from '../sources/noted-formats.ts'
import type { ParseOptions, RecordReader } from '../sources/source.ts'

const [fraction, , tenPoints, percent] = SCALES
const distinctKept = 50
const examplesKept = 3
const statusExamples = 10
/** Share of ratings above five that makes a file one of ten points or percent. Below it they are probably typos. */
const shareOfOtherScale = 0.1
/** One star in percent. Ratings between 10 and this may be school marks of 20 points. */
const leastPercent = 20
/** So many ratings of 1 and none above may be five stars on a scale of 0 to 1. */
const leastAllOnes = 3

/** Counts of the raw cells that decide how a file is read. Doesn't grow with the file. */
export interface FileFacts {
  rows: number
  /** Ratings above 5 and up to 10. */
  aboveFive: number
  /** Ratings from 20 to 100, as in a file of percent. Absent in older reports, like the next two. */
  aboveTwenty?: number
  /** Ratings between 0 and 1, and ratings of at most 1. Cells that name their scale don't count. */
  belowOne?: number
  upToOne?: number
  /** Ratings between two stars, such as 4.5. */
  betweenStars?: number
  /** All ratings whose scale the file decides. */
  rated?: number
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
      countRating(facts, value)
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

function countRating(facts: FileFacts, value: number): void {
  const add = (count: 'aboveTwenty' | 'betweenStars' | 'belowOne' | 'upToOne' | 'rated') =>
    void (facts[count] = (facts[count] ?? 0) + 1)
  add('rated')
  if (value > maxRate && value <= tenPoints) facts.aboveFive++
  if (value >= leastPercent && value <= percent) add('aboveTwenty')
  if (value > 0 && value < fraction) add('belowOne')
  if (value <= fraction) add('upToOne')
  if (value > minRate && value < maxRate && !Number.isInteger(value)) add('betweenStars')
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
type QuestionId = 'encoding' | 'columns' | FormatQuestion | 'unmatched' | 'firstN'

/** Asked once per file, where two interpretations are possible. */
export interface Question {
  id: QuestionId
  /** Possible answers; `unmatched` also accepts a product id, `columns` a mapping (remapImport). */
  choices: string[]
  /** The answer used for the figures. Null for `columns` if nothing could be counted. */
  suggested: string | null
  /** Cells that raise the question; for `encoding` the file's first lines in each of the choices. */
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
  const scales = possibleScales(facts)
  if (isScaleOpen(facts)) {
    const examples = Object.keys(facts.ratings)
      .map(Number)
      .filter((value) => value > 0 && value <= Math.max(...scales))
      .sort((a, b) => b - a)
      .map(String)
    questions.push({
      id: 'scale',
      choices: scales.map(String),
      suggested: given.scale ?? String(likelyScale(facts)),
      examples,
      rows: scales.includes(fraction) ? (facts.belowOne ?? 0) : facts.aboveFive + aboveTwentyOf(facts),
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

/** Keeps the answers that are among the choices: those of an earlier import may not be. */
export const keepPossible = (facts: FileFacts, given: GivenAnswers = {}): GivenAnswers =>
  Object.fromEntries(
    listFormatQuestions(facts).flatMap(({ id, choices }) => {
      const answer = given[id as FormatQuestion]
      return answer !== undefined && choices.includes(answer) ? [[id, answer]] : []
    }),
  )

/** Chooses how to read the file: the answers first, else what is certain or most likely. */
export function chooseParseOptions(facts: FileFacts, answers: ReadonlyMap<string, string>, now: Date): ParseOptions {
  return {
    scale:
      certainScale(facts) ??
      possibleScales(facts).find((scale) => String(scale) === answers.get('scale')) ??
      likelyScale(facts),
    dates: certainOrder(facts) ?? ((answers.get('dates') ?? likelyOrder(facts)) as DateOrder),
    ...(facts.betweenStars && { fractions: true }),
    show: toShowReading(facts.shown ?? [], answers.get('status')),
    shorten: facts.long !== undefined && facts.long > 0 && answers.get('long') !== 'skip',
    now,
  }
}

const aboveTwentyOf = ({ aboveTwenty = 0 }: FileFacts): number => aboveTwenty
const isPercent = (facts: FileFacts): boolean =>
  facts.rows > 0 && aboveTwentyOf(facts) >= facts.rows * shareOfOtherScale
/** Whether no rating is above 1, as in a file of 0.2 to 1. */
const isFraction = ({ rated = 0, upToOne = 0, belowOne = 0 }: FileFacts): boolean =>
  rated > 0 && upToOne === rated && (belowOne > 0 || rated >= leastAllOnes)

/** Returns the scales that the ratings fit, the other one before five. */
function possibleScales(facts: FileFacts): Scale[] {
  const noted = Object.keys(facts.noted?.scales ?? {})
  const isPossible = (scale: Scale): boolean => {
    if (scale === fraction) return isFraction(facts)
    if (scale === percent) return isPercent(facts)
    return scale === maxRate || facts.aboveFive > 0
  }
  return [percent, tenPoints, fraction, maxRate].filter(
    (scale) => isPossible(scale as Scale) || noted.includes(String(scale)),
  ) as Scale[]
}

function likelyScale(facts: FileFacts): Scale {
  if (isPercent(facts)) return percent
  // Only stars of one are as likely as only stars of five.
  if (isFraction(facts)) return (facts.belowOne ?? 0) > 0 ? fraction : maxRate
  return facts.aboveFive >= facts.rows * shareOfOtherScale ? tenPoints : maxRate
}

/** Whether the check asks for the scale. */
export const isScaleOpen = (facts: FileFacts): boolean => certainScale(facts) === null

/** Returns null when the ratings leave the scale open, or when the rows of an error file disagree. */
function certainScale(facts: FileFacts): Scale | null {
  const { aboveFive, noted } = facts
  const said = noted && findCommonValue(noted.scales, noted.rows)
  if (said) return Number(said) as Scale
  const isNoted = noted && Object.keys(noted.scales).some((scale) => scale !== String(maxRate))
  return aboveFive > 0 || isNoted || isPercent(facts) || isFraction(facts) ? null : maxRate
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
