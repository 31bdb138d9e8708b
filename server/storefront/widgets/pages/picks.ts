import { maxRate } from '../../../../rules/limits.ts'
import { lowestRating, type MinimumRating } from '../../../../rules/settings/placement.ts'
import { findReviewFacets } from '../../../reviews/reviews/list/facets.ts'

export interface PickQuery {
  minimumRating: MinimumRating
  /** Only those with photos or videos. */
  withMedia: boolean
  first: number
}

/** Sort order of `pickRows`: pinned reviews, then the newest. */
export const pickOrder = 'found."group", found."createdAt" desc, found.id desc'

/**
 * Writes the statement of picked published reviews, at most `first`. $1 is the shop. Each part is an index range of
 * Review_pinned_idx or Review_facet_idx.
 */
export function pickRows({ minimumRating, withMedia, first }: PickQuery): string {
  const lowest = lowestRating(minimumRating)
  const newest = `order by r."createdAt" desc, r.id desc limit ${first}`
  const rate = Array.from({ length: maxRate - lowest + 1 }, (_, index) => lowest + index)
  const facets = findReviewFacets({ status: ['published'], rate, hasMedia: withMedia || undefined })
  const rows = `(select 0 as "group", r.* from "Review" r where r."shopId" = $1::uuid and r.pinned and r.status = 'published' and r.rate >= ${lowest} ${withMedia ? 'and r."hasMedia"' : ''} ${newest})
      union all (select 1, r.* from unnest('{${facets.join()}}'::smallint[]) f(facet) cross join lateral (
        select * from "Review" r where r."shopId" = $1::uuid and r.facet = f.facet and not r.pinned ${newest}) r ${newest})`
  return `select found.* from (${rows}) found order by ${pickOrder} limit ${first}`
}
