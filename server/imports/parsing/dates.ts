import { dayMs } from '../../../rules/dates.ts'
import { monthNumber, westernDigits } from './month-names.ts'

export type DateOrder = 'dmy' | 'mdy'

interface SourceDate {
  /** UTC. A day without a time means noon, so that it is the same day nearly everywhere. */
  at: Date
  day: string
  /** The earliest possible time in UTC. Assumes the easternmost zone if none is written, and midnight if no time is. */
  earliest: Date
}

/** The parts of a date, and the text behind it. */
interface Written {
  year: string
  month: number
  day: string
  rest: string
  /** Words may stand behind the date, as in `4 juillet 2022 en France`. Behind 05/03/2024 they are a fault. */
  isSpoken: boolean
}

const slashShape = /^(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?:[T, ].*)?$/
/** Shapes from the first digit of a text on. */
const shapes = {
  yearFirst: /^(\d{4})(?:[-/.]|\. )(\d{1,2})(?:[-/.]|\. )(\d{1,2})(?!\d)\.?(.*)$/,
  /** `2022年7月4日`, `2022년 7월 4일`. */
  eastern: /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]?(.*)$/u,
  numeric: /^(\d{1,2})([/.-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?!\d)(.*)$/,
  dayMonth:
    /^(\d{1,2})(?:st|nd|rd|th|er|º|ª|°|\.)?[\s-]{0,2}(?:de\s|of\s|d['’]|ב)?([\p{L}\p{M}]{2,20})\.?,?[\s-]{1,2}(?:de\s|del\s)?['’]?(\d{4}|\d{2})(?!\d)(.*)$/iu,
  /** Behind the name of the month. */
  monthDay: /^(\d{1,2})(?:st|nd|rd|th)?(?:,\s?|\s)(\d{4})(?!\d)(.*)$/i,
  /** `Mon Aug 10 14:16:38 +0000 2015`, behind the name of the month. */
  yearLast: /^(\d{1,2}) (\d{1,2}:\d{2}:\d{2}(?: [\w+:/-]{1,20})?) (\d{4})$/,
  yearMonthDay: /^(\d{4})[\s-]([\p{L}\p{M}]{2,20})\.?[\s-](\d{1,2})(?!\d)(.*)$/u,
  compact: /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}:?\d{2})?)?$/,
}
const half = String.raw`(am|pm|午前|午後|上午|下午|오전|오후)?`
const timeShape = new RegExp(
  String.raw`^${half} ?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)? ?${half}(?: ?uhr| ?h)?(.*)$`,
  'i',
)
const offsetShape = /^(?:UTC|GMT|Z)?\s*([+-])(\d{1,2}):?(\d{2})?$/i
/** Words between a date and its time, in our languages. */
const connector = /^[\s,]*(?:T(?=\d)|(?:at|um|à|a las|às|alle(?: ore)?|ore|om|kl\.?)\s)?\s*/i
const serialShape = /^\d{5}(?:\.\d+)?$/
const epochShape = /^\d{10}(?:\d{3})?$/
/** Hours from UTC of zone names that one country uses. `IST` and `BST` have several meanings; they are read as no zone. */
const zones: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  WEST: 1,
  CET: 1,
  CEST: 2,
  MEZ: 1,
  MESZ: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  JST: 9,
  KST: 9,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  AEST: 10,
  AEDT: 11,
  ACST: 9.5,
  AWST: 8,
  NZST: 12,
  NZDT: 13,
  SGT: 8,
  HKT: 8,
  BRT: -3,
}
const earliestYear = 1995
const noonMs = dayMs / 2
const hourMs = 3_600_000
const easternmostMs = 14 * hourMs
/** Fits `Reviewed in the United States on September 3, 2021` in every language. No date and time is longer. */
const longestDate = 100
/** Day 0 of Excel's 1900 calendar. Compensates for its nonexistent leap day. */
const serialZero = Date.UTC(1899, 11, 30)

/** Returns the order that a date such as 05/03/2024 proves; `either` if both differ. Null for other shapes. */
export function detectDateOrder(cell: string): DateOrder | 'either' | 'same' | null {
  const text = cell.trim()
  const found = text.length <= longestDate ? slashShape.exec(text) : null
  if (!found) return null
  const order = orderIn(Number(found[1]), Number(found[2]))
  return readDate(text, order === 'mdy' ? 'mdy' : 'dmy') && order
}

function orderIn(first: number, second: number): DateOrder | 'either' | 'same' {
  if (first > 12) return 'dmy'
  if (second > 12) return 'mdy'
  return first === second ? 'same' : 'either'
}

/** Reads a date of any shape found in exports; null otherwise. Times without a zone are UTC. */
export function readDate(cell: string, order: DateOrder): SourceDate | null {
  if (cell.length > longestDate * 2) return null
  const text = plain(cell)
  if (text.length > longestDate) return null
  if (serialShape.test(text)) return fromSerial(text)
  if (epochShape.test(text)) return fromMs(Number(text) * (text.length === 10 ? 1000 : 1))
  const written = readCompact(text) ?? readParts(text, order)
  return written && build(written)
}

/** Unifies digits, spaces, and `p. m.`; drops what stands in brackets, as in `2022年7月4日(月)`. */
const plain = (cell: string): string =>
  westernDigits(cell.normalize('NFKC'))
    .replace(/[\s\u200E\u200F]+/g, ' ')
    .trim()
    .replace(/\b([ap])\.?\s?m\b\.?/gi, '$1m')
    .replace(/\s?\([^()\d]{1,40}\)/g, '')

