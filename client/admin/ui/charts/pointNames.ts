import type { ReportInterval } from '../../../__generated__/ReportCardQuery.graphql.ts'
import type { Format } from '../../shell/words/useFormat.ts'

export function pointName(at: string, interval: ReportInterval, format: Format): string {
  if (interval === 'HOUR') return format.date(at, { dateStyle: 'medium', timeStyle: 'short' })
  return format.date(at, interval === 'MONTH' ? { month: 'long', year: 'numeric' } : undefined)
}

/** Returns a point's name without what its neighbors share. */
export function axisName(at: string, interval: ReportInterval, format: Format): string {
  if (interval === 'HOUR') return format.date(at, { hour: 'numeric' }).replace(/ \(.*/, '')
  return format.date(
    at,
    interval === 'MONTH' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' },
  )
}
