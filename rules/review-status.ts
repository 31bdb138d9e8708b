import { editRequestDays } from './limits.ts'
import type { MessageCode } from './messages.ts'
import { allows, type Feature } from './plans.ts'
import { dayMs } from './dates.ts'

export const REVIEW_STATUSES = ['published', 'pending', 'hidden', 'rejected', 'deleted'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]
/** All but the trash. Queries name these: PostgreSQL cannot estimate "not deleted" under row-level security, and reads the whole shop. */
export const LISTED_STATUSES: ReviewStatus[] = REVIEW_STATUSES.filter((status) => status !== 'deleted')

/** Who put a review into its status. */
export const DECIDERS = ['merchant', 'rule', 'import'] as const
export type DecidedBy = (typeof DECIDERS)[number]

/** The nine words of spec 4 that REST speaks. */
export const WIRE_REVIEW_STATUSES = [
  'approved',
  'disapproved',
  'pending',
  'published',
  'unpublished',
  'deleted',
  'edited',
  'rejected',
  'verified',
] as const
export type WireReviewStatus = (typeof WIRE_REVIEW_STATUSES)[number]

export const REVIEW_ORIGINS = ['customer', 'guest', 'admin', 'imported'] as const
export type ReviewOrigin = (typeof REVIEW_ORIGINS)[number]

/** Source labels (spec 9). */
export const REVIEW_SOURCES = {
  imported: 'Imported',
  amazon: 'Amazon',
  cjdropshipping: 'CJDropshipping',
  aliexpress: 'AliExpress',
  shopee: 'Shopee',
  customer: 'Written by customer',
  guest: 'Written by guest',
  admin: 'Created by admin',
} as const
export type ReviewSource = keyof typeof REVIEW_SOURCES

export const EDIT_REQUEST_STATUSES = ['unconfirmed', 'confirmed', 'denied'] as const
export type EditRequestStatus = (typeof EDIT_REQUEST_STATUSES)[number]

export const VERIFIED_BY = ['none', 'merchant', 'order'] as const
export type VerifiedBy = (typeof VERIFIED_BY)[number]

export function isVisible(status: ReviewStatus): boolean {
  return status === 'published'
}

/**
 * The wire's word for a stored status. `approved` and `disapproved` are a merchant's decisions; a review that was
 * never published and then hidden by the merchant is a refused new one, any other hidden review is `unpublished`.
 */
export function toWireStatus(review: {
  status: ReviewStatus
  decidedBy: DecidedBy
  publishedAt?: Date | string | null
}): WireReviewStatus {
  switch (review.status) {
    case 'published':
      return review.decidedBy === 'merchant' ? 'approved' : 'published'
    case 'hidden':
      return review.decidedBy === 'merchant' && review.publishedAt === null ? 'disapproved' : 'unpublished'
    default:
      return review.status
  }
}

/** What a wire word means on reading: a status, or a flag that is selected by or set. Unknown words give null. */
export function fromWireStatus(word: string): { status: ReviewStatus } | { flag: 'edited' | 'verified' } | null {
  switch (word) {
    case 'approved':
    case 'published':
      return { status: 'published' }
    case 'disapproved':
    case 'unpublished':
      return { status: 'hidden' }
    case 'pending':
    case 'rejected':
    case 'deleted':
      return { status: word }
    case 'edited':
    case 'verified':
      return { flag: word }
    default:
      return null
  }
}

export const REVIEW_BADGES: Readonly<
  Record<ReviewStatus, { label: string; tone: 'success' | 'attention' | 'warning' | 'critical' | 'info' }>
> = {
  published: { label: 'Published', tone: 'success' },
  pending: { label: 'Pending', tone: 'attention' },
  hidden: { label: 'Hidden', tone: 'info' },
  rejected: { label: 'Rejected', tone: 'critical' },
  deleted: { label: 'Trash', tone: 'warning' },
}

/** What the rules need to know of a review. */
export interface ReviewState {
  status: ReviewStatus
  origin: ReviewOrigin
  verifiedBy: VerifiedBy
  edited: boolean
  editRequest: EditRequestStatus | null
  /** When the request was made. */
  editRequestedAt: Date | null
  /** Null or empty: no reply. */
  replyContent: string | null
  /** Null or empty: no customer to ask. */
  email: string | null
  /** Why no mail that asks for an edit would reach who wrote it; absent where nothing is known against it. */
  unaskable?: MessageCode | null
}

export const REVIEW_ACTIONS = [
  'publish',
  'unpublish',
  'trash',
  'restore',
  'delete',
  'reply',
  'editReply',
  'deleteReply',
  'edit',
  'requestEdit',
  'revert',
  'pin',
  'feature',
  'verify',
  'testimonial',
] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

/** What can be done to one review, several, or all that match: an action, and for flags its direction. */
export const REVIEW_ACTS = [
  'publish',
  'unpublish',
  'trash',
  'restore',
  'delete',
  'pin',
  'unpin',
  'feature',
  'unfeature',
  'verify',
  'unverify',
  'addTestimonial',
  'removeTestimonial',
  'reply',
  'editReply',
  'deleteReply',
  'revert',
] as const
export type ReviewAct = (typeof REVIEW_ACTS)[number]

/** The flags among the acts: what they set, and the action whose permission they need. */
export const FLAG_ACTS = {
  pin: { flag: 'pinned', value: true, action: 'pin' },
  unpin: { flag: 'pinned', value: false, action: 'pin' },
  feature: { flag: 'featured', value: true, action: 'feature' },
  unfeature: { flag: 'featured', value: false, action: 'feature' },
  verify: { flag: 'verified', value: true, action: 'verify' },
  unverify: { flag: 'verified', value: false, action: 'verify' },
  addTestimonial: { flag: 'testimonial', value: true, action: 'testimonial' },
  removeTestimonial: { flag: 'testimonial', value: false, action: 'testimonial' },
} as const satisfies Partial<Record<ReviewAct, { flag: string; value: boolean; action: ReviewAction }>>

