import type {
  EditRequestStatus,
  DecidedBy,
  ReviewOrigin,
  ReviewSource,
  ReviewStatus,
  VerifiedBy,
} from '../../../rules/review-status.ts'
import type { Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** A review's place and who put it there, as it is kept for the way back from the trash. */
export interface BeforeTrash {
  status: ReviewStatus
  decidedBy: DecidedBy
  why: object
  publishedAt: string | null
}

/** The review as it was before the first edit: what revert gives back. */
export interface Original {
  title: string
  content: string
  media: { id: string; hidden: boolean }[]
}

/** Columns that acts and edits change. */
export interface ReviewColumns {
  status: ReviewStatus
  decidedBy: DecidedBy
  why: object
  publishedAt: Date | null
  /** From when the 14 days of automatic publishing count. */
  enteredAt: Date
  deletedAt: Date | null
  beforeTrash: BeforeTrash | null
  pinned: boolean
  featured: boolean
  testimonial: boolean
  verifiedBy: VerifiedBy
  edited: boolean
  original: Original | null
  editRequest: EditRequestStatus | null
  editRequestedAt: Date | null
  editRequestId: string | null
  replyContent: string | null
  replyAt: Date | null
  hasMedia: boolean
  /** Only the customer who wrote the review changes it. */
  rate: number
}

/** Texts are read where they are needed: a thousand of them are megabytes. */
export interface ReviewTexts {
  title: string
  content: string
  searchText: string
}

/** A locked row, with what the rules, the counters and the history need of it. */
export interface LockedReview extends ReviewColumns {
  id: string
  productId: string | null
  source: ReviewSource
  origin: ReviewOrigin
  email: string
  createdAt: Date
  version: number
}

export interface LockedReviewTexts extends LockedReview, ReviewTexts {
  firstName: string
  lastName: string
}

const columns =
  Prisma.raw(`id, "productId", source, rate, origin, email, "createdAt", version, status, "decidedBy", why, "publishedAt", "enteredAt", "deletedAt", "beforeTrash",
  pinned, featured, testimonial, "verifiedBy", edited, original, "editRequest", "editRequestedAt", "editRequestId", "replyContent", "replyAt", "hasMedia"`)
const texts = Prisma.raw(`, title, content, "searchText", "firstName", "lastName"`)

/** Locks reviews in the order of their ids, so that two acts on many never wait for each other in a ring; unknown ids are left out. */
export function lockReviews(tx: Ctx, ids: readonly string[], options: { texts: true }): Promise<LockedReviewTexts[]>
export function lockReviews(tx: Ctx, ids: readonly string[]): Promise<LockedReview[]>
export function lockReviews(tx: Ctx, ids: readonly string[], options?: { texts: true }): Promise<LockedReview[]> {
  return tx.db.$queryRaw<LockedReview[]>(Prisma.sql`
    select ${columns} ${options?.texts ? texts : Prisma.empty} from "Review"
    where "shopId" = ${tx.shop.id}::uuid and id = any(${[...new Set(ids)].sort()}::uuid[]) order by id for update`)
}
