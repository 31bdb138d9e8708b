import type { FileFacts } from './file-facts.ts'
import type { ImportedReview, ImportedStatus, CellProblem, Field } from '../sources/source.ts'
import { productKey } from './fingerprint.ts'

const sampleSize = 6
const unmatchedKept = 2_000
/** Limit for all names together, because each list of imports reads the reports. */
const unmatchedChars = 100_000

export interface RowProblem extends CellProblem {
  /** Number of the record; the header is 1. */
  row: number
}

export interface ReadRow {
  row: number
  review: ImportedReview
  remarks: readonly CellProblem[]
}

/** A record with its product, and whether the shop already has it. */
export interface PlacedRow extends ReadRow {
  /** Null for a review of the shop, or when no product matches. */
  productId: string | null
  matched: boolean
  hash: string
  duplicate: boolean
}

export interface SampleRow {
  row: number
  author: string
  rate: number
  originalRate: string | null
  title: string
  content: string
  createdAt: string | null
  status: ImportedStatus
  /** The file's name for the product. */
  product: string
  productId: string | null
  productTitle: string
  pictures: number
}

/** Result of the check; stored as Import.report. */
export interface CheckReport {
  /** For each shown column: its field, and its first cells with text. */
  columnFields: (Field | null)[]
  columnSamples: string[][]
  facts: FileFacts
  rows: number
  fresh: number
  duplicates: number
  unmatched: number
  bad: number
  /** From here to `shopReviews`: all rows but bad ones and duplicates. Counted by the status the file asks for. */
  statuses: Record<ImportedStatus, number>
  /** By stars, 1 first. */
  rates: number[]
  /** Ratings that had to be rounded to whole stars. */
  rounded: number
  pictures: number
  replies: number
  undated: number
  /** Reviews with stars, a title or photos only. */
  withoutText: number
  shopReviews: number
  sample: SampleRow[]
  /** The first ones; `bad` counts all rows. */
  badRows: RowProblem[]
  /** Counts of each remark on rows that will be imported. */
  remarks: Record<string, number>
  /** Row counts by the file's name of each unknown product. Limited to 2,000 names and 100,000 characters. */
  unmatchedProducts: Record<string, number>
  /** The file's titles of these products, where their names differ. */
  unmatchedTitles: Record<string, string>
  /** Our product with the most similar name. Needs the merchant's confirmation. */
  suggestions: Record<string, { id: string; title: string }>
}

export const emptyReport = (file: Pick<CheckReport, 'columnFields' | 'columnSamples' | 'facts'>): CheckReport => ({
  ...file,
  rows: 0,
  fresh: 0,
  duplicates: 0,
  unmatched: 0,
  bad: 0,
  statuses: { published: 0, pending: 0, hidden: 0, rejected: 0, deleted: 0 },
  rates: [0, 0, 0, 0, 0],
  rounded: 0,
  pictures: 0,
  replies: 0,
  undated: 0,
  withoutText: 0,
  shopReviews: 0,
  sample: [],
  badRows: [],
  remarks: {},
  // Keys are names from a file: prototype names such as `constructor` must not match.
  unmatchedProducts: noNames(),
  unmatchedTitles: noNames(),
  suggestions: {},
})

const noNames = <T>(): Record<string, T> => Object.create(null) as Record<string, T>

/** Counts bad records; keeps the first `shown` problems. */
export function addBad(report: CheckReport, problems: readonly RowProblem[], shown: number): void {
  const rows = new Set(problems.map(({ row }) => row)).size
  report.rows += rows
  report.bad += rows
  report.badRows.push(...problems.slice(0, shown - report.badRows.length))
}

/** Counts valid records. A duplicate counts only as a duplicate. One without a product of ours counts as new, too. */
export function addPlaced(report: CheckReport, placed: readonly PlacedRow[]): void {
  let names = Object.keys(report.unmatchedProducts).length
  let chars = [...Object.keys(report.unmatchedProducts), ...Object.values(report.unmatchedTitles)].reduce(
    (sum, { length }) => sum + length,
    0,
  )
  for (const one of placed) {
    report.rows++
    if (one.duplicate) {
      report.duplicates++
      continue
    }
    const { review } = one
    const key = productKey(review.product)
    if (!one.matched) {
      report.unmatched++
      const known = Object.hasOwn(report.unmatchedProducts, key)
      if (known || (names < unmatchedKept && chars < unmatchedChars)) {
        if (!known) names++
        if (!known) chars += key.length + review.product.title.length
        report.unmatchedProducts[key] = (report.unmatchedProducts[key] ?? 0) + 1
        if (review.product.title !== '' && review.product.title !== key)
          report.unmatchedTitles[key] ??= review.product.title
      }
    } else report.fresh++
    report.statuses[review.status ?? 'published']++
    report.rates[review.rate - 1] = (report.rates[review.rate - 1] ?? 0) + 1
    if (review.rounded) report.rounded++
    report.pictures += review.pictures.length + review.videos.length
    if (review.reply) report.replies++
    if (!review.createdAt) report.undated++
    if (review.content === '') report.withoutText++
    if (key === '') report.shopReviews++
    for (const { reason } of one.remarks) report.remarks[reason] = (report.remarks[reason] ?? 0) + 1
    if (report.sample.length < sampleSize) report.sample.push(sampleOf(one))
  }
}

function sampleOf({ row, review, productId }: PlacedRow): SampleRow {
  return {
    row,
    author: review.author,
    rate: review.rate,
    originalRate: review.originalRate,
    title: review.title,
    content: review.content,
    createdAt: review.createdAt?.toISOString() ?? null,
    status: review.status ?? 'published',
    product: productKey(review.product),
    productId,
    productTitle: '',
    pictures: review.pictures.length + review.videos.length,
  }
}
