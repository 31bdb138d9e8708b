import { dayMs } from '../../../rules/dates.ts'

export type DateOrder = 'dmy' | 'mdy'

interface SourceDate {
  /** UTC. A day without a time means noon, so that it is the same day nearly everywhere. */
  at: Date
  day: string
  /** The earliest possible time in UTC. Assumes the easternmost zone if none is written, and midnight if no time is. */
  earliest: Date
}

const months = new Map(
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map((name, index) => [
    name,
    index + 1,
  ]),
)
const isoShape = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(.+))?$/
const slashShape = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?:,?[T ]+(.+))?$/
const dotShape = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?:,?[T ]+(.+))?$/
const dayMonthShape = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4}|\d{2})(?:,?[T ]+(.+))?$/
const monthDayShape = /^(?:[A-Za-z]{3,9},? )?([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,?[T ]+(.+))?$/
const timeShape =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s*(am|pm)?\s*(UTC|GMT|Z|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i
const serialShape = /^\d{5}(?:\.\d+)?$/
const epochShape = /^\d{10}(?:\d{3})?$/
const earliestYear = 1995
const noonMs = dayMs / 2
const easternmostMs = 14 * 3_600_000
/** Rejects longer texts, because some patterns backtrack. No date and time is written this long. */
const longestDate = 80
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
  const text = cell.trim()
  if (text.length > longestDate) return null
  if (serialShape.test(text)) return fromSerial(text)
  if (epochShape.test(text)) return fromMs(Number(text) * (text.length === 10 ? 1000 : 1))
  let found = isoShape.exec(text)
  if (found) return build({ year: found[1], month: Number(found[2]), day: found[3] }, found[4])
  found = slashShape.exec(text)
  if (found)
    return order === 'dmy'
      ? build({ year: found[3], month: Number(found[2]), day: found[1] }, found[4])
      : build({ year: found[3], month: Number(found[1]), day: found[2] }, found[4])
  found = dotShape.exec(text)
  if (found) return build({ year: found[3], month: Number(found[2]), day: found[1] }, found[4])
  found = dayMonthShape.exec(text)
  if (found) return build({ year: found[3], month: monthOf(found[2]), day: found[1] }, found[4])
  found = monthDayShape.exec(text)
  if (found) return build({ year: found[3], month: monthOf(found[1]), day: found[2] }, found[4])
  return null
}

const monthOf = (name = ''): number => months.get(name.slice(0, 3).toLowerCase()) ?? 0

function build(
  parts: { year: string | undefined; month: number; day: string | undefined },
  time: string | undefined,
): SourceDate | null {
  const year = Number(parts.year) + (parts.year?.length === 2 ? 2000 : 0)
  const day = Number(parts.day)
  const midnight = Date.UTC(year, parts.month - 1, day)
  const check = new Date(midnight)
  if (year < earliestYear || check.getUTCMonth() !== parts.month - 1 || check.getUTCDate() !== day) return null
  const written = check.toISOString().slice(0, 10)
  if (time === undefined || time.trim() === '')
    return { at: new Date(midnight + noonMs), day: written, earliest: new Date(midnight - easternmostMs) }
  const timeOfDay = timeOf(time.trim())
  if (timeOfDay === null) return null
  const at = midnight + timeOfDay.ms
  return { at: new Date(at), day: written, earliest: new Date(timeOfDay.zoned ? at : at - easternmostMs) }
}

/** Returns milliseconds to add to midnight UTC of the written day, and whether a zone was written. */
function timeOf(time: string): { ms: number; zoned: boolean } | null {
  const found = timeShape.exec(time)
  if (!found) return null
  const half = found[4]?.toLowerCase()
  const hours = half ? (Number(found[1]) % 12) + (half === 'pm' ? 12 : 0) : Number(found[1])
  const [minutes, seconds] = [Number(found[2]), Number(found[3] ?? 0)]
  if (hours > 23 || minutes > 59 || seconds > 59) return null
  const zone = /^([+-])(\d{2}):?(\d{2})?$/.exec(found[5] ?? '')
  const offset = zone ? (Number(zone[2]) * 60 + Number(zone[3] ?? 0)) * (zone[1] === '-' ? -1 : 1) : 0
  return { ms: ((hours * 60 + minutes - offset) * 60 + seconds) * 1000, zoned: found[5] !== undefined }
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
