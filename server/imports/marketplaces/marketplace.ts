import type { MarketplaceOptions } from '../../../rules/marketplace-options.ts'
import type { Field } from '../sources/source.ts'

/** A review of a marketplace as raw cells, which sources/read-review.ts reads like those of any file. */
export interface ListedReview {
  cells: Readonly<Partial<Record<Field, string>>>
  /** Votes as helpful; used by the sort option 'helpful'. */
  votes: number
  /** Has the site's badge for verified purchases. Only filters (option 'reviewer'); never imported (domain rule 9). */
  badge: boolean
}

export interface Listing {
  reviews: ListedReview[]
  /** The marketplace's count for the product; null if unknown. */
  total: number | null
  /** Whether this page announces another page. */
  more: boolean
}

export const MARKETPLACES = ['aliexpress', 'amazon', 'cj', 'shopee'] as const
export type MarketplaceId = (typeof MARKETPLACES)[number]

export const isMarketplace = (id: string): id is MarketplaceId => (MARKETPLACES as readonly string[]).includes(id)

export const joined = (addresses: readonly string[]): string =>
  [...new Set(addresses.map((one) => one.trim()).filter(Boolean))].join('\n')

export const withScheme = (address: string): string => (address.startsWith('//') ? `https:${address}` : address)

export const countOf = (value: number): number | null => (Number.isSafeInteger(value) && value >= 0 ? value : null)

/** Options that select a marketplace's reviews. */
export type OptionsBySite = Readonly<Record<MarketplaceId, MarketplaceOptions>>
