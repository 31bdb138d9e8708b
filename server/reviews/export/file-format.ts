import { z } from 'zod'
import {
  DECIDERS,
  EDIT_REQUEST_STATUSES,
  REVIEW_ORIGINS,
  REVIEW_SOURCES,
  REVIEW_STATUSES,
  type ReviewSource,
} from '../../../rules/review-status.ts'

/** Columns of an export, in the file's order. The first names the review; the last holds what a merchant has no use for. */
export const exportColumns = [
  'candor_id',
  'product_id',
  'product_handle',
  'product_title',
  'rating',
  'title',
  'body',
  'reviewer_name',
  'reviewer_email',
  'review_date',
  'status',
  'origin',
  'source',
  'verified_by',
  'featured',
  'pinned',
  'testimonial',
  'edited',
  'incentivized',
  'reply',
  'reply_date',
  'picture_urls',
  'variant',
  'language',
  'country',
  'location',
  'original_title',
  'original_body',
  'details',
] as const
export type ExportColumn = (typeof exportColumns)[number]

/** By this column a file is known to be one of ours. */
export const idColumn: ExportColumn = 'candor_id'
/** Written this way a program for spreadsheets takes no id for a number of 15 digits. */
export const productIdPrefix = 'gid://shopify/Product/'
export const yesCell = 'yes'

const text = z.string().default('')
const instant = z.iso
  .datetime()
  .transform((value) => new Date(value))
  .nullable()
  .default(null)
const object = z.record(z.string(), z.unknown())
const whole = z.number().int().min(0).default(0)

/** A picture or video as a signed file tells it. `key`: where it lies in this installation; empty: it was never fetched. */
export const mediaDetails = z.object({
  id: z.string(),
  kind: z.enum(['image', 'video']).default('image'),
  key: text,
  posterKey: text,
  sourceUrl: z.string().nullable().default(null),
  seconds: whole,
  width: whole,
  height: whole,
  hidden: z.boolean().default(false),
})
export type MediaDetails = z.infer<typeof mediaDetails>

/** A translation as a signed file tells it, with the text that it translates. */
const translationDetails = z.object({
  language: z.string(),
  title: text,
  text,
  sourceLanguage: z.string().nullable().default(null),
})

/** The last column, JSON. Read from signed files only; what a file of an older version lacks has its default. */
export const details = z.object({
  firstName: text,
  lastName: text,
  type: z.string().default('review'),
  decidedBy: z.enum(DECIDERS).default('import'),
  why: object.default({}),
  publishedAt: instant,
  beforeTrash: object.nullable().default(null),
  /** What stood in `original` beside title and text, which have columns of their own. Null: the review has no original. */
  original: object.nullable().default(null),
  editRequest: z.enum(EDIT_REQUEST_STATUSES).nullable().default(null),
  editRequestedAt: instant,
  externalId: z.string().nullable().default(null),
  originalRate: z.string().nullable().default(null),
  media: z.array(mediaDetails).default([]),
  /** Those of the present text. */
  translations: z.array(translationDetails).default([]),
})
export type ReviewDetails = z.infer<typeof details>

/** The columns of words. */
export const enumColumns = z.object({
  status: z.enum(REVIEW_STATUSES),
  origin: z.enum(REVIEW_ORIGINS),
  source: z.enum(Object.keys(REVIEW_SOURCES) as [ReviewSource, ...ReviewSource[]]),
})

/** Where the bytes of a stored picture lie that stands in a file: its largest size, or the video itself. */
export const buildMediaKey = ({ kind, key }: { kind: 'image' | 'video'; key: string }): string =>
  `${key}/${kind === 'video' ? 'video' : 'large'}`
