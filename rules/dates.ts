import { defaultRangeDays } from './limits.ts'

export const dayMs = 86_400_000

/** Date formats of widgets (spec 3, dateFormat); `locale` follows the shopper's language. */
export const DATE_FORMATS = [
  'locale',
  'long',
  'relative',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'DD.MM.YYYY',
] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

interface DateWriting {
  format: DateFormat
  locale: string
  /** IANA zone of the shop; days are the shop's days. */
  timeZone: string
  /** Needed only by `relative`. */
  now: Date
}

/** Cached, because creating an Intl formatter costs a hundred times more than using it. One per language and zone. */
const mostKept = 500

function keeping<Made>(make: (...parts: string[]) => Made): (...parts: string[]) => Made {
  const kept = new Map<string, Made>()
  return (...parts) => {
    const key = parts.join(' ')
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= mostKept) kept.clear()
    const made = make(...parts)
    kept.set(key, made)
    return made
  }
}

const wordsOfDate = keeping(
  (language: string, timeZone: string, dateStyle: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: dateStyle as 'long' | 'medium', timeZone }),
)
const wordsOfDistance = keeping((language: string) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
const digitsOfDay = keeping(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
)
const digitsOfSecond = keeping(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
)

/** Creates a date formatter. Unknown zones and locales become UTC and English, so that no page breaks. */
export function createDateFormatter({ format, locale, timeZone, now }: DateWriting): (date: Date) => string {
  const zone = knownTimeZone(timeZone)
  const language = knownLocale(locale)
  switch (format) {
    case 'locale':
    case 'long': {
      const words = wordsOfDate(language, zone, format === 'long' ? 'long' : 'medium')
      return (date) => words.format(date)
    }
    case 'relative': {
      const words = wordsOfDistance(language)
      return (date) => relative(date, now, words)
    }
    default: {
      const parts = dayReader(zone)
      return (date) => {
        const { year, month, day } = parts(date)
        return format.replace('YYYY', year).replace('MM', month).replace('DD', day)
      }
    }
  }
}

/** Returns a date in words for pages and mails: "26 November 2026". */
export const writeLongDate = (date: Date, { locale, timeZone }: Pick<DateWriting, 'locale' | 'timeZone'>): string =>
  createDateFormatter({ format: 'long', locale, timeZone, now: date })(date)

/** Returns a zone's day as YYYY-MM-DD, for `datetime` attributes and statistics. */
export function isoDay(date: Date, timeZone: string): string {
  const { year, month, day } = dayReader(knownTimeZone(timeZone))(date)
  return `${year}-${month}-${day}`
}

export function hourReader(timeZone: string): (date: Date) => { hour: number; pastHourMs: number } {
  const digits = digitsOfSecond(knownTimeZone(timeZone))
  return (date) => {
    const parts = digits.formatToParts(date)
    const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((each) => each.type === type)?.value)
    return { hour: part('hour'), pastHourMs: (part('minute') * 60 + part('second')) * 1000 + date.getUTCMilliseconds() }
  }
}

const offsetOfMoment = keeping(
  (language: string, timeZone: string) => new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' }),
)

/** Returns a zone's offset at a moment: "GMT+1". */
export function offsetName(date: Date, { locale, timeZone }: Pick<DateWriting, 'locale' | 'timeZone'>): string {
  const parts = offsetOfMoment(knownLocale(locale), knownTimeZone(timeZone)).formatToParts(date)
  // Some languages write Greenwich as "GMT+0".
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace(/[+-]0$/, '') ?? ''
}

function dayReader(timeZone: string): (date: Date) => { year: string; month: string; day: string } {
  const digits = digitsOfDay(timeZone)
  return (date) => {
    const parts = digits.formatToParts(date)
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((each) => each.type === type)?.value ?? ''
    return { year: part('year').padStart(4, '0'), month: part('month'), day: part('day') }
  }
}

const relativeSteps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

function relative(date: Date, now: Date, words: Intl.RelativeTimeFormat): string {
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1_000)
  const step = relativeSteps.find(([, size]) => seconds >= size)
  return step ? words.format(-Math.floor(seconds / step[1]), step[0]) : words.format(0, 'second')
}

export const knownTimeZone = keeping((timeZone: string): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
})

/** Returns a tag for Intl; an unknown one is English. Arabic of any country has the digits of our texts: 7, not ٧. */
export const knownLocale = keeping((locale: string): string => {
  try {
    const tag = new Intl.Locale(locale.replaceAll('_', '-'))
    return (tag.language === 'ar' ? new Intl.Locale(tag, { numberingSystem: 'latn' }) : tag).toString()
  } catch {
    return 'en'
  }
})

/** Presets of a date filter (spec 9); `last7Days` is the default. */
export const DATE_PRESETS = ['allTime', 'today', 'yesterday', 'last7Days', 'last30Days', 'custom'] as const
export type DatePreset = (typeof DATE_PRESETS)[number]
export const defaultDatePreset: DatePreset = 'last7Days'

/** Returns a preset's days, inclusive. "Last 7 days" ends today. Null for "all time" and "custom". */
export function daysOfPreset(preset: DatePreset, now: Date, timeZone: string): { from: string; to: string } | null {
  const today = isoDay(now, timeZone)
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: shiftDay(today, -1), to: shiftDay(today, -1) }
    case 'last7Days':
      return { from: shiftDay(today, 1 - defaultRangeDays), to: today }
    case 'last30Days':
      return { from: shiftDay(today, -29), to: today }
    default:
      return null
  }
}

/** Returns how many days a range has, both ends included. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1

/** Adds days by the calendar, so that daylight saving time can't lose one. */
export function shiftDay(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + by)
  return date.toISOString().slice(0, 10)
}

export function mondayOf(day: string): string {
  return shiftDay(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

export function startOfDay(day: string, timeZone: string): Date {
  const zone = knownTimeZone(timeZone)
  const noon = new Date(`${day}T12:00:00Z`)
  const guess = new Date(Date.parse(`${day}T00:00:00Z`) - offsetMs(noon, zone))
  // Near a clock change, noon's offset differs from midnight's.
  return new Date(Date.parse(`${day}T00:00:00Z`) - offsetMs(guess, zone))
}

export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(shiftDay(day, 1), timeZone)
}

function offsetMs(at: Date, timeZone: string): number {
  const parts = digitsOfSecond(timeZone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((each) => each.type === type)?.value ?? 0)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.trunc(at.getTime() / 1_000) * 1_000
}
