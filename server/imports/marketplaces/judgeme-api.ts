import { isObject } from '../../../rules/json.ts'
import { at, listAt, numberAt, readFetchedPayload, textAt, type Values } from '../marketplaces/payload.ts'

/** The only hosts that a token of Judge.me is shown to. */
export const JUDGEME_HOSTS: ReadonlySet<string> = new Set(['judge.me', 'www.judge.me', 'api.judge.me'])
/** The most reviews that one page may have. */
export const judgemePageSize = 100

/** Columns as Judge.me's own export has them, so that the table is read as that is (sources/judgeme.ts), and the id of its API. */
const columns = {
  judgeme_review_id: (item) => textAt(item, 'id'),
  title: (item) => textAt(item, 'title'),
  body: (item) => textAt(item, 'body'),
  rating: (item) => textAt(item, 'rating'),
  review_date: (item) => textAt(item, 'created_at'),
  curated: (item) => textAt(item, 'curated'),
  hidden: (item) => (isHidden(item) ? 'true' : ''),
  featured: (item) => (at(item, 'featured') === true ? 'true' : ''),
  // `buyer`, or how little is known: `email`, `nothing` ...
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
  /** Each with its id first; that is empty where the API names none. */
  rows: string[][]
  /** No page comes behind it. */
  isLast: boolean
}

/** Reviews of an answer of GET /api/v1/reviews (domain/import-formats 1.1); null when it is none. */
export function readJudgemePage(text: string): JudgemePage | null {
  const payload = readFetchedPayload(text)
  // The answer is an object around the list; older ones were the list itself.
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

/** The rows of a saved answer, or of several in one list; null for any other JSON. */
export function readSavedJudgeme(text: string): string[][] | null {
  const payload = readFetchedPayload(text)
  const answers = Array.isArray(payload) ? (payload as unknown[]) : [payload]
  const items = answers.every((answer) => isObject(answer) && 'reviews' in answer)
    ? answers.flatMap((answer) => listAt(answer, 'reviews'))
    : answers
  return items.length > 0 && items.every(isReview) ? rowsOf(items) : null
}

/** What no marketplace's answer has together. */
const isReview = (item: unknown): boolean =>
  isObject(item) && 'body' in item && 'rating' in item && isObject(item.reviewer)

/** How many reviews the API counts; null when it does not say. */
export function readJudgemeCount(text: string): number | null {
  const count = numberAt(readFetchedPayload(text), 'count')
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** What is not shown there is not shown here: by its own word, or as it is not published although nothing waits for a decision. */
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

/** The address of one page; with the token in it, as the API wants: never to be shown or logged. */
export function judgemeAddress(
  path: 'reviews' | 'reviews/count',
  query: Readonly<Record<string, string | number>>,
): string {
  const url = new URL(`https://judge.me/api/v1/${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url.href
}
