import { isObject } from '../../../rules/json.ts'
import { at, listAt, numberAt, readFetchedPayload, textAt, type Values } from '../marketplaces/payload.ts'

/** The only hosts that receive a Judge.me token. */
export const JUDGEME_HOSTS: ReadonlySet<string> = new Set(['judge.me', 'www.judge.me', 'api.judge.me'])
export const judgemePageSize = 100

/** Columns of Judge.me's own export, so that sources/judgeme.ts reads the table, plus the API's id. */
const columns = {
  judgeme_review_id: (item) => textAt(item, 'id'),
  title: (item) => textAt(item, 'title'),
  body: (item) => textAt(item, 'body'),
  rating: (item) => textAt(item, 'rating'),
  review_date: (item) => textAt(item, 'created_at'),
  curated: (item) => textAt(item, 'curated'),
  hidden: (item) => (isHidden(item) ? 'true' : ''),
  featured: (item) => (at(item, 'featured') === true ? 'true' : ''),
  // `buyer`, or a weaker proof such as `email` or `nothing`.
  judgeme_verified: (item) => textAt(item, 'verified'),
  reviewer_name: (item) => textAt(item, 'reviewer', 'name'),
  reviewer_email: (item) => textAt(item, 'reviewer', 'email'),
  product_id: (item) => textAt(item, 'product_external_id'),
  product_handle: (item) => textAt(item, 'product_handle'),
  product_title: (item) => textAt(item, 'product_title'),
  picture_urls: (item) => picturesOf(item).join('\n'),
} as const satisfies Readonly<Record<string, (item: Values) => string>>

export const judgemeHeader: readonly string[] = Object.keys(columns)

interface JudgemePage {
  /** Rows with the review's id first; empty if the API names none. */
  rows: string[][]
  /** No further page exists. */
  isLast: boolean
}

/** Reads reviews from a response of GET /api/v1/reviews (domain/import-formats 1.1). Returns null for other text. */
export function readJudgemePage(text: string): JudgemePage | null {
  const payload = readFetchedPayload(text)
  // The list is wrapped in an object; older responses are the list itself.
  const items = Array.isArray(payload)
    ? (payload as unknown[])
    : Array.isArray(at(payload, 'reviews'))
      ? listAt(payload, 'reviews')
      : null
  if (!items) return null
  const size = numberAt(payload, 'per_page')
  return {
    rows: rowsOf(items),
    isLast: items.length < (Number.isNaN(size) ? judgemePageSize : size) || items.length === 0,
  }
}

const rowsOf = (items: readonly unknown[]): string[][] =>
  items.filter(isObject).map((item) => Object.values(columns).map((cell) => cell(item)))

/** Returns the rows of one or several saved responses; null for other JSON. */
export function readSavedJudgeme(text: string): string[][] | null {
  const payload = readFetchedPayload(text)
  const answers = Array.isArray(payload) ? (payload as unknown[]) : [payload]
  const items = answers.every((answer) => isObject(answer) && 'reviews' in answer)
    ? answers.flatMap((answer) => listAt(answer, 'reviews'))
    : answers
  return items.length > 0 && items.every(isReview) ? rowsOf(items) : null
}

const isReview = (item: unknown): boolean =>
  isObject(item) && 'body' in item && 'rating' in item && isObject(item.reviewer)

/** Returns the API's count of reviews; null when it is missing. */
export function readJudgemeCount(text: string): number | null {
  const count = numberAt(readFetchedPayload(text), 'count')
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Whether Judge.me hides the review. Unpublished counts only if no decision is pending. */
function isHidden(item: Values): boolean {
  return (
    at(item, 'hidden') === true || (at(item, 'published') === false && ['', 'ok'].includes(textAt(item, 'curated')))
  )
}

function picturesOf(item: Values): string[] {
  return listAt(item, 'pictures')
    .filter((picture) => at(picture, 'hidden') !== true)
    .map(
      (picture) =>
        ['original', 'huge', 'compact', 'small'].map((size) => textAt(picture, 'urls', size)).find(Boolean) ?? '',
    )
    .filter(Boolean)
}

/** Contains the token, as the API requires: never show or log it. */
export function judgemeAddress(
  path: 'reviews' | 'reviews/count',
  query: Readonly<Record<string, string | number>>,
): string {
  const url = new URL(`https://judge.me/api/v1/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url.href
}