function readCompact(text: string): Written | null {
  const [, year = '', month, day = '', hours, minutes, seconds = '00', zone = ''] = shapes.compact.exec(text) ?? []
  if (month === undefined) return null
  const rest = hours === undefined ? '' : ` ${hours}:${minutes ?? '00'}:${seconds}${zone}`
  return { year, month: Number(month), day, rest, isSpoken: false }
}

/** Reads the date from the text's first digit on. Only words may precede it. */
function readParts(text: string, order: DateOrder): Written | null {
  const start = text.search(/\d/)
  if (start < 0) return null
  const [head, rest] = [text.slice(0, start), text.slice(start)]
  const isAfterWords = /^$|[\p{L}\p{M}.,:]\s?$|\s$/u.test(head) && !/[-+/]\s?$/.test(head)
  if (!isAfterWords) return null
  const spoken = readSpoken(head, rest)
  if (spoken) return spoken
  // Before digits only, a weekday may stand.
  if (!/^(?:[\p{L}\p{M}]{2,15}\.?,? )?$/u.test(head)) return null
  const far = shapes.yearFirst.exec(rest)
  if (far) return { year: far[1] ?? '', month: Number(far[2]), day: far[3] ?? '', rest: far[4] ?? '', isSpoken: false }
  const [, first = '', sign, second = '', year = '', behind = ''] = shapes.numeric.exec(rest) ?? []
  if (sign === undefined) return null
  const [day, month] = sign === '.' || order === 'dmy' ? [first, second] : [second, first]
  return { year, month: Number(month), day, rest: behind, isSpoken: false }
}

/** Reads dates with the name of their month, and those of East Asia. */
function readSpoken(head: string, rest: string): Written | null {
  const made = (month: number | null, [year = '', day = '', behind = '']: (string | undefined)[]): Written | null =>
    month === null ? null : { year, month, day, rest: behind, isSpoken: true }
  const eastern = shapes.eastern.exec(rest)
  if (eastern) return made(Number(eastern[2]), [eastern[1], eastern[3], eastern[4]])
  const named = shapes.dayMonth.exec(rest)
  const found = named && made(monthNumber(named[2] ?? ''), [named[3], named[1], named[4]])
  if (found) return found
  const turned = shapes.yearMonthDay.exec(rest)
  if (turned) return made(monthNumber(turned[2] ?? ''), [turned[1], turned[3], turned[4]])
  const month = head.endsWith(' ') ? monthNumber(head.trimEnd().split(/[ ,]/).at(-1) ?? '') : null
  const day = shapes.monthDay.exec(rest)
  if (day) return made(month, [day[2], day[1], day[3]])
  const last = shapes.yearLast.exec(rest)
  return last && made(month, [last[3], last[1], ` ${last[2] ?? ''}`])
}

function build({ year: writtenYear, month, day: writtenDay, rest, isSpoken }: Written): SourceDate | null {
  const year = Number(writtenYear) + (writtenYear.length === 2 ? 2000 : 0)
  const day = Number(writtenDay)
  const midnight = Date.UTC(year, month - 1, day)
  const check = new Date(midnight)
  if (year < earliestYear || check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day) return null
  const written = check.toISOString().slice(0, 10)
  const time = rest.replace(connector, '')
  if (time === '' || (isSpoken && !/\d/.test(time)))
    return { at: new Date(midnight + noonMs), day: written, earliest: new Date(midnight - easternmostMs) }
  // 2022-01-10x, 5/3/20245
  const timeOfDay = time.length < rest.length ? timeOf(time) : null
  if (timeOfDay === null) return null
  const at = midnight + timeOfDay.ms
  return { at: new Date(at), day: written, earliest: new Date(timeOfDay.zoned ? at : at - easternmostMs) }
}

/** Returns milliseconds to add to midnight UTC of the written day, and whether a zone was written. */
function timeOf(time: string): { ms: number; zoned: boolean } | null {
  const [, before = '', hour, minute, second = 0, after = '', zone = ''] = timeShape.exec(time) ?? []
  if (hour === undefined) return null
  const isLate = /pm|午後|下午|오후/i.test(before + after)
  const hours = before + after === '' ? Number(hour) : (Number(hour) % 12) + (isLate ? 12 : 0)
  const [minutes, seconds] = [Number(minute), Number(second)]
  if (hours > 23 || minutes > 59 || seconds > 59) return null
  const offset = offsetOf(zone.trim())
  if (offset === null) return null
  return { ms: (hours - (offset ?? 0)) * hourMs + (minutes * 60 + seconds) * 1000, zoned: offset !== undefined }
}

/** Returns a zone's hours from UTC; undefined without a zone that is known, null for other text. */
function offsetOf(zone: string): number | null | undefined {
  if (zone === '') return undefined
  const [, sign, hours, minutes = 0] = offsetShape.exec(zone) ?? []
  if (sign !== undefined) return (Number(hours) + Number(minutes) / 60) * (sign === '-' ? -1 : 1)
  if (/^[A-Z]{1,5}$/i.test(zone)) return zones[zone.toUpperCase()]
  return /^[A-Za-z]+\/[\w/+-]+$/.test(zone) ? undefined : null
}

/** Reads an Excel number, which has no zone; without a fraction it is a day. */
function fromSerial(text: string): SourceDate | null {
  const ms = serialZero + Math.round(Number(text) * dayMs)
  return fromMs(ms + (text.includes('.') ? 0 : noonMs), ms - easternmostMs)
}

function fromMs(ms: number, earliest = ms): SourceDate | null {
  const at = new Date(ms)
  if (Number.isNaN(ms) || at.getUTCFullYear() < earliestYear) return null
  return { at, day: at.toISOString().slice(0, 10), earliest: new Date(earliest) }
}
