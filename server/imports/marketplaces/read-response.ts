import { isObject } from '../../../rules/json.ts'
import { InvalidInput, type Problem } from '../../core/errors.ts'
import { readAliexpress } from './aliexpress.ts'
import { readAmazon } from './amazon.ts'
import { readCj } from './cj.ts'
import { countOf, type Listing, type MarketplaceId } from './marketplace.ts'
import { at, numberAt, readFetchedPayload, textAt } from './payload.ts'
import { refusalOfPage, refusalOfPayload } from './refusals.ts'
import { readShopee } from './shopee.ts'

/**
 * Why a response has no reviews. `blocked`: the site wants a person. `token`, `product`: unknown to it. `busy`: retry
 * later. `fault`: another error.
 */
export type Refusal = { why: 'blocked' | 'token' | 'product' | 'busy' } | { why: 'fault'; problem: Problem }

type ReadResponse = { listing: Listing } | { refused: Refusal }

const readers = { aliexpress: readAliexpress, cj: readCj, shopee: readShopee } as const

/** CJ's codes (developers.cjdropshipping.com, "Global Error Codes"). */
const cjCodes: Readonly<Record<string, 'token' | 'product' | 'busy'>> = {
  1600001: 'token',
  1600002: 'token',
  1600003: 'token',
  1600030: 'token',
  1600031: 'token',
  1600200: 'busy',
  1600201: 'busy',
  1602000: 'product',
  1602001: 'product',
}

/** Reads the response to our own request. Unlike in an uploaded file, missing reviews are no error. */
export function readResponse(site: MarketplaceId, text: string): ReadResponse {
  return site === 'amazon' ? readPage(text) : readJson(site, text)
}

function readPage(html: string): ReadResponse {
  const listing = boundedPage(html)
  if (listing && listing.reviews.length > 0) return { listing }
  return listing && !refusalOfPage(html) ? { listing } : { refused: { why: 'blocked' } }
}

/** Also returns null for a page over the parser's limits. */
function boundedPage(html: string): Listing | null {
  try {
    return readAmazon(html)
  } catch (error) {
    if (error instanceof InvalidInput) return null
    throw error
  }
}

function readJson(site: Exclude<MarketplaceId, 'amazon'>, text: string): ReadResponse {
  // HTML instead of JSON is a robot check or a login, whatever it says.
  const payload = readFetchedPayload(text)
  if (!isObject(payload)) return { refused: { why: 'blocked' } }
  const listing = readers[site](payload)
  if (listing) return { listing }
  const code = site === 'cj' ? cjCodes[textAt(payload, 'code')] : undefined
  if (code) return { refused: { why: code } }
  const problem = refusalOfPayload(payload)
  if (problem === 'marketplaceRobotCheck' || problem === 'marketplaceLogin') return { refused: { why: 'blocked' } }
  if (problem) return { refused: { why: 'fault', problem } }
  return isEmpty(payload)
    ? { listing: { reviews: [], total: countOf(totalOf(payload)) ?? 0, more: false } }
    : { refused: { why: 'blocked' } }
}

/** Without reviews some sites omit the list or send null. */
const isEmpty = (payload: unknown): boolean => {
  const data = at(payload, 'data')
  return (
    isObject(data) &&
    ['evaViewList', 'ratings', 'list'].every((name) => (at(data, name) ?? null) === null) &&
    (totalOf(payload) === 0 || 'ratings' in data)
  )
}

const totalOf = (payload: unknown): number =>
  [
    numberAt(payload, 'data', 'totalNum'),
    numberAt(payload, 'data', 'total'),
    numberAt(payload, 'data', 'item_rating_summary', 'rating_total'),
  ].find((one) => !Number.isNaN(one)) ?? Number.NaN
