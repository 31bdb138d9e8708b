import type { NotedFormats } from './noted-formats.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import type { ReviewOrigin, ReviewSource, ReviewStatus } from '../../generated/prisma/enums.ts'
import type { ReviewDetails } from '../../reviews/export/file-format.ts'
import type { DateOrder } from '../parsing/dates.ts'
import type { Header } from '../parsing/header.ts'
import type { Scale } from '../parsing/ratings.ts'

/** What a column can mean. A file may have several columns of pictures, and a name in two parts. */
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

/** Columns of a file by what they mean, counted from 0. */
export type Mapping = Readonly<Partial<Record<Field, number>>>

/** Where an imported row may stand; only our own export knows the trash. */
export type ImportedStatus = ReviewStatus

/** How a file names the product of a review, the surest name first; all empty: a review of the shop itself. */
export interface ProductNames {
  platformId: string
  variantId: string
  /** Lower case. */
  handle: string
  /** The last part of the product's address in lower case, which most platforms make of its handle. */
  urlHandle: string
  sku: string
  title: string
  /** What names a product elsewhere only, or was spoilt (`9.1E+12`): nothing of ours is found by it, but the review is of some product. */
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

/** One review as a source tells it, before anything is known of our shop. */
export interface ImportedReview {
  /** `judgeme:rev-0001`: the review's lasting name where it came from; null when the source gives none. */
  externalId: string | null
  product: ProductNames
  rate: number
  /** The rating as written, when it had to be changed. */
  originalRate: string | null
  /** The stars are not exactly what was written. */
  rounded: boolean
  title: string
  content: string
  /** Full name as written, masked ones too. */
  author: string
  email: string
  /** Null: the source has no date, the review gets the day of its import. */
  createdAt: Date | null
  /** Day as the source wrote it, for the content hash; empty without a date. */
  sourceDay: string
  /** Null: the source does not say; such a review was to be seen. */
  status: ImportedStatus | null
  featured: boolean
  pinned: boolean
  reply: { content: string; at: Date | null } | null
  pictures: readonly string[]
  videos: readonly string[]
  location: string
  country: string | null
  /** The file says that the reviewer was verified; no file proves an order (domain rule 9). */
  verified: boolean
  incentivized: boolean
  variantTitle: string
  source: ReviewSource
  /** What only a signed file of ours says. */
  own?: OwnReview
}

/** The rest of a review, as it was when we exported it. */
export interface OwnReview extends Omit<ReviewDetails, 'original'> {
  /** The review's id where it was exported. */
  id: string
  origin: ReviewOrigin
  source: ReviewSource
  /** A mark of the merchant's comes back; what an order proved there is proved no more. */
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

/** What is wrong with a cell. */
export interface CellProblem {
  /** Name of the column as the file has it; empty: the whole row. */
  column: string
  value: string
  reason: MessageCode
  params?: Record<string, string | number>
}

/** A row that is the merchant's answer to another row of its file. */
export interface ReplyRow {
  /** Its own lasting name and that of what it answers. */
  id: string | null
  to: string
  content: string
  at: Date | null
}

/** `bad`: the row stays out; `reply`: unless the review that it answers comes in. `remarks`: it comes in, but something of it was left out or looks odd. */
export type ReadResult =
  { ok: ImportedReview; remarks: readonly CellProblem[] } | { bad: readonly CellProblem[]; reply?: ReplyRow }

/** What was decided about a whole file, by the merchant or for lack of doubt. */
export interface ParseOptions {
  scale: Scale
  dates: DateOrder
  /** Texts over their limit are cut; else their rows are bad. */
  shorten?: boolean
  /** Later dates are in the future. */
  now: Date
}

/** The raw cells that decide whether a question has to be asked. */
export interface Evidence {
  rating: string
  dates: readonly string[]
  /** A title, name or text is over its limit. */
  long?: boolean
  /** Of a row that stayed out before: how its file was read (noted-reading.ts). */
  noted?: NotedFormats
}

/** Reads the records of one file whose columns are known. */
export interface RecordReader {
  /** What the columns of the file mean, by position. */
  readonly fields: ReadonlyMap<Field, number>
  evidence(cells: readonly string[]): Evidence
  read(cells: readonly string[], reading: ParseOptions): ReadResult
}

/** One app that reviews come from. A new one is a new file beside judgeme.ts and a line in sources.ts. */
export interface ImportSource {
  readonly id: string
  /** The app's id, where it writes several kinds of files; the source's own unless given. */
  readonly app?: string
  /** As merchants know it. */
  readonly name: string
  /** Columns to name in the sentence that refuses a file. */
  readonly usualColumns: readonly string[]
  readonly requiredColumns: readonly string[]
  /** Columns that it knows and has no use for, as keys of a header. */
  readonly ignoredColumns?: ReadonlySet<string>
  /** 0: certainly not this source, 1: certainly this one. */
  detect(header: Header): number
  /** @param mapping of a source without columns of its own: which column means what */
  open(header: Header, mapping?: Mapping): RecordReader
}
