import { z } from 'zod'
import { daysBetween, daysOfPreset, isoDay, shiftDay, startOfDay } from './dates.ts'
import { delayBucketNames, type Dimension, type Metric } from './facts.ts'
import { mostAnalyticsDays, mostReportDays, mostReportHoursDays } from './limits.ts'
import type { MessageCode } from './messages.ts'
import { SURVEY_SCORES } from './survey.ts'

/** Units of a report's numbers; charts format each differently. */
export const UNITS = ['number', 'stars', 'share'] as const

/** `sum`: the metric's sum. `average`: sum by count. `rate`: the first metric's count by the second's. */
export interface ReportDefinition {
  metrics: readonly [Metric, ...Metric[]]
  dimension?: Dimension
  fold: 'count' | 'sum' | 'average' | 'rate'
  unit: (typeof UNITS)[number]
}

/** Every report by its name in the API. A new one is a line here. */
export const REPORTS = {
  'reviews-received': { metrics: ['reviews.submitted'], fold: 'count', unit: 'number' },
  ratings: { metrics: ['reviews.submitted'], dimension: 'rate', fold: 'count', unit: 'number' },
  'average-rating': { metrics: ['reviews.submitted'], fold: 'average', unit: 'stars' },
  requests: { metrics: ['requests.sent', 'requests.opened', 'requests.reviewed'], fold: 'count', unit: 'number' },
  'review-rate': { metrics: ['requests.reviewed', 'requests.sent'], fold: 'rate', unit: 'share' },
  'widget-views': { metrics: ['widgets.viewed'], dimension: 'widget', fold: 'count', unit: 'number' },
  'review-forms': { metrics: ['forms.opened', 'forms.submitted'], fold: 'count', unit: 'number' },
  'form-rate': { metrics: ['forms.submitted', 'forms.opened'], fold: 'rate', unit: 'share' },
} as const satisfies Record<string, ReportDefinition>
export type ReportName = keyof typeof REPORTS
export const REPORT_NAMES = Object.keys(REPORTS) as [ReportName, ...ReportName[]]

export const INTERVALS = ['hour', 'day', 'week', 'month'] as const
export type Interval = (typeof INTERVALS)[number]

/** Values of a dimension that are always shown, in order. Others show their most frequent values. */
export const closedValues: Partial<Record<Dimension, readonly string[]>> = {
  rate: ['5', '4', '3', '2', '1'],
  score: SURVEY_SCORES.map(String),
  delayBucket: delayBucketNames,
}

export const PERIODS = ['today', 'yesterday', 'last7Days', 'last30Days'] as const

/** Only this century: distant dates have no zone rules. */
const day = z.iso.date({ error: 'invalidDate' }).regex(/^20/, { error: 'invalidDate' })

/**
 * A report's input: the shop's days `from` and `to`, inclusive, or a period that ends today or yesterday (spec 9).
 * `compare` adds the preceding period of equal length.
 */
export const reportInput = (now: Date, timeZone: string) =>
  z
    .strictObject({
      name: z.enum(REPORT_NAMES, { error: 'valueInvalid' }),
      period: z.enum(PERIODS, { error: 'valueInvalid' }).default('last7Days'),
      from: day.optional(),
      to: day.optional(),
      interval: z.enum(INTERVALS, { error: 'valueInvalid' }).default('day'),
      compare: z.boolean({ error: 'valueInvalid' }).default(false),
    })
    .transform(({ period, ...rest }) => {
      const { from, to } = daysOfPreset(period, now, timeZone) ?? { from: '', to: '' }
      return rest.from || rest.to ? { ...rest, from: rest.from ?? '', to: rest.to ?? '' } : { ...rest, from, to }
    })
    .superRefine((days, context) => refuseRange(days, mostReportDays, context))

/**
 * Input of analytics: days or a period as in a report, or `allTime`. All time begins on `firstDay`, or with the oldest
 * facts, and has nothing to compare with. Without an interval, the range decides.
 */
export const analyticsInput = ({ now, timeZone, firstDay }: { now: Date; timeZone: string; firstDay: string }) =>
  z
    .strictObject({
      period: z.enum([...PERIODS, 'allTime'], { error: 'valueInvalid' }).default('last7Days'),
      from: day.optional(),
      to: day.optional(),
      interval: z.enum(INTERVALS, { error: 'valueInvalid' }).optional(),
    })
    .transform(({ period, from, to, interval }) => {
      const today = isoDay(now, timeZone)
      const firstKept = shiftDay(today, 1 - mostAnalyticsDays)
      const days =
        from || to
          ? { from: from ?? '', to: to ?? '' }
          : (daysOfPreset(period, now, timeZone) ?? { from: firstDay > firstKept ? firstDay : firstKept, to: today })
      return { ...days, compare: period !== 'allTime' || Boolean(from), interval: interval ?? intervalFor(days) }
    })
    .superRefine((days, context) => refuseRange(days, mostAnalyticsDays, context))
