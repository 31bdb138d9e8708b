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

/** A review's status and who set it, stored for restoring it from the trash. */
export interface BeforeTrash {
  status: ReviewStatus
  decidedBy: DecidedBy
  why: object
  publishedAt: string | null
}

/** The review before its first edit, for revert. */
export interface Original {
  title: string
  content: string
  media: { id: string; hidden: boolean }[]
}

export interface ReviewColumns {
  status: ReviewStatus
  decidedBy: DecidedBy
  why: object
  publishedAt: Date | null
  /** Start of the 14 days until automatic publishing. */
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
  /** Set when the author confirms their address; see confirmations. */
  orderId: string | null
  customerId: string | null
  deliveredAt: Date | null
  emailConfirmedAt: Date | null
  assigneeId: string | null
  openObjection: boolean
  /** Changed only by the review's customer. */
  rate: number
}

/** Loaded only where needed: a thousand texts are megabytes. */
export interface ReviewTexts {
  title: string
  content: string
  searchText: string
}

export interface LockedReview extends ReviewColumns {
  id: string
  productId: string | null
  source: ReviewSource
  origin: ReviewOrigin
  importId: string | null
  email: string
  country: string | null
  createdAt: Date
  version: number
}

export interface LockedReviewTexts extends LockedReview, ReviewTexts {
  firstName: string
  lastName: string
}

const columns =
  Prisma.raw(`id, "productId", source, rate, origin, "importId", email, country, "createdAt", version, status, "decidedBy", why, "publishedAt", "enteredAt", "deletedAt", "beforeTrash",
  pinned, featured, testimonial, "verifiedBy", edited, original, "editRequest", "editRequestedAt", "editRequestId", "replyContent", "replyAt", "hasMedia", "orderId", "customerId", "deliveredAt", "emailConfirmedAt", "assigneeId", "openObjection"`)
const texts = Prisma.raw(`, title, content, "searchText", "firstName", "lastName"`)

/** Locks reviews by ascending id, which avoids deadlocks between bulk runs. Leaves out unknown ids. */
export function lockReviews(tx: Ctx, ids: readonly string[], options: { texts: true }): Promise<LockedReviewTexts[]>
export function lockReviews(tx: Ctx, ids: readonly string[]): Promise<LockedReview[]>
export function lockReviews(tx: Ctx, ids: readonly string[], options?: { texts: true }): Promise<LockedReview[]> {
  return tx.db.$queryRaw<LockedReview[]>(Prisma.sql`
    select ${columns} ${options?.texts ? texts : Prisma.empty} from "Review"
    where "shopId" = ${tx.shop.id}::uuid and id = any(${[...new Set(ids)].sort()}::uuid[]) order by id for update`)
}
