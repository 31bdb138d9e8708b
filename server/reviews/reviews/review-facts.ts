import type { Fact } from '../../../rules/facts.ts'
import type { NewReview } from './adding/insert.ts'
import type { ReviewWrite } from './write-reviews.ts'

export function arrivalFacts(
  rows: readonly NewReview[],
  { as, at, withMedia }: { as: 'submitted' | 'created' | 'imported'; at: Date; withMedia: ReadonlySet<string> },
): Fact[] {
  return rows.flatMap((row): Fact[] => {
    const rated = {
      at,
      sum: row.rate,
      by: { product: row.productId, source: row.source, country: row.country ?? null, rate: String(row.rate) },
    }
    return [
      { metric: `reviews.${as}`, ...rated },
      ...(row.publishedAt ? [{ metric: 'reviews.published' as const, ...rated }] : []),
      ...(withMedia.has(row.id) ? [{ metric: 'reviews.withMedia' as const, at, by: rated.by }] : []),
    ]
  })
}

/** Returns the facts of changed reviews: first publications, and the time until a first reply. */
export function changeFacts({ action, set, changes }: ReviewWrite, at: Date): Fact[] {
  return changes.flatMap(({ row, set: own }): Fact[] => {
    const { publishedAt = null, replyAt = null, rate = row.rate } = { ...set, ...own }
    const isFirstReply =
      action === 'replied' && row.replyContent === null && replyAt !== null && replyAt > row.enteredAt
    return [
      ...(publishedAt && row.publishedAt === null
        ? [{ metric: 'reviews.published' as const, at, sum: rate, by: { source: row.source, rate: String(rate) } }]
        : []),
      ...(isFirstReply
        ? [
            {
              metric: 'reviews.replied' as const,
              at: replyAt,
              sum: (replyAt.getTime() - row.enteredAt.getTime()) / 1_000,
            },
          ]
        : []),
    ]
  })
}
