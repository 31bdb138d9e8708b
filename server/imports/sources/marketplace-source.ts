import { fileSource } from './file-source.ts'
import type { Field, ImportSource } from './source.ts'
import type { ReviewSource } from '../../../rules/review-status.ts'
import type { GeneralSettings } from '../../../rules/settings/general.ts'
import type { ListedReview, MarketplaceId } from '../marketplaces/marketplace.ts'

interface Site {
  name: string
  /** Label of the reviews (spec 9) and name of the options (spec 3). */
  label: ReviewSource & keyof GeneralSettings['importOptions']
}

export const SITES: Readonly<Record<MarketplaceId, Site>> = {
  aliexpress: { name: 'AliExpress', label: 'aliexpress' },
  amazon: { name: 'Amazon', label: 'amazon' },
  cj: { name: 'CJDropshipping', label: 'cjdropshipping' },
  shopee: { name: 'Shopee', label: 'shopee' },
}

/** Columns of the stored table, in this order. None claims a verified purchase. */
const columns = {
  productTitle: 'product_title',
  rating: 'rating',
  author: 'author',
  title: 'title',
  content: 'body',
  date: 'created_at',
  country: 'country_code',
  variant: 'variant',
  pictures: 'photo_urls',
  videos: 'video_urls',
  incentivized: 'incentivized',
  status: 'status',
  source: 'source',
} as const satisfies Partial<Record<Field, string>>

/** Named after the site, so that a downloaded table is recognized when it comes back. */
const idColumn = (id: MarketplaceId): string => `${id}_review_id`
const productColumn = (id: MarketplaceId): string => `${id}_product_id`

export function marketplaceSource(id: MarketplaceId): ImportSource {
  const named = Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, [column]]))
  return fileSource({
    id,
    name: SITES[id].name,
    columns: { externalId: [idColumn(id)], platformId: [productColumn(id)], ...named },
    required: ['externalId', 'platformId', 'content', 'rating'],
    statuses: { hidden: 'hidden' },
    foreignProductIds: true,
    plainTexts: true,
  })
}

export const headerOf = (id: MarketplaceId): string[] => [idColumn(id), productColumn(id), ...Object.values(columns)]

/** Returns a review's cells under these columns. A product without a name is named after the site. */
export function rowOf(id: MarketplaceId, { cells }: ListedReview): string[] {
  const { name, label } = SITES[id]
  const unnamed = !cells.platformId && !cells.productTitle
  const all = { ...cells, source: label }
  return [
    cells.externalId ?? '',
    unnamed ? `${name} product` : (cells.platformId ?? ''),
    ...(Object.keys(columns) as (keyof typeof columns)[]).map((field) => all[field] ?? ''),
  ]
}
