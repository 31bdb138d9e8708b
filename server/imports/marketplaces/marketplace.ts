import type { Field } from '../sources/source.ts'

/** A review as a marketplace's answer has it: raw cells, read later as those of any file are (sources/read-review.ts). */
export interface ListedReview {
  cells: Readonly<Partial<Record<Field, string>>>
  /** How many found it helpful; what the option 'helpful' sorts by. */
  votes: number
  /** It bears the marketplace's badge of a bought product. That chooses reviews (the option 'reviewer'), and is never taken over (domain rule 9). */
  badge: boolean
}

/** What one answer or page holds. */
export interface Listing {
  reviews: ListedReview[]
  /** How many the marketplace has of this product; null when it does not say. */
  total: number | null
  /** Whether further pages exist, as far as this one says. */
  more: boolean
}

export const MARKETPLACES = ['aliexpress', 'amazon', 'cj', 'shopee'] as const
export type MarketplaceId = (typeof MARKETPLACES)[number]

export const isMarketplace = (id: string): id is MarketplaceId => (MARKETPLACES as readonly string[]).includes(id)

/** Several addresses in one cell. */
export const joined = (addresses: readonly string[]): string =>
  [...new Set(addresses.map((one) => one.trim()).filter(Boolean))].join('\n')

/** Addresses without a scheme, as these sites write them. */
export const withScheme = (address: string): string => (address.startsWith('//') ? `https:${address}` : address)

/** A number that is a count, else none. */
export const countOf = (value: number): number | null => (Number.isSafeInteger(value) && value >= 0 ? value : null)
