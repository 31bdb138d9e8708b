import { z } from 'zod'
import { maxPageSize } from '../../../rules/limits.ts'
import { REFUSAL_REASONS } from '../../../rules/refusal.ts'
import {
  REVIEW_SOURCES,
  REVIEW_STATUSES,
  WIRE_REVIEW_STATUSES,
  type ReviewSource,
} from '../../../rules/review-status.ts'
import {
  count,
  flag,
  flagParam,
  listParam,
  nameShape,
  pageQuery,
  text,
  textOrNull,
  time,
  timeOrNull,
  uuid,
} from '../../core/rest/shapes.ts'

const sourceNames = Object.keys(REVIEW_SOURCES) as ReviewSource[]

const mediaShape = nameShape(
  'ReviewMedia',
  z.object({
    id: uuid,
    kind: z.enum(['image', 'video']),
    url: textOrNull,
    thumbnailUrl: textOrNull,
    mediumUrl: textOrNull,
    posterUrl: textOrNull,
    seconds: z.number().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    hidden: flag,
  }),
)

const reviewFields = z.object({
  id: uuid,
  rate: z.int().min(1).max(5),
  title: text,
  content: text,
  firstName: text,
  lastName: text,
  email: text,
  status: z.enum(WIRE_REVIEW_STATUSES),
  source: z.enum(sourceNames),
  sourceLabel: text,
  origin: z.enum(['customer', 'guest', 'admin', 'imported']),
  provenance: z
    .looseObject({ kind: text.describe('`invited`, `page`, `qr`, `merchant` or `imported`.'), from: text })
    .describe('Where the review comes from.'),
  deliveredAt: timeOrNull,
  emailConfirmedAt: timeOrNull,
  type: text,
  product: z
    .object({
      id: uuid,
      productId: text.describe('The id of the platform.'),
      title: text,
      handle: text,
      image: textOrNull,
    })
    .nullable(),
  variants: textOrNull.describe('The variant that was bought.'),
  verified: flag,
  verifiedByOrder: flag.describe('An order proves the purchase.'),
  featured: flag,
  pinned: flag,
  edited: flag,
  incentivized: flag.describe('Its author received something for it.'),
  testimonial: flag,
  editRequest: z.enum(['unconfirmed', 'confirmed', 'denied']).nullable(),
  editRequestExpiresAt: timeOrNull,
  reply: z.object({ content: text, createdAt: time }).nullable(),
  media: z.array(mediaShape),
  images: z.array(text).describe('Addresses of the shown pictures.'),
  files: z.array(text).describe('Addresses of the shown pictures and videos.'),
  language: textOrNull,
  country: textOrNull,
  location: textOrNull,
  why: z.unknown().describe('The rule that set the status: `{ code, params }`.'),
  helpful: count,
  unhelpful: count,
  openReports: count,
  openObjection: flag,
  assigneeId: textOrNull,
  createdAt: time,
  updatedAt: time,
  publishedAt: timeOrNull,
  deletedAt: timeOrNull,
  purgeAt: timeOrNull.describe('When the trash deletes it for good.'),
  version: z.int().min(1).describe('Send it with a write to refuse changes of a review that has changed.'),
})

/** A review in answers of REST. */
export const reviewShape = nameShape('Review', reviewFields)

/** One review with its first text, pending edit and history. */
export const reviewDetailShape = nameShape(
  'ReviewDetail',
  reviewFields.extend({
    editProposal: z.unknown().describe('The change that waits for approval, or null.'),
    original: z.object({ title: text, content: text }).nullable().describe('The texts before the first edit.'),
    history: z.array(
      z.object({
        at: time,
        actor: text,
        actorName: text,
        action: text,
        before: z.unknown(),
        after: z.unknown(),
        bulk: flag.describe('A bulk action did it.'),
      }),
    ),
  }),
)

const version = z
  .int()
  .min(1)
  .describe('Version that you have seen. Another one is refused with 409 `stale`.')
  .optional()

/** Version that the caller has seen; see `readVersion`. */
export const versionBody = z.object({ version })
/** The same in a query, for writes without a JSON body. */
export const versionQuery = z.object({ version })
/** The reason and words to the author of refusalInput. */
export const refusalBody = versionBody.extend({
  reason: z.enum(REFUSAL_REASONS).describe('Why the author’s review is not shown.').optional(),
  note: text.describe('Words to the author. The reason `other` needs them.').optional(),
})

const day = text.describe('A time in ISO 8601, or a day in UTC.').optional()

/** Parameters of GET /reviews, which `buildReviewPage` reads. */
export const reviewQuery = pageQuery.extend({
  limit: z.int().min(1).max(maxPageSize).describe('The same as `limitPerPage`.').optional(),
  sort: z
    .enum([
      'recent',
      'oldest',
      'highest',
      'lowest',
      'media',
      'createdAt_desc',
      'createdAt_asc',
      'rate_desc',
      'rate_asc',
      'media_desc',
      'updatedAt_asc',
      'updatedAt_desc',
    ])
    .optional(),
  searchText: text.optional(),
  statusFilter: listParam(z.enum([...WIRE_REVIEW_STATUSES, 'all'])).optional(),
  status: listParam(z.enum([...new Set([...WIRE_REVIEW_STATUSES, ...REVIEW_STATUSES, 'all'])])).optional(),
  rateMultipleFilter: listParam(z.int().min(1).max(5)).optional(),
  rate: listParam(z.int().min(1).max(5)).optional(),
  sourceFilter: listParam(text.describe(`One of ${sourceNames.join(', ')}, or its label.`)).optional(),
  productIdsFilter: listParam().describe('Products by their UUID, GraphQL id or platform id.').optional(),
  importFilter: text.describe('Only reviews of this import.').optional(),
  suspicion: listParam().describe('Only reviews to look at for one of these reasons.').optional(),
  assigneeFilter: text.describe('A person’s id, `me` or `unassigned`.').optional(),
  hasMedia: flagParam.optional(),
  verified: flagParam.optional(),
  edited: flagParam.optional(),
  reported: flagParam.describe('Only reviews with open reports.').optional(),
  objected: flagParam.describe('Only reviews with an open objection.').optional(),
  unanswered: flagParam.describe('Only reviews without a reply.').optional(),
  fromDate: day,
  toDate: day,
  updatedAfter: day,
  updatedBefore: day,
  includeTotal: flagParam.describe('`false` leaves the total out, which is faster.').optional(),
})
