import type { MarketplaceOptions } from '../../../rules/marketplace-options.ts'
import type { MarketplaceProduct } from './product-address.ts'
import type { MarketplaceId } from './marketplace.ts'

interface PageQuery {
  product: MarketplaceProduct
  options: MarketplaceOptions
  page: number
}

/** Reviews per full page, where the request sets it. Amazon's pages state themselves whether more follow. */
export const PAGE_SIZE: Readonly<Record<MarketplaceId, number>> = {
  aliexpress: 20,
  amazon: Infinity,
  cj: 20,
  shopee: 20,
}

const addressOf: Readonly<
  Record<
    MarketplaceId,
    (request: PageQuery) => readonly [path: string, query: Readonly<Record<string, string | number>>]
  >
> = {
  // `filter` is one of all, image, additional and 1 to 5. Only this sort order is proven to work.
  aliexpress: ({ product, options, page }) => [
    '/pc/searchEvaluation.do',
    {
      productId: product.id,
      lang: 'en_US',
      country: 'US',
      page,
      pageSize: PAGE_SIZE.aliexpress,
      filter: options.photo === 'withPhoto' ? 'image' : options.rating === 'five' ? '5' : 'all',
      sort: 'complex_default',
    },
  ],
  // The product page shows its first reviews without a login; review pages often require one.
  amazon: ({ product, options, page }) =>
    page === 1
      ? [`/dp/${product.id}`, {}]
      : [
          `/product-reviews/${product.id}`,
          {
            ie: 'UTF8',
            reviewerType: options.reviewer === 'verified' ? 'avp_only_reviews' : 'all_reviews',
            sortBy: options.sort,
            ...(options.rating === 'five' && { filterByStar: 'five_star' }),
            ...(options.photo === 'withPhoto' && { mediaType: 'media_reviews_only' }),
            pageNumber: page - 1,
          },
        ],
  cj: ({ product, options, page }) => [
    '/api2.0/v1/product/productComments',
    {
      pid: product.id,
      ...(options.rating === 'five' && { score: 5 }),
      pageNum: page,
      pageSize: PAGE_SIZE.cj,
    },
  ],
  // `type` is the stars, 0 for all; `filter` 3 selects those with pictures or videos.
  shopee: ({ product, options, page }) => [
    '/api/v2/item/get_ratings',
    {
      itemid: product.id,
      shopid: product.shopId,
      limit: PAGE_SIZE.shopee,
      offset: (page - 1) * PAGE_SIZE.shopee,
      type: options.rating === 'five' ? 5 : 0,
      filter: options.photo === 'withPhoto' ? 3 : 0,
      flag: 1,
    },
  ],
}

/** Builds a page's address (domain/marketplaces 2). Options that the site lacks are applied afterwards. */
export function buildPageUrl(site: MarketplaceId, request: PageQuery): string {
  const [path, query] = addressOf[site](request)
  const url = new URL(`https://${request.product.host}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url.href
}

/** Whether the site itself filters by these options: then its count covers more than the pages. */
export const isNarrowed = ({ rating, photo }: MarketplaceOptions): boolean => rating === 'five' || photo === 'withPhoto'
