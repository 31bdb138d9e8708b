import { InvalidInput } from '../../core/errors.ts'
import type { MarketplaceOptions } from '../../../rules/marketplace-options.ts'
import { chooseReviews } from './choose-reviews.ts'
import type { MarketplaceId } from './marketplace.ts'
import { readMarketplaceText } from './read-marketplace-text.ts'
import { headerOf, rowOf, SITES } from '../sources/marketplace-source.ts'

/** How many reviews there were, and are to be looked at; kept as JSON. */
export type MarketplaceFigures = {
  /** As the marketplace says; null when it does not. */
  total: number | null
  /** In what was uploaded or fetched. */
  found: number
  /** Of these, by the merchant's options. */
  chosen: number
  /** Different reviews that the server itself fetched. */
  fetched?: number
  /** The page, from 1, that was refused or not answered. */
  blockedPage?: number
  /** What one run may take (its time, pages or bytes) was used up before the last page. */
  cutShort?: boolean
  /** Judge.me's API gives neither. */
  repliesAndVideosMissing?: boolean
}

export interface MarketplaceTable {
  id: MarketplaceId
  /** The columns first. */
  rows: string[][]
  figures: MarketplaceFigures
}

interface Wanted {
  /** Only of this one. */
  expected?: MarketplaceId | undefined
  optionsOf(id: MarketplaceId): MarketplaceOptions
}

/**
 * Turns a marketplace's answer or saved page into the table that is kept of it and read like any other file. Null when it is of no
 * marketplace and none is expected.
 * @throws InvalidInput as readMarketplaceText; otherMarketplace for reviews of another than the expected one
 */
export function marketplaceTable(text: string, { expected, optionsOf }: Wanted): MarketplaceTable | null {
  const found = readMarketplaceText(text)
  if (!found && expected) throw new InvalidInput({ file: 'notMarketplaceReviews' })
  if (!found) return null
  const { id, reviews, total } = found
  if (expected && id !== expected)
    throw new InvalidInput({ file: { code: 'otherMarketplace', params: { site: SITES[id].name } } })
  const chosen = chooseReviews(id, reviews, optionsOf(id))
  return {
    id,
    rows: [headerOf(id), ...chosen.map((review) => rowOf(id, review))],
    figures: { total, found: reviews.length, chosen: chosen.length },
  }
}