export type AnalyticsInput = z.output<ReturnType<typeof analyticsInput>>

function refuseRange(
  { from, to, interval }: { from: string; to: string; interval: Interval },
  mostDays: number,
  context: z.RefinementCtx,
): void {
  const refuse = (path: string, message: MessageCode, params?: { days: number }) =>
    context.addIssue({ code: 'custom', message, path: [path], ...(params && { params }) })
  const max = interval === 'hour' ? mostReportHoursDays : mostDays
  if (!from || !to) refuse(from ? 'to' : 'from', 'required')
  else if (from > to) refuse('to', 'invalidDateRange')
  else if (daysBetween(from, to) > max) refuse('to', 'rangeTooLong', { days: max })
}

/** Returns days for a quarter at most, weeks for a year, and months for longer ranges. */
function intervalFor({ from, to }: { from: string; to: string }): Interval {
  const days = daysBetween(from, to)
  if (days <= 92) return 'day'
  return days <= 400 ? 'week' : 'month'
}

export type ReportInput = z.output<ReturnType<typeof reportInput>>

export interface Buckets {
  /** Start of each point of the series. */
  starts: Date[]
  /** Starts of the preceding period; points of both are compared by position. */
  previous: Date[]
  end: Date
}

/**
 * Returns a report's points in the shop's zone. A day is one point, with 23, 24 or 25 hours; by hours it has that many
 * points. The first and last week or month contain only days of the range. Weeks begin on Monday.
 */
export function bucketsOf(
  { from, to, interval }: Pick<ReportInput, 'from' | 'to' | 'interval'>,
  timeZone: string,
): Buckets {
  const days = daysBetween(from, to)
  const end = startOfDay(shiftDay(to, 1), timeZone)
  const before = startOfDay(shiftDay(from, -days), timeZone)
  const begin = startOfDay(from, timeZone)
  if (interval === 'hour') return { starts: hoursOf(begin, end), previous: hoursOf(before, begin), end }
  const first = Array.from({ length: days }, (_, at) => shiftDay(from, at)).filter(
    (each, at) => at === 0 || begins(each, interval),
  )
  return {
    starts: first.map((each) => startOfDay(each, timeZone)),
    previous: first.map((each) => startOfDay(shiftDay(each, -days), timeZone)),
    end,
  }
}

/** Facts are stored by hour, and summed by day and month of the shop. The name follows that of their dimension. */
export type Grain = '' | '@day' | '@month'

/** A part of time, read from sums of one grain. */
export interface Run {
  grain: Grain
  from: Date
  until: Date
}

/**
 * Returns the sums to read for points between bounds. Points of an hour need hours; others need whole months of the
 * shop and the days around them. No sum spans two points.
 */
export function runsOf(
  bounds: readonly Date[],
  { interval, timeZone }: { interval: Interval; timeZone: string },
): Run[] {
  const [start, end] = [bounds[0], bounds.at(-1)]
  if (!start || !end) return []
  if (interval === 'hour') return [{ grain: '', from: start, until: end }]
  const days = bounds.map((bound) => isoDay(bound, timeZone))
  const runs: { grain: Grain; from: string; until: string }[] = []
  const add = (grain: Grain, from: string, until: string) => {
    const last = runs.at(-1)
    if (last?.grain === grain && last.until === from) last.until = until
    else if (from < until) runs.push({ grain, from, until })
  }
  for (const [at, until] of days.entries()) {
    const from = days[at - 1]
    if (from === undefined) continue
    const [first, last] = [begins(from, 'month') ? from : monthOf(shiftDay(monthOf(from), 31)), monthOf(until)]
    if (first < last) {
      add('@day', from, first)
      add('@month', first, last)
      add('@day', last, until)
    } else add('@day', from, until)
  }
  return runs.map(({ grain, from, until }) => ({
    grain,
    from: startOfDay(from, timeZone),
    until: startOfDay(until, timeZone),
  }))
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

function begins(day: string, interval: Interval): boolean {
  if (interval === 'week') return new Date(`${day}T00:00:00Z`).getUTCDay() === 1
  return interval === 'day' || day.endsWith('-01')
}

function hoursOf(from: Date, to: Date): Date[] {
  return Array.from(
    { length: Math.ceil((to.getTime() - from.getTime()) / 3_600_000) },
    (_, at) => new Date(from.getTime() + at * 3_600_000),
  )
}

export const bucketName = (at: Date, { interval, timeZone }: { interval: Interval; timeZone: string }): string =>
  interval === 'hour' ? at.toISOString() : isoDay(at, timeZone)
