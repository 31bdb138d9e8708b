/**
 * What a fact can be broken down by. `delayBucket`: days between the purchase and its request. `rate`: stars.
 * A fact has one dimension at most: the numbers by two would be as many as the events.
 */
export const DIMENSIONS = ['product', 'template', 'source', 'country', 'delayBucket', 'rate'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/**
 * Every metric with its dimensions. A fact counts events, and sums what the comment says. A metric without a writer gets its facts with the
 * feature that brings them.
 */
export const METRICS = {
  /** A request or reminder entered the queue. */
  'requests.scheduled': ['template'],
  'requests.sent': ['template', 'delayBucket'],
  'requests.opened': ['template', 'delayBucket'],
  'requests.clicked': ['template', 'delayBucket'],
  'requests.reviewed': ['template', 'delayBucket'],
  'requests.unsubscribed': [],
  /** An email to a reviewer that is none of the queue's: about a reply, an edit, a discount code. */
  'mails.sent': ['template'],
  'requests.bounced': [],
  /** The mail server refused the address for good when the email was handed over. Such a request was not sent. */
  'requests.refused': [],
  'requests.complained': [],
  /** By shoppers. Sum: stars. */
  'reviews.submitted': ['product', 'source', 'country', 'rate'],
  /** Sum: stars. */
  'reviews.imported': ['source', 'rate'],
  /** By the merchant. Sum: stars. */
  'reviews.created': ['rate'],
  /** Shown for the first time, whoever wrote them. Sum: stars. */
  'reviews.published': ['source', 'rate'],
  /** Came in with photos or videos. */
  'reviews.withMedia': ['source'],
  /** Got their first reply. Sum: seconds from the review's arrival. */
  'reviews.replied': [],
  'discounts.issued': [],
  /** Sum: cents of the orders' totals. */
  'discounts.redeemed': [],
  'widgets.viewed': ['product'],
  'forms.opened': ['product'],
  /** The page behind a product's QR code was opened. */
  'qr.scanned': ['product'],
} as const satisfies Record<string, readonly Dimension[]>
export type Metric = keyof typeof METRICS

/** The first day of each bucket of days between a purchase and its request; the last has no end. */
export const delayBuckets = [0, 2, 4, 8, 15, 31] as const

/** The names of all buckets, the shortest delay first: "4-7". */
export const delayBucketNames: readonly string[] = delayBuckets.map((first, at) => {
  const next = delayBuckets[at + 1]
  return next === undefined ? `${first}+` : `${first}-${next - 1}`
})

/** One thing that happened, or several alike. */
export interface Fact {
  metric: Metric
  at: Date
  count?: number
  sum?: number
  /** Values of the metric's dimensions; null where unknown. */
  by?: Partial<Record<Dimension, string | null>>
}

export interface FactRow {
  metric: Metric
  dimension: Dimension | ''
  value: string
  /** ISO. */
  at: string
  count: number
  sum: number
}

/** The rows that facts add to: for each metric and moment a total, and one row for each value of a dimension. */
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
