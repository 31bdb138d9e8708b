import type { Arrival, Fact } from '../../../rules/facts.ts'
import type { NewReview } from './adding/insert.ts'
import type { LockedReview } from './lock-reviews.ts'
import type { ReviewWrite } from './write-reviews.ts'

export function arrivalFacts(
  rows: readonly NewReview[],
  { as, at, withMedia }: { as: Arrival; at: Date; withMedia: ReadonlySet<string> },
): Fact[] {
  return rows.flatMap((row): Fact[] => {
    const rated = {
      at,
      sum: row.rate,
      by: {
        product: row.productId,
        source: row.source,
        country: row.country ?? null,
        rate: String(row.rate),
        arrival: as,
      },
    }
    return [
      { metric: `reviews.${as}`, ...rated },
      ...(row.publishedAt ? [{ metric: 'reviews.published' as const, ...rated }] : []),
      ...(withMedia.has(row.id) ? [{ metric: 'reviews.withMedia' as const, at, by: rated.by }] : []),
    ]
  })
}

function arrivalOf({ origin, importId }: LockedReview): Arrival {
  if (importId !== null || origin === 'imported') return 'imported'
  return origin === 'admin' ? 'created' : 'submitted'
}

/** Returns the facts of changed reviews: first publications, and the time until a first reply. */
export function changeFacts({ action, set, changes }: ReviewWrite, at: Date): Fact[] {
  return changes.flatMap(({ row, set: own }): Fact[] => {
    const { publishedAt = null, replyAt = null, rate = row.rate } = { ...set, ...own }
    const isFirstReply =
      action === 'replied' && row.replyContent === null && replyAt !== null && replyAt > row.enteredAt
    return [
      ...(publishedAt && row.publishedAt === null
        ? [
            {
              metric: 'reviews.published' as const,
              at,
              sum: rate,
              by: { source: row.source, rate: String(rate), arrival: arrivalOf(row) },
            },
          ]
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
