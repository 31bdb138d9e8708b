import { z } from 'zod'
import { reviewFilter, selectsEverything } from './filters.ts'
import { bulkUndoHours, maxBulkIds, maxReplyChars } from './limits.ts'
import type { MessageCode } from './messages.ts'
import {
  actCanBeUndone,
  actNeedsContent,
  FLAG_ACTS,
  REVIEW_ACTS,
  checkReviewActions,
  type Permission,
  type ReviewAct,
  type ReviewAction,
  type ReviewRules,
  type ReviewState,
} from './review-status.ts'
import { flag, oneOf, refuse, requiredText } from './validation.ts'

export const BULK_STATUSES = ['running', 'done', 'failed', 'undoing', 'undone'] as const
export type BulkStatus = (typeof BULK_STATUSES)[number]

const ids = z
  .array(z.string({ error: 'malformedId' }), { error: 'valueInvalid' })
  .min(1, { error: 'required' })
  .superRefine((given, context) => {
    if (given.length > maxBulkIds) refuse(context, 'tooManyIds', { max: maxBulkIds })
  })

/**
 * An act on many reviews: on those of the ids, or on all that a filter selects. Without a filter it is done to all but the trash,
 * and only with `all: true`, so that no merchant means a few and changes every review.
 */
export const bulkRequest = z
  .object({
    act: oneOf(REVIEW_ACTS),
    ids: ids.nullish().transform((given) => given ?? null),
    filter: reviewFilter.nullish().transform((given) => given ?? null),
    all: flag.nullish().transform((given) => given ?? false),
    content: z.string({ error: 'valueInvalid' }).nullish(),
    /** Of a single review: what the caller has seen. */
    version: z
      .int({ error: 'valueInvalid' })
      .nullish()
      .transform((given) => given ?? null),
  })
  .superRefine(({ ids: some, filter, all, version }, context) => {
    if (!some && !filter && !all) context.addIssue({ code: 'custom', message: 'required', path: ['ids'] })
    if (some && filter) context.addIssue({ code: 'custom', message: 'valueInvalid', path: ['filter'] })
    if (some && all) context.addIssue({ code: 'custom', message: 'valueInvalid', path: ['all'] })
    if (filter && selectsEverything(filter) && !all)
      context.addIssue({ code: 'custom', message: 'bulkNeedsAll', path: ['all'] })
    if (version !== null && new Set(some).size !== 1)
      context.addIssue({ code: 'custom', message: 'valueInvalid', path: ['version'] })
  })
  .transform(({ content, all, ...given }, context) => {
    const request = { ...given, filter: given.filter ?? (all ? {} : null) }
    if (!actNeedsContent(request.act)) return { ...request, content: null }
    const words = requiredText(maxReplyChars, 'replyRequired').safeParse(content ?? '')
    if (words.success) return { ...request, content: words.data }
    context.addIssue({
      code: 'custom',
      message: words.error.issues[0]?.message ?? 'replyRequired',
      params: { max: maxReplyChars },
      path: ['content'],
    })
    return z.NEVER
  })
export type BulkRequest = z.infer<typeof bulkRequest>

const anyReview: ReviewState = {
  status: 'published',
  origin: 'customer',
  verifiedBy: 'none',
  edited: true,
  editRequest: null,
  editRequestedAt: null,
  replyContent: null,
  email: 'a@b.cd',
}
/** Between them, these allow every action that plan and settings allow. */
const anyReviews: readonly ReviewState[] = [
  anyReview,
  { ...anyReview, replyContent: 'Thanks' },
  { ...anyReview, status: 'pending' },
  { ...anyReview, status: 'deleted' },
]

/** What forbids an act whatever the review: the plan or the settings. The same rules as for one review, asked of all kinds. */
export function bulkPermission(act: ReviewAct, rules: ReviewRules): Permission {
  const action: ReviewAction =
    act in FLAG_ACTS ? FLAG_ACTS[act as keyof typeof FLAG_ACTS].action : (act as ReviewAction)
  const answers = anyReviews.map((review) => checkReviewActions(review, rules)[action])
  const none: Permission = { allowed: false, reason: 'notAllowed' }
  return answers.find(({ allowed }) => allowed) ?? answers[0] ?? none
}

/** What an act on many has come to, as its undo asks. */
export interface BulkState {
  act: ReviewAct
  status: BulkStatus
  /** When it was done, or failed. */
  finishedAt: Date | null
}

/** Until when it can be taken back; null where it cannot. By the business clock. */
export function bulkUndoUntil({ act, finishedAt }: BulkState): Date | null {
  return finishedAt && actCanBeUndone(act) ? new Date(finishedAt.getTime() + bulkUndoHours * 3_600_000) : null
}

/** Why an act on many cannot be taken back now; null when it can. One that failed half-way can. */
export function bulkUndoRefusal(bulk: BulkState, now: Date): MessageCode | null {
  if (!actCanBeUndone(bulk.act)) return 'bulkNotUndoable'
  if (bulk.status === 'undoing' || bulk.status === 'undone') return 'bulkUndone'
  const until = bulkUndoUntil(bulk)
  if (bulk.status === 'running' || !until) return 'bulkNotDone'
  return until < now ? 'bulkTooLate' : null
}
