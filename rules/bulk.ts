import { z } from 'zod'
import { reviewFilter, selectsEverything } from './filters.ts'
import { bulkUndoHours, maxBulkIds, maxReplyChars } from './limits.ts'
import type { MessageCode } from './messages.ts'
import {
  actCanBeUndone,
  actNeedsContent,
  findActionOf,
  REVIEW_ACTS,
  checkReviewActions,
  type Permission,
  type ReviewAct,
  type ReviewRules,
  type ReviewState,
} from './review-status.ts'
import { flag, oneOf, refuse, requiredText } from './validation.ts'

export const BULK_STATUSES = ['running', 'done', 'failed', 'undoing', 'undone'] as const
type BulkStatus = (typeof BULK_STATUSES)[number]

const ids = z
  .array(z.string({ error: 'malformedId' }), { error: 'valueInvalid' })
  .min(1, { error: 'required' })
  .superRefine((given, context) => {
    if (given.length > maxBulkIds) refuse(context, 'tooManyIds', { max: maxBulkIds })
  })

/**
 * An action on many reviews: by ids, or on all that a filter selects. Without a filter it needs `all: true` and affects
 * all but the trash. This prevents changing every review by accident.
 */
export const bulkRequest = z
  .object({
    act: oneOf(REVIEW_ACTS),
    ids: ids.nullish().transform((given) => given ?? null),
    filter: reviewFilter.nullish().transform((given) => given ?? null),
    all: flag.nullish().transform((given) => given ?? false),
    content: z.string({ error: 'valueInvalid' }).nullish(),
    /** Checked with refusalInput. */
    reason: z.unknown().optional(),
    note: z.unknown().optional(),
    /** Checked with the shop's people. */
    assigneeId: z.unknown().optional(),
    /** For a single review: the version that the caller has seen. */
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
/** Together they allow every action that plan and settings allow. */
const anyReviews: readonly ReviewState[] = [
  anyReview,
  { ...anyReview, replyContent: 'Thanks' },
  { ...anyReview, status: 'pending' },
  { ...anyReview, status: 'deleted' },
]

/** Returns whether plan or settings forbid an action, by the rules for one review applied to all kinds. */
export function bulkPermission(act: ReviewAct, rules: ReviewRules): Permission {
  const action = findActionOf(act)
  const answers = anyReviews.map((review) => checkReviewActions(review, rules)[action])
  const none: Permission = { allowed: false, reason: 'notAllowed' }
  return answers.find(({ allowed }) => allowed) ?? answers[0] ?? none
}

/** State of a bulk action that its undo depends on. */
export interface BulkState {
  act: ReviewAct
  status: BulkStatus
  finishedAt: Date | null
}

/** Returns until when it can be undone, by the business clock; null if it can't. */
export function bulkUndoUntil({ act, finishedAt }: BulkState): Date | null {
  return finishedAt && actCanBeUndone(act) ? new Date(finishedAt.getTime() + bulkUndoHours * 3_600_000) : null
}

/** Returns why a bulk action can't be undone now; null if it can. Partly failed ones can. */
export function bulkUndoRefusal(bulk: BulkState, now: Date): MessageCode | null {
  if (!actCanBeUndone(bulk.act)) return 'bulkNotUndoable'
  if (bulk.status === 'undoing' || bulk.status === 'undone') return 'bulkUndone'
  const until = bulkUndoUntil(bulk)
  if (bulk.status === 'running' || !until) return 'bulkNotDone'
  return until < now ? 'bulkTooLate' : null
}
