import { isRatingWanted, type MarketplaceOptions } from '../../../rules/marketplace-options.ts'
import { readDate } from '../parsing/dates.ts'
import { ratingNumber } from '../parsing/ratings.ts'
import type { ListedReview, MarketplaceId } from './marketplace.ts'

/**
 * Returns the reviews that the merchant's options ask for (spec 3), sorted. A repeated id doesn't count towards the
 * maximum. Its row stays in the table, and the check reports a duplicate.
 */
export function chooseReviews(
  id: MarketplaceId,
  reviews: readonly ListedReview[],
  options: MarketplaceOptions,
): ListedReview[] {
  const wanted = reviews.filter((review) => isWanted(id, review, options))
  const order = options.sort === 'helpful' ? (one: ListedReview) => one.votes : writtenAt
  const sorted = wanted
    .map((review) => ({ review, key: order(review) }))
    .sort((a, b) => b.key - a.key)
    .map(({ review }) => review)
  return firstOf(sorted, options.maxReviews)
}

function isWanted(id: MarketplaceId, { cells, badge }: ListedReview, options: MarketplaceOptions): boolean {
  if (options.photo === 'withPhoto' && !cells.pictures) return false
  if (id === 'amazon' && options.reviewer === 'verified' && !badge) return false
  return isRatingWanted(Math.round(ratingNumber(cells.rating ?? '') ?? 0), options)
}

/** Undated ones come last. */
const writtenAt = ({ cells }: ListedReview): number => readDate(cells.date ?? '', 'dmy')?.at.getTime() ?? 0

function firstOf(reviews: readonly ListedReview[], most: number): ListedReview[] {
  const seen = new Set<string>()
  let [counted, others] = [0, 0]
  return reviews.filter(({ cells: { externalId = '' } }) => {
    if (counted >= most) return false
    if (externalId !== '' && seen.has(externalId)) return ++others <= most
    seen.add(externalId)
    counted++
    return true
  })
}
