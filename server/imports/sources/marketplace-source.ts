import { fileSource } from './file-source.ts'
import type { Field, ImportSource } from './source.ts'
import type { ReviewSource } from '../../../rules/review-status.ts'
import type { GeneralSettings } from '../../../rules/settings/general.ts'
import type { ListedReview, MarketplaceId } from '../marketplaces/marketplace.ts'

interface Site {
  name: string
  /** As reviews are labelled (spec 9) and options are named (spec 3). */
  label: ReviewSource & keyof GeneralSettings['importOptions']
}

export const SITES: Readonly<Record<MarketplaceId, Site>> = {
  aliexpress: { name: 'AliExpress', label: 'aliexpress' },
  amazon: { name: 'Amazon', label: 'amazon' },
  cj: { name: 'CJDropshipping', label: 'cjdropshipping' },
  shopee: { name: 'Shopee', label: 'shopee' },
}

/** What is kept of a marketplace's answer as a table, in this order. Never a proof that anything was bought: no column says so. */
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

/** Ids of the site stand under its own name, so that a table that comes back is known. */
const idColumn = (id: MarketplaceId): string => `${id}_review_id`
const productColumn = (id: MarketplaceId): string => `${id}_product_id`

/** A marketplace as a source of tables, which answers and pages of it are turned into (upload.ts). */
export function marketplaceSource(id: MarketplaceId): ImportSource {
  const named = Object.fromEntries(Object.entries(columns).map(([field, column]) => [field, [column]]))
  return fileSource({
    id,
    name: SITES[id].name,
    columns: { externalId: [idColumn(id)], platformId: [productColumn(id)], ...named },
    required: ['externalId', 'platformId', 'content', 'rating'],
    usual: headerOf(id),
    ignored: [],
    foreign: [],
    statuses: { hidden: 'hidden' },
    foreignProductIds: true,
  })
}

export const headerOf = (id: MarketplaceId): string[] => [idColumn(id), productColumn(id), ...Object.values(columns)]

/** The cells of one review under these columns. A product that the answer does not name is called after the site: it is of some product. */
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
