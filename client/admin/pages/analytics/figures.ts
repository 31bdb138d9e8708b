import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { FigureName } from '../../../../rules/analytics.ts'
import type { AnalyticsUnit, analyticsLoaderQuery$data } from '../../../__generated__/analyticsLoaderQuery.graphql.ts'
import { useFormat, type Format } from '../../shell/words/useFormat.ts'
import type { Value } from '../../ui/charts/chartScale.ts'

type Shop = NonNullable<analyticsLoaderQuery$data['viewer']['shop']>
export type Page = Shop['analytics']['page']
export type Figure = Page['figures'][number]
export type Breakdown = Page['breakdowns'][number]
export type Row = Breakdown['rows'][number]

/** Names of the figures. */
export const FIGURE_WORDS: Readonly<Record<FigureName, MessageDescriptor>> = {
  reviews: msg`Reviews`,
  averageRating: msg`Average rating`,
  imported: msg`Imported reviews`,
  received: msg`Reviews`,
  receivedRating: msg`Average rating`,
  published: msg`Published`,
  publishingRate: msg`Publishing rate`,
  withMedia: msg`With photo or video`,
  photoRate: msg`Photo rate`,
  replies: msg`Replies`,
  responseTime: msg`Response time`,
  codesIssued: msg`Codes sent`,
  codesUsed: msg`Codes used`,
  redemptionRate: msg`Redemption rate`,
  codeRevenue: msg`Revenue through codes`,
  pageViews: msg`Pages with reviews viewed`,
  formOpens: msg`Review form opened`,
  formReviews: msg`Reviews written`,
  scheduled: msg`Scheduled`,
  sent: msg`Sent`,
  opened: msg`Opened`,
  clicked: msg`Clicked`,
  reviewed: msg`Reviewed`,
  openRate: msg`Open rate`,
  clickRate: msg`Click rate`,
  reviewRate: msg`Review rate`,
  bounced: msg`Bounced`,
  complained: msg`Spam complaints`,
  unsubscribed: msg`Unsubscribed`,
  surveyAnswers: msg`Survey answers`,
  nps: msg`Net promoter score`,
}

/** Returns a figure of the page. @throws Error for a figure that the page doesn't have */
export function figureOf(page: Page, name: FigureName): Figure {
  const found = page.figures.find(({ key }) => key === name)
  if (!found) throw new Error(`no figure ${name}`)
  return found
}

const noBreakdown: Breakdown = { key: '', figures: [], rows: [] }

export const breakdownOf = (page: Page, name: string): Breakdown =>
  page.breakdowns.find(({ key }) => key === name) ?? noBreakdown

/** Returns a writer of values for each unit; "–" if nothing was measured. */
export function useWriter(currency: string): (unit: AnalyticsUnit) => (value: Value) => string {
  const format = useFormat()
  const written: Record<Exclude<AnalyticsUnit, '%future added value'>, (value: number) => string> = {
    NUMBER: (value) => format.number(value),
    SCORE: (value) => format.number(value, { maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
    STARS: (value) => format.number(value, { maximumFractionDigits: 2 }),
    SHARE: (value) => format.number(value, { style: 'percent', maximumFractionDigits: 1 }),
    MONEY: (value) => format.number(value / 100, { style: 'currency', currency, maximumFractionDigits: 2 }),
    SECONDS: (value) => writeDuration(value, format),
  }
  return (unit) => (value) => (value == null ? '–' : written[unit as keyof typeof written](value))
}

/** Returns a function that names the unit of a file's column, if its numbers need one: "Photo rate (%)". */
export function useUnitNames(currency: string): (unit: AnalyticsUnit, name: string) => string {
  const { t } = useLingui()
  return (unit, name) => {
    if (unit === 'SECONDS') return t`${name} (hours)`
    const sign = unit === 'MONEY' ? currency : unit === 'SHARE' ? '%' : null
    return sign ? `${name} (${sign})` : name
  }
}

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Writes a duration in its largest unit: "2.5 days". */
function writeDuration(seconds: number, format: Format): string {
  const [unit, size] = steps.find(([, each]) => seconds >= each * 1.5) ?? ['minute', 60]
  return format.number(seconds / size, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'day' ? 'long' : 'short',
    maximumFractionDigits: unit === 'minute' ? 0 : 1,
  })
}

/** Returns the change since the period before, as a part of it; null if there is nothing to compare with. */
export function changeOf(now: Value, before: Value): number | null {
  return now == null || before == null || before === 0 ? null : now / before - 1
}