/** Whether an act needs words: the reply. */
export const actNeedsContent = (act: ReviewAct): boolean => act === 'reply' || act === 'editReply'

/** Whether an act on many can be taken back from the kept before-values: not a deletion. */
export const actCanBeUndone = (act: ReviewAct): boolean => act !== 'delete'

/** The feature stands beside the reason `planRequired`, so that the answer can name the plan. */
export type Permission = { allowed: true } | { allowed: false; reason: MessageCode; feature?: Feature }

type Refusal = readonly [holds: boolean, reason: MessageCode, feature?: Feature]

/** The first reason that holds forbids. */
function unless(...refusals: readonly Refusal[]): Permission {
  const refusal = refusals.find(([holds]) => holds)
  if (!refusal) return { allowed: true }
  const [, reason, feature] = refusal
  return feature ? { allowed: false, reason, feature } : { allowed: false, reason }
}

export interface ReviewRules {
  plan: string
  /** General setting `isTrashFeatureEnabled`. */
  isTrashFeatureEnabled: boolean
  /** Business time: an edit request without an answer expires. */
  now: Date
}

/** When a request without an answer stops to hold. */
export function editRequestExpiresAt(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + editRequestDays * dayMs)
}

/** The edit request that counts: one left unanswered for 30 days is none (decisions 'Reviews'). */
export function findOpenEditRequest(
  { editRequest, editRequestedAt }: Pick<ReviewState, 'editRequest' | 'editRequestedAt'>,
  now: Date,
): EditRequestStatus | null {
  return editRequest === 'unconfirmed' && editRequestedAt && editRequestExpiresAt(editRequestedAt) <= now
    ? null
    : editRequest
}

/** Whether "delete" moves to the recycle bin; otherwise it asks once and is final (decisions, Plans). */
export function hasRecycleBin(rules: ReviewRules): boolean {
  return allows(rules.plan, 'recycleBin') && rules.isTrashFeatureEnabled
}

/**
 * What a merchant may do with a review now, and the reason when not (spec 4). The server asks before it writes,
 * menus show the same answer.
 */
export function checkReviewActions(review: ReviewState, rules: ReviewRules): Record<ReviewAction, Permission> {
  const trashed: Refusal = [review.status === 'deleted', 'inTrash']
  const noReplies: Refusal = [!allows(rules.plan, 'replies'), 'planRequired', 'replies']
  const noRecycleBin: Refusal = [!allows(rules.plan, 'recycleBin'), 'planRequired', 'recycleBin']
  const hasReply = Boolean(review.replyContent)
  const request = findOpenEditRequest(review, rules.now)
  return {
    publish: unless(trashed, [review.status === 'published', 'alreadyPublished']),
    unpublish: unless(
      trashed,
      [review.status === 'hidden', 'alreadyHidden'],
      [review.status === 'rejected', 'spamStaysHidden'],
    ),
    trash: unless(trashed, noRecycleBin, [!rules.isTrashFeatureEnabled, 'recycleBinOff']),
    restore: unless([review.status !== 'deleted', 'notInTrash']),
    delete: unless([hasRecycleBin(rules) && review.status !== 'deleted', 'notInTrash']),
    reply: unless(trashed, noReplies, [hasReply, 'replyExists']),
    editReply: unless(trashed, noReplies, [!hasReply, 'noReply']),
    deleteReply: unless(trashed, [!hasReply, 'noReply']),
    edit: unless(trashed, ...editRefusals(review, request)),
    requestEdit: unless(trashed, ...requestEditRefusals(review, rules.plan)),
    revert: unless(trashed, [!review.edited, 'neverEdited']),
    pin: unless(trashed),
    feature: unless(trashed),
    verify: unless(
      trashed,
      [review.verifiedBy === 'order', 'verifiedByOrder'],
      [review.origin === 'admin', 'ownReviewNotVerified'],
    ),
    testimonial: unless(trashed, [review.status !== 'published', 'onlyPublished']),
  }
}

/**
 * Only reviews that the merchant wrote are edited directly. A customer's review changes when its customer confirms a request, which
 * carries the final wording: a confirmation allows that change and no other (decision 0031).
 */
function editRefusals(review: ReviewState, request: EditRequestStatus | null): Refusal[] {
  if (review.origin === 'admin') return []
  return [
    [review.origin === 'imported', 'importedNotEditable'],
    [request === 'denied', 'editDenied'],
    [request === 'confirmed', 'editNeedsNewRequest'],
    [true, 'editNotConfirmed'],
  ]
}

/** A new request may follow an answered one, and replaces a pending one. */
function requestEditRefusals(review: ReviewState, plan: string): Refusal[] {
  return [
    [review.origin === 'imported', 'importedNotEditable'],
    [review.origin === 'admin', 'editRequestNotNeeded'],
    [!review.email, 'editRequestNoEmail'],
    [!allows(plan, 'confirmEdit'), 'planRequired', 'confirmEdit'],
    [Boolean(review.unaskable), review.unaskable ?? 'editRequestNoEmail'],
  ]
}

/**
 * The status of a new review by the general settings: at or above the threshold it is published at once when
 * autoSubmitPublish is on; what stays pending is published by a job after 14 days, unless the merchant turned that off (spec 9).
 */
export function chooseNewStatus(
  rate: number,
  settings: { autoSubmitPublish: boolean; autoPublishThreshold: number },
): 'published' | 'pending' {
  return settings.autoSubmitPublish && rate >= settings.autoPublishThreshold ? 'published' : 'pending'
}
