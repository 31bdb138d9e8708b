import type { NotedFormats } from './noted-formats.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import type { ReviewOrigin, ReviewSource, ReviewStatus } from '../../generated/prisma/enums.ts'
import type { ReviewDetails } from '../../reviews/export/file-format.ts'
import type { DateOrder } from '../parsing/dates.ts'
import type { Header } from '../parsing/header.ts'
import type { Scale } from '../parsing/ratings.ts'

/** Meanings of a column. A file may have several picture columns, and separate first and last names. */
export const FIELDS = [
  'content',
  'rating',
  'title',
  'author',
  'lastName',
  'otherAuthor',
  'email',
  'date',
  'platformId',
  'variantId',
  'handle',
  'url',
  'sku',
  'productTitle',
  'variant',
  'status',
  'approved',
  'hidden',
  'featured',
  'pinned',
  'verified',
  'incentivized',
  'reply',
  'replyDate',
  'replyIsPublic',
  'pictures',
  'pictures2',
  'pictures3',
  'pictures4',
  'pictures5',
  'videos',
  'location',
  'country',
  'source',
  'externalId',
  'parent',
] as const
export type Field = (typeof FIELDS)[number]

/** Position of each field's column, from 0. */
export type Mapping = Readonly<Partial<Record<Field, number>>>

/** Only our own export has trashed reviews. */
export type ImportedStatus = ReviewStatus

/** A review's product as its file names it, most reliable name first. All empty: a review of the shop. */
export interface ProductNames {
  platformId: string
  variantId: string
  handle: string
  /** Last part of the product's address in lower case, which is the handle on most platforms. */
  urlHandle: string
  sku: string
  title: string
  /** Used only elsewhere, or damaged (`9.1E+12`). Matches no product but shows that the review has one. */
  other: string
}

export const noProduct: ProductNames = {
  platformId: '',
  variantId: '',
  handle: '',
  urlHandle: '',
  sku: '',
  title: '',
  other: '',
}

/** One review as read from a file, independent of the shop. */
export interface ImportedReview {
  /** Lasting id at its source, `judgeme:rev-0001`; null if there is none. */
  externalId: string | null
  product: ProductNames
  rate: number
  /** The rating as written, if it was changed. */
  originalRate: string | null
  /** The stars differ from the written rating. */
  rounded: boolean
  title: string
  content: string
  /** Full name as written, possibly masked. */
  author: string
  email: string
  /** Null without a date in the source: the review gets the day of its import. */
  createdAt: Date | null
  /** Day as the source wrote it, for the content hash; empty without a date. */
  sourceDay: string
  /** Null if the source has no status, which means visible. */
  status: ImportedStatus | null
  featured: boolean
  pinned: boolean
  reply: { content: string; at: Date | null } | null
  pictures: readonly string[]
  videos: readonly string[]
  location: string
  country: string | null
  /** The file claims a verified reviewer; no file proves an order (domain rule 9). */
  verified: boolean
  incentivized: boolean
  variantTitle: string
  source: ReviewSource
  /** Additional data of our own signed export. */
  own?: OwnReview
}

/** The rest of a review in our own export. */
export interface OwnReview extends Omit<ReviewDetails, 'original'> {
  /** The review's id where it was exported. */
  id: string
  origin: ReviewOrigin
  source: ReviewSource
  /** Restores the merchant's mark. An order at the exporting shop proves nothing here. */
  verifiedBy: 'none' | 'merchant'
  pinned: boolean
  testimonial: boolean
  edited: boolean
  incentivized: boolean
  variantTitle: string
  language: string | null
  country: string | null
  original: (Record<string, unknown> & { title: string; content: string }) | null
}

export interface CellProblem {
  /** The column's name in the file; empty for the whole row. */
  column: string
  value: string
  reason: MessageCode
  params?: Record<string, string | number>
}

/** A row that is the merchant's reply to another row of its file. */
export interface ReplyRow {
  /** The row's own lasting id, and that of the row it replies to. */
  id: string | null
  to: string
  content: string
  at: Date | null
}

/**
 * `bad`: the row is skipped. `reply`: it is skipped unless its review is imported. `remarks`: it is imported, but
 * something was dropped or looks wrong.
 */
export type ReadResult =
  { ok: ImportedReview; remarks: readonly CellProblem[] } | { bad: readonly CellProblem[]; reply?: ReplyRow }

/** Decisions about a whole file, by the merchant or because no other choice is possible. */
export interface ParseOptions {
  scale: Scale
  dates: DateOrder
  /** Cuts texts over their limit; otherwise their rows are bad. */
  shorten?: boolean
  /** Some ratings of the file lie between two stars, so one below 1 is of the same scale. */
  fractions?: boolean
  /** How columns about showing are read; absent: nothing is known of the file. */
  show?: ShowReading
  /** Later dates are in the future. */
  now: Date
}

/** What the whole file and the merchant say of columns about showing. */
export interface ShowReading {
  /** Columns whose numbers are codes of the app. */
  coded: ReadonlySet<string>
  /** Columns with a cell beside which an empty one is no yes. */
  filled: ReadonlySet<string>
  /** Columns that only mention showing and hold many different words: they say nothing of it. */
  wordy?: ReadonlySet<string>
  /** What unclear cells mean: `hidden`, `published`, or `only:<value>` for the one that is shown. */
  answer: string
}

/** A cell about showing, for the facts of the file. */
export interface ShowEvidence {
  column: string
  /** Its text; '' for an empty cell. */
  value: string
  unclear: boolean
  number: boolean
  /** Counts as unclear if another row has a value. */
  asksEmpty: boolean
  /** The column's name only mentions showing. */
  loose?: boolean
  /** Beside this cell an empty one is clear: it says nothing of showing, or only that the review is hidden. */
  isSilent?: boolean
}

/** Raw cells that decide whether to ask a question. */
interface Evidence {
  rating: string
  dates: readonly string[]
  /** A title, name or text is over its limit. */
  long?: boolean
  /** Cells that decide whether the review is shown. */
  shows?: readonly ShowEvidence[]
  /** For rows of an error file: the format that was used before (noted-formats.ts). */
  noted?: NotedFormats
}

export interface RecordReader {
  readonly fields: ReadonlyMap<Field, number>
  /** With left-over columns that decide what is shown. */
  readonly shownFields?: ReadonlyMap<Field, number>
  evidence(cells: readonly string[]): Evidence
  read(cells: readonly string[], reading: ParseOptions): ReadResult
}

/** An app that reviews come from. A new one is a file in apps/ and a line in sources.ts. */
export interface ImportSource {
  readonly id: string
  /** The app's id, if it writes several file formats; the source's own id by default. */
  readonly app?: string
  /** Name that merchants know. */
  readonly name: string
  /** The usual column of each field. */
  readonly usualColumns: readonly string[]
  /** Columns to name when a file is refused. */
  readonly requiredColumns: readonly string[]
  /** Known columns without use, as header keys. */
  readonly ignoredColumns?: ReadonlySet<string>
  /** 0: certainly not this source, 1: certainly this one. */
  detect(header: Header): number
  /** @param mapping the columns of a source without its own ones */
  open(header: Header, mapping?: Mapping): RecordReader
}
