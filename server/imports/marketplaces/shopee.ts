import { isObject } from '../../../rules/json.ts'
import { decodeEntities } from '../parsing/entities.ts'
import { countOf, joined, type Listing, type ListedReview } from './marketplace.ts'
import { at, listAt, numberAt, textAt, textsAt } from './payload.ts'

/** Country of picture addresses when the response names none. */
const usualCountry = 'sg'

/**
 * Reads reviews from a response of Shopee's own API (domain/marketplaces 2.4); null for other data. Stars are
 * `rating_star`, not `rating`. Hidden reviews stay hidden. Omits the seller's replies, because the seller is another
 * shop.
 */
export function readShopee(payload: unknown): Listing | null {
  const data = at(payload, 'data')
  if (!isObject(data) || !Array.isArray(at(data, 'ratings'))) return null
  return {
    reviews: listAt(data, 'ratings').filter(isObject).map(listed),
    total: countOf(numberAt(data, 'item_rating_summary', 'rating_total')),
    more: at(data, 'has_more') === true,
  }
}

function listed(item: object): ListedReview {
  const seconds = countOf(numberAt(item, 'ctime'))
  const products = listAt(item, 'product_items')
  const written = new Date((seconds ?? 0) * 1000)
  return {
    cells: {
      externalId: textAt(item, 'cmtid'),
      platformId: textAt(item, 'itemid'),
      productTitle: decodeEntities(textAt(products[0], 'name')),
      rating: textAt(item, 'rating_star'),
      author: decodeEntities(textAt(item, 'author_username')),
      content: decodeEntities(textAt(item, 'comment')),
      date: seconds && !Number.isNaN(written.getTime()) ? written.toISOString() : '',
      variant: [
        ...new Set(products.map((product) => decodeEntities(textAt(product, 'model_name'))).filter(Boolean)),
      ].join(', '),
      pictures: joined(textsAt(item, 'images').map((hash) => pictureAddress(hash, textAt(item, 'region')))),
      videos: joined(listAt(item, 'videos').map((video) => textAt(video, 'url'))),
      status: at(item, 'is_hidden') === true ? 'hidden' : '',
    },
    votes: countOf(numberAt(item, 'like_count')) ?? 0,
    badge: false,
  }
}

/** Newer picture names begin with their country (`my-11134207-7r98o-…`). */
function pictureAddress(hash: string, region: string): string {
  if (/^(?:https?:)?\/\//i.test(hash)) return hash.replace(/^\/\//, 'https://')
  const country = /^([a-z]{2})-\d/.exec(hash)?.[1] ?? (/^[a-z]{2}$/i.test(region) ? region.toLowerCase() : usualCountry)
  return `https://down-${country}.img.susercontent.com/file/${encodeURIComponent(hash)}`
}
