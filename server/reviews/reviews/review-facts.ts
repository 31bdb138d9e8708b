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

/**
 * Returns the facts of changed reviews. What a row says is taken back before the change and counted after it. The sums
 * thus equal the rows after an edit of the stars, a deleted reply or an undo. The backfill counts rows in the same way.
 */
export function changeFacts({ set, changes }: ReviewWrite): Fact[] {
  return changes.flatMap(({ row, set: own }) => {
    const before = rowFacts(row)
    const after = rowFacts({ ...row, ...set, ...own })
    return [
      ...before.filter((fact) => !after.some((other) => isSame(fact, other))).map(takeBack),
      ...after.filter((fact) => !before.some((other) => isSame(fact, other))),
    ]
  })
}

/** Returns what a row says: arrival, first publication and reply. Undone values are ISO dates. */
function rowFacts(row: LockedReview): Fact[] {
  const arrival = arrivalOf(row)
  // A review that waits again has a later `enteredAt`, and an imported one the file's `createdAt`.
  const arrivedAt = new Date(arrival === 'submitted' ? row.createdAt : row.enteredAt)
  const later = (at: Date | string) => new Date(Math.max(new Date(at).getTime(), arrivedAt.getTime()))
  const rated = {
    sum: row.rate,
    by: { product: row.productId, source: row.source, country: row.country, rate: String(row.rate), arrival },
  }
  const repliedAfter = row.replyAt ? new Date(row.replyAt).getTime() - arrivedAt.getTime() : 0
  return [
    { metric: `reviews.${arrival}`, at: arrivedAt, ...rated },
    ...(row.publishedAt ? [{ metric: 'reviews.published' as const, at: later(row.publishedAt), ...rated }] : []),
    ...(row.replyAt && repliedAfter > 0
      ? [{ metric: 'reviews.replied' as const, at: new Date(row.replyAt), sum: repliedAfter / 1_000 }]
      : []),
  ]
}

const isSame = (one: Fact, other: Fact): boolean =>
  one.metric === other.metric &&
  one.at.getTime() === other.at.getTime() &&
  one.sum === other.sum &&
  one.by?.rate === other.by?.rate

const takeBack = (fact: Fact): Fact => ({ ...fact, count: -1, sum: -(fact.sum ?? 0) })
