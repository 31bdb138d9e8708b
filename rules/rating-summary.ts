export interface RatingSummary {
  count: number
  /** Mean with two decimals; 0 without reviews. */
  average: number
  /** Counts for one to five stars, in this order. */
  histogram: number[]
}

export function summarise(rows: readonly { rate: number; count: number }[]): RatingSummary {
  const histogram = [0, 0, 0, 0, 0]
  for (const { rate, count } of rows) histogram[rate - 1] = (histogram[rate - 1] ?? 0) + count
  const count = histogram.reduce((all, each) => all + each, 0)
  const stars = histogram.reduce((all, each, index) => all + each * (index + 1), 0)
  return { count, average: count ? Math.round((stars / count) * 100) / 100 : 0, histogram }
}
