import { editRequestDays } from './limits.ts'
import type { MessageCode } from './messages.ts'
import { allows, type Feature } from './plans.ts'
import { dayMs } from './dates.ts'

export const REVIEW_STATUSES = ['published', 'pending', 'hidden', 'rejected', 'deleted'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]
/** All but the trash. Queries list these, because under row-level security PostgreSQL can't estimate "not deleted". */
export const LISTED_STATUSES: ReviewStatus[] = REVIEW_STATUSES.filter((status) => status !== 'deleted')

/** The merchant, a rule or an import set the status. */
export const DECIDERS = ['merchant', 'rule', 'import'] as const
export type DecidedBy = (typeof DECIDERS)[number]

/** Status words of REST (spec 4). */
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

/** Reason of a review in the trash that its author deleted. */
export const deletedByAuthor = 'customer.trash'

export const EDIT_REQUEST_STATUSES = ['unconfirmed', 'confirmed', 'denied'] as const
export type EditRequestStatus = (typeof EDIT_REQUEST_STATUSES)[number]

export const VERIFIED_BY = ['none', 'merchant', 'order'] as const
export type VerifiedBy = (typeof VERIFIED_BY)[number]

export function isVisible(status: ReviewStatus): boolean {
  return status === 'published'
}

/**
 * Returns the API's word for a stored status. `approved` and `disapproved` are the merchant's decisions. A review
 * hidden by the merchant without ever being published is `disapproved`, any other hidden one `unpublished`.
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

/** Reads an API word: a status, or a flag to filter by or set. Unknown words give null. */
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

export interface ReviewState {
  status: ReviewStatus
  origin: ReviewOrigin
  verifiedBy: VerifiedBy
  edited: boolean
  editRequest: EditRequestStatus | null
  editRequestedAt: Date | null
  /** Null or empty: no reply. */
  replyContent: string | null
  /** Null or empty: no customer to ask. */
  email: string | null
  /** Why an edit request wouldn't reach the author; absent if nothing is known against it. */
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
  'assign',
] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

/** Actions on one review, several, or all that match; for flags with the direction. */
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
  'assign',
] as const
export type ReviewAct = (typeof REVIEW_ACTS)[number]

/** Flag actions: the flag and value they set, and the action whose permission they need. */
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

/** Returns the action whose permission an act needs. */
export const findActionOf = (act: ReviewAct): ReviewAction =>
  act in FLAG_ACTS ? FLAG_ACTS[act as keyof typeof FLAG_ACTS].action : (act as ReviewAction)

export const actNeedsContent = (act: ReviewAct): boolean => act === 'reply' || act === 'editReply'

/** Whether a bulk action can be undone: all but a deletion. */
export const actCanBeUndone = (act: ReviewAct): boolean => act !== 'delete'

/** The feature accompanies `planRequired`, so that the response can name the plan. */
export type Permission = { allowed: true } | { allowed: false; reason: MessageCode; feature?: Feature }

type Refusal = readonly [holds: boolean, reason: MessageCode, feature?: Feature]

/** Returns the first refusal that applies. */
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
  /** Business clock: unanswered edit requests expire. */
  now: Date
}

export function editRequestExpiresAt(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + editRequestDays * dayMs)
}

/** Returns the open edit request. One unanswered for 30 days has expired (decisions 'Reviews'). */
export function findOpenEditRequest(
  { editRequest, editRequestedAt }: Pick<ReviewState, 'editRequest' | 'editRequestedAt'>,
  now: Date,
): EditRequestStatus | null {
  return editRequest === 'unconfirmed' && editRequestedAt && editRequestExpiresAt(editRequestedAt) <= now
    ? null
    : editRequest
}

/** Whether "delete" moves to the recycle bin; otherwise it is final after one confirmation (decisions, Plans). */
export function hasRecycleBin(rules: ReviewRules): boolean {
  return allows(rules.plan, 'recycleBin') && rules.isTrashFeatureEnabled
}

/** Returns the merchant's actions, with reasons for refused ones (spec 4). Server and menus both use it. */
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
    assign: unless(trashed),
  }
}

/**
 * Only the merchant's own reviews can be edited directly. A customer's review changes only as its customer confirms,
 * with the final wording (decision 0031).
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
 * Returns a new review's status by the general settings. With autoSubmitPublish, ratings from the threshold on are
 * published at once. A job publishes the others after 14 days, unless the merchant switched that off (spec 9).
 */
export function chooseNewStatus(
  rate: number,
  settings: { autoSubmitPublish: boolean; autoPublishThreshold: number },
): 'published' | 'pending' {
  return settings.autoSubmitPublish && rate >= settings.autoPublishThreshold ? 'published' : 'pending'
}

/**
 * Returns the stars below which a person must publish reviews; null if all are published in the end. 6: every review
 * needs a person.
 */
export function findHeldBelow(settings: {
  autoSubmitPublish: boolean
  autoPublishThreshold: number
  autoPublishPending: boolean
}): number | null {
  if (settings.autoPublishPending) return null
  if (!settings.autoSubmitPublish) return 6
  return settings.autoPublishThreshold > 1 ? settings.autoPublishThreshold : null
}
