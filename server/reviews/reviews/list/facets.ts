import type { ReviewFilter } from '../../../../rules/filters.ts'
import {
  LISTED_STATUSES,
  REVIEW_STATUSES,
  type ReviewSource,
  type ReviewStatus,
} from '../../../../rules/review-status.ts'

/** In the order of the migration that defines the column `facet`: a new source also needs a migration. */
const sources: readonly ReviewSource[] = [
  'imported',
  'amazon',
  'cjdropshipping',
  'aliexpress',
  'shopee',
  'customer',
  'guest',
  'admin',
]
const rates = [1, 2, 3, 4, 5]
const placesOfSources = 16

type Asked = Pick<ReviewFilter, 'status' | 'rate' | 'source' | 'hasMedia' | 'verified'>

/** Returns the values of the column `facet` for a filter, ascending. Without a status, deleted reviews are left out. */
export function findReviewFacets({ status, rate, source, hasMedia, verified }: Asked): number[] {
  const flags = (asked: boolean | undefined) => (asked === undefined ? [0, 1] : [Number(asked)])
  const statuses: readonly ReviewStatus[] = status?.length ? status : LISTED_STATUSES
  const found = statuses.flatMap((one) =>
    (rate?.length ? rate : rates).flatMap((stars) =>
      (source?.length ? source : sources).flatMap((from) =>
        flags(hasMedia).flatMap((media) =>
          flags(verified).map(
            (sure) =>
              (((REVIEW_STATUSES.indexOf(one) * rates.length + stars - 1) * placesOfSources + sources.indexOf(from)) *
                2 +
                media) *
                2 +
              sure,
          ),
        ),
      ),
    ),
  )
  return [...new Set(found)].sort((a, b) => a - b)
}
