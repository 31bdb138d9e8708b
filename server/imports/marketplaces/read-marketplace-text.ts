import { isObject } from '../../../rules/json.ts'
import { InvalidInput, type Problem } from '../../core/errors.ts'
import { readAliexpress } from './aliexpress.ts'
import { readAmazon } from './amazon.ts'
import { readCj } from './cj.ts'
import { decodeEntities } from '../parsing/entities.ts'
import type { Listing, ListedReview, MarketplaceId } from './marketplace.ts'
import { at, looksLikeJson, readPayload } from './payload.ts'
import { refusalOfPage, refusalOfPayload } from './refusals.ts'
import { readShopee } from './shopee.ts'

interface FoundReviews extends Listing {
  id: MarketplaceId
}

const readers: readonly (readonly [MarketplaceId, (payload: unknown) => Listing | null])[] = [
  ['aliexpress', readAliexpress],
  ['shopee', readShopee],
  ['cj', readCj],
]

/**
 * Reads a marketplace's response or saved page. Several responses may form one JSON list; bare lists of reviews work,
 * too. Null for a page of no marketplace.
 * @throws InvalidInput notMarketplaceReviews for other JSON; noReviewsFound
 * @throws InvalidInput marketplaceRobotCheck, marketplaceLogin, marketplaceError for other responses of a marketplace
 */
export function readMarketplaceText(text: string): FoundReviews | null {
  if (looksLikeJson(text)) return requireReviews(readAnswers(text))
  // A browser saves JSON that it displays in such a page.
  const shown = /^[^]{0,5000}?<body\b[^>]{0,500}>\s{0,100}(?:<pre\b[^>]{0,500}>)?(?=\{)/i.exec(text)
  const inside = shown
    ? decodeEntities(text.slice(shown[0].length).replace(/(?:<\/pre>|<\/body>|<div\b)[^]*$/i, ''))
    : ''
  if (looksLikeJson(inside)) return requireReviews(readAnswers(inside))
  const listing = readAmazon(text)
  if (listing && listing.reviews.length > 0) return { id: 'amazon', ...listing }
  const refused = refusalOfPage(text)
  if (refused) throw new InvalidInput({ file: refused })
  return listing && requireReviews({ id: 'amazon', ...listing })
}

function readAnswers(text: string): FoundReviews {
  const payload = readPayload(text.replace(/^[\s\uFEFF]+/, ''))
  const answers = normalizeAnswers(Array.isArray(payload) ? (payload as unknown[]) : [payload])
  const found = readers.flatMap(([id, read]) => {
    const listings = answers.flatMap((answer) => read(answer) ?? [])
    return listings.length > 0 ? [{ id, ...mergeListings(listings) }] : []
  })
  // Text of two marketplaces needs two imports.
  if (found[0] && found.length === 1) return found[0]
  const refused = answers
    .filter(isObject)
    .map(refusalOfPayload)
    .find((one) => one !== null)
  throw new InvalidInput({ file: refused ?? ('notMarketplaceReviews' satisfies Problem) })
}

/** A typical field of each marketplace's reviews, and the envelope of its responses. */
const shapes: readonly (readonly [field: string, wrap: (items: readonly unknown[]) => unknown])[] = [
  ['buyerEval', (evaViewList) => ({ data: { evaViewList } })],
  ['rating_star', (ratings) => ({ data: { ratings } })],
  ['commentId', (list) => ({ data: { list } })],
]

/** Wraps bare reviews, or `{ reviews: [...] }` as some tools save them, like the marketplace's own response. */
function normalizeAnswers(answers: readonly unknown[]): readonly unknown[] {
  const listed = answers.map((answer) => at(answer, 'reviews'))
  const items = listed.every((list) => Array.isArray(list)) ? listed.flat() : answers
  const shape = shapes.find(([field]) => items.length > 0 && items.every((item) => isObject(item) && field in item))
  return shape ? [shape[1](items)] : answers
}

function mergeListings(listings: readonly Listing[]): Listing {
  const reviews: ListedReview[] = listings.flatMap((one) => one.reviews)
  return {
    reviews,
    total: listings.find(({ total }) => total !== null)?.total ?? null,
    more: listings.at(-1)?.more ?? false,
  }
}

function requireReviews(found: FoundReviews): FoundReviews {
  if (found.reviews.length === 0) throw new InvalidInput({ file: 'noReviewsFound' })
  return found
}
