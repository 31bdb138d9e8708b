import type { Dimension, Metric } from './facts.ts'

/** Units of figures; the admin formats each differently. `money`: cents of the shop's currency. */
export const FIGURE_UNITS = ['number', 'stars', 'share', 'seconds', 'money'] as const
export type FigureUnit = (typeof FIGURE_UNITS)[number]

/** A sum over facts. `only`: facts of one value of a dimension. */
export interface Term {
  metrics: readonly Metric[]
  of?: 'count' | 'sum'
  only?: readonly [Dimension, string]
}

/** A number of a page: a sum over facts, or one sum by another. */
export interface Figure {
  value: Term
  per?: Term
  unit: FigureUnit
}

const count = (...metrics: Metric[]): Term => ({ metrics })
const sum = (...metrics: Metric[]): Term => ({ metrics, of: 'sum' })
const arrivedBy = (metric: Metric): Term => ({ metrics: [metric], only: ['arrival', 'submitted'] })
const share = (value: Term, per: Term): Figure => ({ value, per, unit: 'share' })
const number = (...metrics: Metric[]): Figure => ({ value: count(...metrics), unit: 'number' })
const submitted = count('reviews.submitted')
const sent = count('requests.sent')

/** All figures by their names in the API. Reviews are those of shoppers, if not named otherwise. */
export const FIGURES = {
  reviews: number('reviews.submitted'),
  averageRating: { value: sum('reviews.submitted'), per: submitted, unit: 'stars' },
  imported: number('reviews.imported'),
  received: number('reviews.submitted', 'reviews.imported'),
  receivedRating: {
    value: sum('reviews.submitted', 'reviews.imported'),
    per: count('reviews.submitted', 'reviews.imported'),
    unit: 'stars',
  },
  published: { value: arrivedBy('reviews.published'), unit: 'number' },
  publishingRate: share(arrivedBy('reviews.published'), submitted),
  withMedia: { value: arrivedBy('reviews.withMedia'), unit: 'number' },
  photoRate: share(arrivedBy('reviews.withMedia'), submitted),
  replies: number('reviews.replied'),
  responseTime: { value: sum('reviews.replied'), per: count('reviews.replied'), unit: 'seconds' },
  codesIssued: number('discounts.issued'),
  codesUsed: number('discounts.redeemed'),
  redemptionRate: share(count('discounts.redeemed'), count('discounts.issued')),
  codeRevenue: { value: sum('discounts.redeemed'), unit: 'money' },
  pageViews: number('pages.viewed'),
  formOpens: number('forms.opened'),
  formReviews: number('forms.submitted'),
  scheduled: number('requests.scheduled'),
  sent: number('requests.sent'),
  opened: number('requests.opened'),
  clicked: number('requests.clicked'),
  reviewed: number('requests.reviewed'),
  openRate: share(count('requests.opened'), sent),
  clickRate: share(count('requests.clicked'), sent),
  reviewRate: share(count('requests.reviewed'), sent),
  bounced: number('requests.bounced', 'requests.refused'),
  complained: number('requests.complained'),
  unsubscribed: number('requests.unsubscribed'),
} as const satisfies Record<string, Figure>
export type FigureName = keyof typeof FIGURES

/** A table of figures by the values of a dimension. */
export interface Breakdown {
  dimension: Dimension
  figures: readonly FigureName[]
  /** Also the first figure's values over time. */
  overTime?: true
}

export interface AnalyticsPage {
  figures: readonly FigureName[]
  breakdowns: Readonly<Record<string, Breakdown>>
}

const rated = ['reviews', 'averageRating'] as const
const ofEmails = ['sent', 'opened', 'clicked', 'reviewed', 'reviewRate'] as const
const ofCodes = ['codesIssued', 'codesUsed', 'redemptionRate', 'codeRevenue'] as const
const products: Breakdown = { dimension: 'product', figures: rated, overTime: true }

/** The pages of analytics. A new figure is a name here. */
export const ANALYTICS = {
  overall: {
    figures: [
      ...rated,
      'imported',
      'published',
      'publishingRate',
      'withMedia',
      'photoRate',
      'replies',
      'responseTime',
      'codesIssued',
      'codesUsed',
      'codeRevenue',
      'pageViews',
      'formOpens',
      'formReviews',
    ],
    breakdowns: { source: { dimension: 'source', figures: ['received', 'receivedRating'] }, product: products },
  },
  rating: {
    figures: [...rated, 'publishingRate', 'photoRate'],
    breakdowns: {
      rating: { dimension: 'rate', figures: ['reviews'], overTime: true },
      product: products,
      country: { dimension: 'country', figures: rated },
      source: { dimension: 'source', figures: ['received', 'receivedRating'] },
    },
  },
  email: {
    figures: [
      'scheduled',
      'sent',
      'opened',
      'clicked',
      'reviewed',
      'openRate',
      'clickRate',
      'reviewRate',
      'bounced',
      'complained',
      'unsubscribed',
    ],
    breakdowns: {
      template: { dimension: 'template', figures: ofEmails },
      delay: { dimension: 'delayBucket', figures: ofEmails },
      country: { dimension: 'country', figures: ofEmails },
      hour: { dimension: 'sentHour', figures: ofEmails },
    },
  },
  rewards: {
    figures: ofCodes,
    breakdowns: { reward: { dimension: 'reward', figures: ofCodes } },
  },
} as const satisfies Record<string, AnalyticsPage>
export type AnalyticsPageName = keyof typeof ANALYTICS
export const ANALYTICS_PAGES = Object.keys(ANALYTICS) as [AnalyticsPageName, ...AnalyticsPageName[]]

/** Fewest reviews of a product among the best and worst. */
export const fewestRankedReviews = 3

/** Fewest emails of a delay, for its share of reviews to mean something. */
export const fewestComparedEmails = 30

export interface DelayResult {
  key: string
  sent: number
  reviewed: number
}

export type DelayAdvice =
  | { kind: 'tooFew'; needed: number }
  | { kind: 'tooClose'; best: DelayResult }
  | { kind: 'best'; best: DelayResult; others: DelayResult }

/**
 * Returns which delay brings most reviews per email. It needs two delays with enough emails. Chance must explain the
 * difference in less than one of twenty cases.
 */
export function adviseDelay(delays: readonly DelayResult[]): DelayAdvice {
  const enough = delays.filter(({ sent: emails }) => emails >= fewestComparedEmails)
  const [best, ...rest] = [...enough].sort((a, b) => b.reviewed / b.sent - a.reviewed / a.sent)
  if (!best || rest.length === 0) return { kind: 'tooFew', needed: fewestComparedEmails }
  const others = {
    key: '',
    sent: rest.reduce((total, each) => total + each.sent, 0),
    reviewed: rest.reduce((total, each) => total + each.reviewed, 0),
  }
  return isAboveChance(best, others) ? { kind: 'best', best, others } : { kind: 'tooClose', best }
}

/** The z-test of two proportions. */
function isAboveChance(one: DelayResult, other: DelayResult): boolean {
  const pooled = (one.reviewed + other.reviewed) / (one.sent + other.sent)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.sent + 1 / other.sent))
  return error > 0 && (one.reviewed / one.sent - other.reviewed / other.sent) / error > 1.96
}
