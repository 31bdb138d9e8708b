import { graphql } from 'react-relay/hooks'
import { daysBetween } from '../../../../rules/dates.ts'
import { mostAnalyticsDays } from '../../../../rules/limits.ts'
import type { MessageCode } from '../../../../rules/messages.ts'
import type { AnalyticsPageName, analyticsLoaderQuery } from '../../../__generated__/analyticsLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/relay/routeQuery.ts'
import { readPeriod } from '../../ui/lists/periods.ts'

export const analyticsQuery = graphql`
  query analyticsLoaderQuery($page: AnalyticsPageName!, $period: AnalyticsPeriod!, $from: String, $to: String, $interval: ReportInterval) {
    viewer { shop {
      currency
      analytics(period: $period, from: $from, to: $to, interval: $interval) { page(name: $page) {
        interval from to previousFrom at
        figures { key unit total previousTotal values previousValues }
        breakdowns { key figures { key unit } rows { key label totals previousTotals values } }
      } }
    } }
  }
`

export type Variables = analyticsLoaderQuery['variables']

/** URL parameter of the range: a preset, or two days joined by a comma. */
export const dateParam = 'date'

const periods = {
  today: 'TODAY',
  yesterday: 'YESTERDAY',
  last7Days: 'LAST_7_DAYS',
  last30Days: 'LAST_30_DAYS',
} as const

interface AnalyticsRange {
  /** Values of the date filter; none for all time. */
  values: readonly string[]
  variables: Omit<Variables, 'page'>
  /** Why the days of the URL can't be shown; the default range is shown instead. */
  fault?: MessageCode
}

/** Reads the range of the URL. A day is shown by its hours. */
export function readRange(params: URLSearchParams): AnalyticsRange {
  const values = params.get(dateParam)?.split(',') ?? []
  if (values[0] === 'allTime') return { values: [], variables: variablesOf({ period: 'ALL_TIME' }) }
  const period = readPeriod(values)
  const fallback = { values: ['last7Days'], variables: variablesOf({ period: 'LAST_7_DAYS' }) }
  if (!period) return values.length > 0 ? { ...fallback, fault: 'invalidDate' } : fallback
  const { days, preset } = period
  if (!days) {
    const isDay = preset === 'today' || preset === 'yesterday'
    return {
      values,
      variables: variablesOf({ period: periods[preset as keyof typeof periods], interval: isDay ? 'HOUR' : null }),
    }
  }
  const fault = faultOf(days)
  if (fault) return { ...fallback, values, fault }
  return { values, variables: variablesOf({ ...days, interval: days.from === days.to ? 'HOUR' : null }) }
}

const variablesOf = (some: Partial<Variables>): Omit<Variables, 'page'> => ({
  period: 'LAST_7_DAYS',
  from: null,
  to: null,
  interval: null,
  ...some,
})

function faultOf({ from, to }: { from: string; to: string }): MessageCode | undefined {
  if ([from, to].some((day) => Number.isNaN(Date.parse(day)))) return 'invalidDate'
  if (from > to) return 'invalidDateRange'
  if (daysBetween(from, to) > mostAnalyticsDays) return 'rangeTooLong'
  return from.startsWith('20') && to.startsWith('20') ? undefined : 'invalidDate'
}

const loaderOf = (page: AnalyticsPageName) =>
  queryLoader<analyticsLoaderQuery>(analyticsQuery, ({ request }) => ({
    page,
    ...readRange(new URL(request.url).searchParams).variables,
  }))

export const overallLoader = loaderOf('OVERALL')
export const ratingLoader = loaderOf('RATING')
export const emailLoader = loaderOf('EMAIL')
export const surveyAnalyticsLoader = loaderOf('SURVEY')
