import { DATE_PRESETS, daysOfPreset, endOfDay, startOfDay, type DatePreset } from '../../../../rules/dates.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

/** Reads a date filter of the URL: a preset, or two days joined by a comma. Returns null for anything else. */
export function readPeriod(
  values: readonly string[],
): { preset: DatePreset; days: { from: string; to: string } | null } | null {
  const [first = '', second = ''] = values
  if (day.test(first) && day.test(second)) return { preset: 'custom', days: { from: first, to: second } }
  const preset = DATE_PRESETS.find((each) => each === first)
  return preset && preset !== 'allTime' && preset !== 'custom' ? { preset, days: null } : null
}

/** Returns a date filter's instants: whole days of the shop, including the last. */
export function periodOf(values: readonly string[], now: Date, timeZone: string): { from: string; to: string } | null {
  const period = readPeriod(values)
  const days = period && (period.days ?? daysOfPreset(period.preset, now, timeZone))
  if (!days || days.from > days.to) return null
  return {
    from: startOfDay(days.from, timeZone).toISOString(),
    to: new Date(endOfDay(days.to, timeZone).getTime() - 1).toISOString(),
  }
}
