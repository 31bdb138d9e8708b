import { z } from 'zod'
import {
  DECIDERS,
  EDIT_REQUEST_STATUSES,
  REVIEW_ORIGINS,
  REVIEW_SOURCES,
  REVIEW_STATUSES,
  type ReviewSource,
} from '../../../rules/review-status.ts'

/** Columns of an export in order. The first is the review's id; the last holds data that merchants don't need. */
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

/** Column that identifies our own files. */
export const idColumn: ExportColumn = 'candor_id'
/** The prefix keeps spreadsheet programs from reading an id as a 15-digit number. */
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

/** Picture or video of a signed file. `key`: its location in this installation; empty: it was never fetched. */
const mediaDetails = z.object({
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

const translationDetails = z.object({
  language: z.string(),
  title: text,
  text,
  sourceLanguage: z.string().nullable().default(null),
})

/** The last column, as JSON. Imports read it from signed files only. Fields missing in older files get their defaults. */
export const details = z.object({
  firstName: text,
  lastName: text,
  type: z.string().default('review'),
  decidedBy: z.enum(DECIDERS).default('import'),
  why: object.default({}),
  publishedAt: instant,
  beforeTrash: object.nullable().default(null),
  /** Fields of `original` besides title and text, which have their own columns. Null: the review has no original. */
  original: object.nullable().default(null),
  editRequest: z.enum(EDIT_REQUEST_STATUSES).nullable().default(null),
  editRequestedAt: instant,
  externalId: z.string().nullable().default(null),
  originalRate: z.string().nullable().default(null),
  media: z.array(mediaDetails).default([]),
  /** Translations of the current text. */
  translations: z.array(translationDetails).default([]),
})
export type ReviewDetails = z.infer<typeof details>

export const enumColumns = z.object({
  status: z.enum(REVIEW_STATUSES),
  origin: z.enum(REVIEW_ORIGINS),
  source: z.enum(Object.keys(REVIEW_SOURCES) as [ReviewSource, ...ReviewSource[]]),
})

/** Returns the key of a stored picture's largest size, or of the video itself. */
export const buildMediaKey = ({ kind, key }: { kind: 'image' | 'video'; key: string }): string =>
  `${key}/${kind === 'video' ? 'video' : 'large'}`
