import type { MarketplaceOptions } from '../../../rules/marketplace-options.ts'
import type { WebPort } from '../../core/files/web.ts'
import { fetchPage } from './fetch-page.ts'
import { ASKED_HOSTS, type MarketplaceProduct } from '../marketplaces/product-address.ts'
import { readResponse, type Refusal } from '../marketplaces/read-response.ts'
import { chooseReviews } from '../marketplaces/choose-reviews.ts'
import type { Listing, ListedReview, MarketplaceId } from '../marketplaces/marketplace.ts'
import { isNarrowed, PAGE_SIZE, buildPageUrl } from '../marketplaces/page-url.ts'
import { largestPayloadBytes } from '../marketplaces/payload.ts'

const mostPages = 20
/** Pages may overlap. After this many pages without new reviews, fetching ends. */
const mostRepeats = 2
/** Limit for all pages of a run together. */
const mostBytes = 24 * 1024 * 1024

interface FetchRequest {
  shopId: string
  site: MarketplaceId
  product: MarketplaceProduct
  options: MarketplaceOptions
  token: string | null
  /** Deadline, by the web port's clock. */
  until: number
}

/** `complete`: no further page or enough reviews. `stopped`: a page was refused. `spent`: a limit of the run. */
export type Ending =
  { why: 'complete' } | { why: 'stopped'; page: number; refusal: Refusal | { why: 'silent' } } | { why: 'spent' }

interface FetchedReviews {
  /** Without duplicates, though pages overlap. */
  reviews: ListedReview[]
  total: number | null
  ending: Ending
}

/** Fetches a product's reviews page by page. After a refusal, returns what was fetched before it. */
export async function fetchReviews(web: WebPort, request: FetchRequest): Promise<FetchedReviews> {
  const { shopId, site, product, options, token, until } = request
  const merged = new MergedReviews(product.id)
  let total: number | null = null
  let [seen, bytes, repeats] = [0, 0, 0]
  let promised = false
  for (let page = 1; page <= mostPages; page++) {
    const answered = await fetchPage(web, {
      shopId,
      url: buildPageUrl(site, { product, options, page }),
      hosts: ASKED_HOSTS[site],
      maxBytes: Math.min(largestPayloadBytes, mostBytes - bytes),
      until,
      ...(token !== null && { headers: { 'cj-access-token': token } }),
    })
    if ('none' in answered)
      return {
        reviews: merged.all,
        total,
        ending: answered.none === 'spent' ? { why: 'spent' } : endStopped(page, refusalOf(answered.none)),
      }
    bytes += answered.bytes
    const read = readResponse(site, answered.text)
    if ('refused' in read) return { reviews: merged.all, total, ending: endStopped(page, read.refused) }
    const { listing } = read
    total ??= listing.total
    if (listing.reviews.length === 0 && isWithheld(listing, { promised, page, options }))
      return { reviews: merged.all, total, ending: endStopped(page, { why: 'blocked' }) }
    seen += listing.reviews.length
    repeats = merged.add(listing.reviews) > 0 ? 0 : repeats + 1
    promised = listing.more
    const mayGoOn = promised || (listing.reviews.length >= PAGE_SIZE[site] && (total === null || seen < total))
    if (!mayGoOn || repeats >= mostRepeats || isEnough(request, merged.all))
      return { reviews: merged.all, total, ending: { why: 'complete' } }
    if (bytes >= mostBytes) break
  }
  return { reviews: merged.all, total, ending: { why: 'spent' } }
}

const endStopped = (page: number, refusal: Refusal | { why: 'silent' }): Ending => ({ why: 'stopped', page, refusal })

const refusalOf = (none: 'blocked' | 'silent' | 'token' | 'missing'): Refusal | { why: 'silent' } => ({
  why: none === 'missing' ? 'product' : none,
})

/** Whether an empty page should have had reviews, by the previous page or the site's own count. */
const isWithheld = (
  { total }: Listing,
  { promised, page, options }: { promised: boolean; page: number; options: MarketplaceOptions },
): boolean => promised || (page === 1 && (total ?? 0) > 0 && !isNarrowed(options))

const isEnough = ({ site, options }: FetchRequest, reviews: readonly ListedReview[]): boolean =>
  chooseReviews(site, reviews, options).length >= options.maxReviews

/** Merges pages and drops repeated ids. Reviews without an id all stay. */
class MergedReviews {
  readonly all: ListedReview[] = []
  readonly #ids = new Set<string>()
  readonly #productId: string

  constructor(productId: string) {
    this.#productId = productId
  }

  /** Returns how many were new. */
  add(reviews: readonly ListedReview[]): number {
    const fresh = reviews.filter(({ cells: { externalId = '' } }) => {
      if (externalId === '') return true
      if (this.#ids.has(externalId)) return false
      this.#ids.add(externalId)
      return true
    })
    // The response may not name the product; the address does.
    this.all.push(
      ...fresh.map((review) =>
        review.cells.platformId ? review : { ...review, cells: { ...review.cells, platformId: this.#productId } },
      ),
    )
    return fresh.length
  }
}
