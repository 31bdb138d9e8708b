import type { FileFacts, GivenAnswers } from './file-facts.ts'
import type { ImportedReview, ImportedStatus, CellProblem, Field, Mapping } from '../sources/source.ts'
import { productKey } from './fingerprint.ts'

const sampleSize = 6
const unmatchedKept = 2_000
/** Of all names together: a report is read with every list of imports. */
const unmatchedChars = 100_000

/** A problem with its place in the file. */
export interface RowProblem extends CellProblem {
  /** Number of the record, the header being 1. */
  row: number
}

/** A record on its way from the file into the shop. */
export interface ReadRow {
  row: number
  review: ImportedReview
  remarks: readonly CellProblem[]
}

/** A read record with what the shop knows about it. */
export interface PlacedRow extends ReadRow {
  /** Null: a review of the shop itself, or no product matches. */
  productId: string | null
  matched: boolean
  /** Hash to store. */
  hash: string
  duplicate: boolean
}

/** A review as it will look. */
export interface SampleRow {
  row: number
  author: string
  rate: number
  originalRate: string | null
  title: string
  content: string
  createdAt: string | null
  status: ImportedStatus
  /** The file's name of the product. */
  product: string
  /** Ours, when there is one. */
  productId: string | null
  productTitle: string
  pictures: number
}

/** What the check found; stored as Import.report. */
export interface CheckReport {
  columns: string[]
  encoding: string
  delimiter: string
  /** What the columns mean, where the source does not say it; see FileFormat. */
  mapping?: Mapping
  mapped?: boolean
  unlimited?: boolean
  /** Names the operator's command that brought it. */
  command?: string
  large?: boolean
  given?: GivenAnswers
  /** Of each column, as far as they are shown: what it means, and the first cells that hold something. */
  columnFields: (Field | null)[]
  columnSamples: string[][]
  facts: FileFacts
  rows: number
  fresh: number
  duplicates: number
  unmatched: number
  bad: number
  /** From here to `shopReviews`: of all but bad rows and duplicates, with a product of ours or without. By what the file wants them to be. */
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
  /** How often each remark was made on rows that come in. */
  remarks: Record<string, number>
  /** Rows by the file's name of a product that the shop lacks; the first 2,000 names, or 100,000 letters of them. */
  unmatchedProducts: Record<string, number>
  /** Titles that the file has for these, where their names are others. */
  unmatchedTitles: Record<string, string>
  /** The product of ours that is called most like it; never taken without the merchant. */
  suggestions: Record<string, { id: string; title: string }>
}

export type FileReport = Pick<
  CheckReport,
  | 'columns'
  | 'encoding'
  | 'delimiter'
  | 'mapping'
  | 'mapped'
  | 'unlimited'
  | 'command'
  | 'large'
  | 'given'
  | 'columnFields'
  | 'columnSamples'
  | 'facts'
>

export const emptyReport = (file: FileReport): CheckReport => ({
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
  // Names of a file are keys here: none may be one that every object has.
  unmatchedProducts: noNames(),
  unmatchedTitles: noNames(),
  suggestions: {},
})

const noNames = <T>(): Record<string, T> => Object.create(null) as Record<string, T>

/** Counts refused records; the first `shown` problems are kept. */
export function addBad(report: CheckReport, problems: readonly RowProblem[], shown: number): void {
  const rows = new Set(problems.map(({ row }) => row)).size
  report.rows += rows
  report.bad += rows
  report.badRows.push(...problems.slice(0, shown - report.badRows.length))
}

/** Counts records that can be read; a duplicate is nothing else besides, one without a product of ours all that a fresh one is. */
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
