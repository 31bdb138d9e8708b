/**
 * Dimensions of facts. `arrival`: how the review came in. `delayBucket`: days between the purchase and its request.
 * `rate`: stars. `reward`: what earned a discount code. `sentHour`: hour of the week in which the request was sent, "1-9" for Monday from 9:00 to 10:00. One
 * dimension per fact at most: combinations would be as many as the events.
 */
export type Dimension =
  'arrival' | 'country' | 'delayBucket' | 'product' | 'rate' | 'reward' | 'sentHour' | 'source' | 'template' | 'widget'

export type Arrival = 'submitted' | 'created' | 'imported'

const ofRequests = ['template', 'delayBucket', 'country', 'sentHour'] as const

/** Metrics with their dimensions. A fact counts events, and sums the unit in the comment. */
export const METRICS = {
  /** A request or reminder entered the queue. */
  'requests.scheduled': ['template'],
  'requests.sent': ofRequests,
  'requests.opened': ofRequests,
  'requests.clicked': ofRequests,
  'requests.reviewed': ofRequests,
  'requests.unsubscribed': [],
  /** An email to a reviewer outside the queue: about a reply, an edit, a discount code. */
  'mails.sent': ['template'],
  'requests.bounced': [],
  /** The mail server permanently refused the address, so the request was not sent. */
  'requests.refused': [],
  'requests.complained': [],
  /** By shoppers. Sum: stars. */
  'reviews.submitted': ['product', 'source', 'country', 'rate'],
  /** Sum: stars. */
  'reviews.imported': ['source', 'rate'],
  'reviews.created': ['rate'],
  /** First publication, whoever wrote the review. Sum: stars. */
  'reviews.published': ['source', 'rate', 'arrival'],
  /** Arrived with photos or videos. */
  'reviews.withMedia': ['source', 'arrival'],
  /** First reply. Sum: seconds since the review arrived. */
  'reviews.replied': [],
  'discounts.issued': ['reward'],
  /** Sum: cents of the orders' totals. */
  'discounts.redeemed': ['reward'],
  /** A page on which a widget became visible. */
  'pages.viewed': [],
  /** A widget became visible to a shopper: once per page load. */
  'widgets.viewed': ['widget', 'product'],
  /** Once per page load. */
  'forms.opened': ['product'],
  /** A review was accepted from a form on the storefront. */
  'forms.submitted': ['product'],
  /** The page behind a product's QR code was opened. */
  'qr.scanned': ['product'],
} as const satisfies Record<string, readonly Dimension[]>
export type Metric = keyof typeof METRICS

/** First day of each bucket of days between a purchase and its request; the last is open-ended. */
export const delayBuckets = [0, 2, 4, 8, 15, 31] as const

/** Names of all buckets, shortest delay first: "4-7". */
export const delayBucketNames: readonly string[] = delayBuckets.map((first, at) => {
  const next = delayBuckets[at + 1]
  return next === undefined ? `${first}+` : `${first}-${next - 1}`
})

export interface Fact {
  metric: Metric
  at: Date
  count?: number
  sum?: number
  /** Values of the metric's dimensions; null if unknown. */
  by?: Partial<Record<Dimension, string | null>>
}

interface FactRow {
  metric: Metric
  dimension: Dimension | ''
  value: string
  /** ISO. */
  at: string
  count: number
  sum: number
}

/** Returns the rows to add facts to: a total per metric and moment, and one row per dimension value. */
export function factRows(facts: readonly Fact[]): FactRow[] {
  const rows = new Map<string, FactRow>()
  const add = ({ metric, at, count = 1, sum = 0 }: Fact, dimension: Dimension | '', value: string) => {
    const key = `${metric} ${at.getTime()} ${dimension} ${value}`
    const row = rows.get(key)
    if (!row) rows.set(key, { metric, dimension, value, at: at.toISOString(), count, sum: Math.round(sum) })
    else {
      row.count += count
      row.sum += Math.round(sum)
    }
  }
  for (const fact of facts) {
    add(fact, '', '')
    for (const dimension of METRICS[fact.metric] as readonly Dimension[]) {
      const value = fact.by?.[dimension]
      if (value) add(fact, dimension, value)
    }
  }
  return [...rows.values()]
}
