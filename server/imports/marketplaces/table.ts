import { InvalidInput } from '../../core/errors.ts'
import { DEFAULT_MARKETPLACE_OPTIONS } from '../../../rules/marketplace-options.ts'
import { chooseReviews } from './choose-reviews.ts'
import type { MarketplaceId, OptionsBySite } from './marketplace.ts'
import { readMarketplaceText } from './read-marketplace-text.ts'
import { headerOf, rowOf, SITES } from '../sources/marketplace-source.ts'

/** Numbers of reviews found and chosen; stored as JSON. */
export type MarketplaceFigures = {
  /** The marketplace's own count; null when it gives none. */
  total: number | null
  /** Reviews in the upload or fetch. */
  found: number
  /** Reviews chosen by the merchant's options. */
  chosen: number
  /** Distinct reviews that the server fetched. */
  fetched?: number
  /** The page, from 1, that was refused or not answered. */
  blockedPage?: number
  /** The run reached its limit of time, pages or bytes before the last page. */
  cutShort?: boolean
  /** Judge.me's API provides neither. */
  repliesAndVideosMissing?: boolean
}

interface MarketplaceTable {
  id: MarketplaceId
  rows: string[][]
  figures: MarketplaceFigures
}

interface Wanted {
  expected?: MarketplaceId | undefined
  options?: OptionsBySite | undefined
}

/**
 * Converts a marketplace's response or saved page into a table that is stored and read like any file. Null when no
 * marketplace is recognized and none is expected.
 * @throws InvalidInput as readMarketplaceText; otherMarketplace for reviews of another than the expected one
 */
export function marketplaceTable(text: string, { expected, options }: Wanted): MarketplaceTable | null {
  const found = readMarketplaceText(text)
  if (!found && expected) throw new InvalidInput({ file: 'notMarketplaceReviews' })
  if (!found) return null
  const { id, reviews, total } = found
  if (expected && id !== expected)
    throw new InvalidInput({ file: { code: 'otherMarketplace', params: { site: SITES[id].name } } })
  const chosen = chooseReviews(id, reviews, options?.[id] ?? DEFAULT_MARKETPLACE_OPTIONS)
  return {
    id,
    rows: [headerOf(id), ...chosen.map((review) => rowOf(id, review))],
    figures: { total, found: reviews.length, chosen: chosen.length },
  }
}
