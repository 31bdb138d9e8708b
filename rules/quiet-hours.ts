import { hourReader } from './dates.ts'
import type { RequestRules } from './settings/request-rules.ts'

const hourMs = 3_600_000
/** A day with a clock change, plus the hour it may skip. */
const mostHours = 26

/** Returns the first full hour `wanted` from `date` on; the next full hour if a clock change skips it. */
export function nextHour(date: Date, wanted: number, timeZone: string): Date {
  const read = hourReader(timeZone)
  const { hour: first, pastHourMs } = read(date)
  let hour = first
  if (hour === wanted && pastHourMs === 0) return date
  let at = date.getTime() - pastHourMs
  for (let step = 0; step < mostHours; step += 1) {
    const before = hour
    at += hourMs
    hour = read(new Date(at)).hour
    if (hour === wanted || passed(before, hour, wanted)) return new Date(at)
  }
  return new Date(at)
}

/** Whether the clock skipped an hour. */
const passed = (before: number, after: number, wanted: number): boolean =>
  (after - before + 24) % 24 === 2 && (before + 1) % 24 === wanted

/** Returns the end of the quiet hours around a moment; null outside them. */
export function findQuietEnd(
  date: Date,
  { quietHours: { enabled, from, to } }: Pick<RequestRules, 'quietHours'>,
  timeZone: string,
): Date | null {
  if (!enabled || from === to) return null
  const { hour } = hourReader(timeZone)(date)
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to
  return isQuiet ? nextHour(date, to, timeZone) : null
}
