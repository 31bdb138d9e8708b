import type { HistoryAction } from '../../../../rules/review-history.ts'
import { maxBulkIds } from '../../../../rules/limits.ts'
import { isRefusing, needsReason } from '../../../../rules/refusal.ts'
import { refusalInput } from '../../../../rules/refusal-input.ts'
import { replyInput } from '../../../../rules/review-input.ts'
import {
  actNeedsContent,
  FLAG_ACTS,
  findActionOf,
  checkReviewActions,
  type Permission,
  type ReviewAct,
  type ReviewAction,
  type ReviewRules,
  type ReviewState,
} from '../../../../rules/review-status.ts'
import { inTransaction, readPlan, type Ctx } from '../../../core/context.ts'
import { fillReplies } from './fill-replies.ts'
import { findEditRequestProblems } from './edit-request-problems.ts'
import { InvalidInput, NotAllowed, NotFound, parse, PlanRequired, Stale } from '../../../core/errors.ts'
import { readSetting } from '../../../shop/settings/settings.ts'
import { lockReviews, type BeforeTrash, type LockedReview } from '../lock-reviews.ts'
import { deleteRows } from './remove.ts'
import { revertReviews } from './revert.ts'
import { isOwnAccount, requireAssignee, type Assignee } from './assignee.ts'
import { readChangeAuthor, writeReviews, type ChangeAuthor, type ColumnValues } from '../write-reviews.ts'

interface ReviewActionInput {
  act: ReviewAct
  /** At most 1,000. */
  ids: readonly string[]
  content?: string | undefined
  /** The person who takes care of the reviews; null leaves them unassigned. For `assign`. */
  assigneeId?: unknown
  /** Why shoppers' reviews are refused, and the merchant's words about it; see refusalInput. */
  reason?: unknown
  note?: unknown
  /** Version that the caller has seen, for a single review. */
  version?: number | null | undefined
  /** Bulk run of the batch, which stores what its undo needs. */
  bulkId?: string | undefined
  /** Author if not the session: batches run in the background. */
  by?: ChangeAuthor | undefined
  /** Date of a reply; defaults to now, or to the first reply's date. */
  replyAt?: Date | undefined
  /** Whether to email the assigned person; by default, unless it is the actor. */
  notifyAssignee?: boolean | undefined
  /** Whether to email a reply. By default only the first reply is emailed, and none of a merchant's own review. */
  notify?: boolean | undefined
}

export interface ReviewActionResult {
  /** Changed ids, ascending. */
  changed: string[]
  /** Unchanged ids: forbidden by their state, already so, or (in a batch) gone. */
  skipped: string[]
}

export async function readReviewRules(ctx: Ctx): Promise<ReviewRules> {
  const { isTrashFeatureEnabled } = await readSetting(ctx, 'general')
  return { plan: readPlan(ctx), isTrashFeatureEnabled, now: ctx.now() }
}

/** Returns each review's allowed actions. Checks addresses at once, where nothing else forbids an edit request. */
export async function listReviewActions(
  ctx: Ctx,
  reviews: readonly (ReviewState & { email: string })[],
): Promise<Record<ReviewAction, Permission>[]> {
  const rules = await readReviewRules(ctx)
  const actions = reviews.map((review) => checkReviewActions(review, rules))
  const askable = reviews.filter((_review, at) => actions[at]?.requestEdit.allowed)
  if (askable.length === 0) return actions
  const problems = await findEditRequestProblems(
    ctx,
    askable.map(({ email }) => email),
  )
  return reviews.map((review) =>
    checkReviewActions({ ...review, unaskable: problems.get(review.email) ?? null }, rules),
  )
}

/**
 * Performs an action on one review, several, or a batch of a bulk run (spec 4). A single forbidden review throws;
 * several skip it; a batch also skips unknown ones.
 * @throws NotFound for an unknown id or another shop's; Stale for another version; NotAllowed, PlanRequired
 * @throws InvalidInput for none or more than 1,000 ids, a reply without text, or an unknown reason
 */
export async function performReviewAction(ctx: Ctx, input: ReviewActionInput): Promise<ReviewActionResult> {
  const { act, bulkId } = input
  const content = actNeedsContent(act) ? parse(replyInput, { content: input.content ?? '' }).content : null
  const refusal = isRefusing(act) ? { act, ...parse(refusalInput, { reason: input.reason, note: input.note }) } : null
  const ids = uniqueIds(input)
  const assignee = act === 'assign' ? await requireAssignee(ctx, input.assigneeId) : null
  return inTransaction(ctx, async (tx) => {
    const { rows, skipped } = await lockAllowedReviews(tx, { ...input, ids })
    const by: ChangeAuthor = input.by ?? { ...readChangeAuthor(tx), actor: 'merchant' }
    const given = { reason: refusal?.reason, ...(refusal?.note && { note: refusal.note }) }
    // Before the change: its listeners read reviews that a deletion removes.
    if (refusal && rows.length > 0)
      await tx.emit('review.refused', {
        ...refusal,
        isGiven: input.reason != null,
        by: 'merchant',
        ids: rows.map(({ id }) => id),
      })
    if (act === 'delete') await deleteRows(tx, rows, bulkId)
    else if (act === 'revert') await revertReviews(tx, { rows, by, bulkId })
    else {
      const filled = await fillReplies(
        tx,
        content,
        rows.map(({ id }) => id),
      )
      const { action, set, own } = plans[act](tx, { content, filled, replyAt: input.replyAt, assignee })
      await writeReviews(tx, {
        action,
        by,
        bulkId,
        set,
        changes: rows.map((row) => ({
          row,
          ...(own && { set: own(row) }),
          ...(input.reason != null && needsReason(row) && { after: given }),
          ...(act === 'assign' && { after: { assignee: assignee?.name ?? '' } }),
        })),
      })
    }
    if (rows.length > 0) await emitActionEvents(tx, { ...input, by, assigneeId: assignee?.accountId }, rows)
    return { changed: rows.map(({ id }) => id), skipped }
  })
}

function uniqueIds({ ids, version }: ReviewActionInput): string[] {
  if (ids.length === 0) throw new InvalidInput({ ids: 'required' })
  if (ids.length > maxBulkIds) throw new InvalidInput({ ids: { code: 'tooManyIds', params: { max: maxBulkIds } } })
  const unique = [...new Set(ids)]
  if (unique.length > 1 && version != null) throw new InvalidInput({ version: 'valueInvalid' })
  return unique
}

interface Judged {
  rows: LockedReview[]
  skipped: string[]
}

async function lockAllowedReviews(
  tx: Ctx,
  { act, ids, version, bulkId, assigneeId }: ReviewActionInput,
): Promise<Judged> {
  const found = await lockReviews(tx, ids)
  if (found.length < ids.length && !bulkId) throw new NotFound()
  if (version != null && found.some((row) => row.version !== version)) throw new Stale()
  const permissionOf = await permissions(tx, act)
  const refused = found.flatMap((row) => {
    const permission = permissionOf(row)
    return permission.allowed ? [] : [{ row, permission }]
  })
  const first = refused[0]?.permission
  if (first && !bulkId && (first.feature || ids.length === 1))
    throw first.feature ? new PlanRequired(first.feature) : new NotAllowed(first.reason)
  const left = new Set(refused.map(({ row }) => row.id))
  const rows = found.filter((row) => !left.has(row.id) && !isSoAlready(act, row, assigneeId))
  const changing = new Set(rows.map(({ id }) => id))
  return { rows, skipped: ids.filter((id) => !changing.has(id)) }
}

async function permissions(tx: Ctx, act: ReviewAct) {
  const rules = await readReviewRules(tx)
  const action = findActionOf(act)
  return (row: LockedReview) => checkReviewActions(row, rules)[action]
}

function isSoAlready(act: ReviewAct, row: LockedReview, assigneeId: unknown): boolean {
  if (act === 'assign') return row.assigneeId === (assigneeId ?? null)
  if (!(act in FLAG_ACTS)) return false
  const { flag, value } = FLAG_ACTS[act as keyof typeof FLAG_ACTS]
  return (flag === 'verified' ? row.verifiedBy !== 'none' : row[flag]) === value
}

interface Plan {
  action: HistoryAction
  set: ColumnValues
  own?: (row: LockedReview) => ColumnValues
}
/** What an action is given besides the reviews. */
interface Given {
  content: string | null
  /** Replies with their merge fields filled in, by review; null without merge fields. */
  filled: ReadonlyMap<string, string> | null
  replyAt: Date | undefined
  assignee: Assignee | null
}
type Plans = Record<Exclude<ReviewAct, 'delete' | 'revert'>, (tx: Ctx, given: Given) => Plan>

const buildDecision = (act: 'publish' | 'unpublish' | 'trash') =>
  ({ decidedBy: 'merchant', why: { code: `merchant.${act}`, params: {} } }) as const

const reply =
  (action: 'replied' | 'replyEdited'): Plans['reply'] =>
  (tx, { content, filled, replyAt }) => ({
    action,
    set: {},
    own: (row) => ({ replyContent: filled?.get(row.id) ?? content, replyAt: replyDate(tx, { row, replyAt }) }),
  })

/** Changed columns of each action. Actions that need more have their own functions. */
const plans: Plans = {
  publish: (tx) => ({
    action: 'published',
    set: { status: 'published', ...buildDecision('publish') },
    own: ({ publishedAt }) => ({ publishedAt: publishedAt ?? tx.now() }),
  }),
  unpublish: () => ({ action: 'hidden', set: { status: 'hidden', ...buildDecision('unpublish') } }),
  trash: (tx) => ({
    action: 'trashed',
    set: { status: 'deleted', deletedAt: tx.now(), ...buildDecision('trash') },
    own: (row) => ({ beforeTrash: buildBeforeTrash(row) }),
  }),
  restore: (tx) => ({
    action: 'restored',
    set: { deletedAt: null, beforeTrash: null },
    own: (row) => buildRestoredStatus(row, tx.now()),
  }),
  pin: () => ({ action: 'pinned', set: { pinned: true } }),
  unpin: () => ({ action: 'unpinned', set: { pinned: false } }),
  feature: () => ({ action: 'featured', set: { featured: true } }),
  unfeature: () => ({ action: 'unfeatured', set: { featured: false } }),
  verify: () => ({ action: 'verified', set: { verifiedBy: 'merchant' } }),
  unverify: () => ({ action: 'unverified', set: { verifiedBy: 'none' } }),
  addTestimonial: () => ({ action: 'testimonialAdded', set: { testimonial: true } }),
  removeTestimonial: () => ({ action: 'testimonialRemoved', set: { testimonial: false } }),
  reply: reply('replied'),
  editReply: reply('replyEdited'),
  assign: (_tx, { assignee }) => ({ action: 'assigned', set: { assigneeId: assignee?.accountId ?? null } }),
  deleteReply: () => ({ action: 'replyDeleted', set: { replyContent: null, replyAt: null } }),
}

function buildBeforeTrash({ status, decidedBy, why, publishedAt }: LockedReview): BeforeTrash {
  return { status, decidedBy, why, publishedAt: publishedAt?.toISOString() ?? null }
}

/**
 * Restores the status before the trash with its reason; hidden if unknown. A review that a rule left pending starts its
 * 14 days again (decisions 'Reviews'). Otherwise the next run would publish it at once.
 */
function buildRestoredStatus({ beforeTrash, publishedAt, enteredAt }: LockedReview, now: Date): ColumnValues {
  if (!beforeTrash)
    return {
      status: 'hidden',
      decidedBy: 'merchant',
      why: { code: 'merchant.restore', params: {} },
      publishedAt,
      enteredAt,
    }
  const { status, decidedBy, why } = beforeTrash
  const waits = status === 'pending' && decidedBy === 'rule'
  return {
    status,
    decidedBy,
    why,
    publishedAt: beforeTrash.publishedAt ? new Date(beforeTrash.publishedAt) : null,
    enteredAt: waits ? now : enteredAt,
  }
}

function replyDate(tx: Ctx, { row, replyAt }: { row: LockedReview; replyAt: Date | undefined }): Date {
  if (!replyAt) return row.replyAt ?? tx.now()
  if (replyAt > tx.now()) throw new InvalidInput({ createdAt: 'dateInFuture' })
  if (replyAt < row.createdAt) throw new InvalidInput({ createdAt: 'replyDateTooEarly' })
  return replyAt
}

async function emitActionEvents(
  tx: Ctx,
  {
    act,
    notify,
    notifyAssignee,
    by,
    assigneeId,
  }: ReviewActionInput & { by: ChangeAuthor; assigneeId?: string | undefined },
  rows: readonly LockedReview[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  if (act === 'trash') await tx.emit('review.removed', { ids })
  if (assigneeId && (notifyAssignee ?? !isOwnAccount(tx, assigneeId)))
    await tx.emit('review.assigned', { ids, assigneeId, by: by.name })
  if (act === 'deleteReply') await tx.emit('review.replyDeleted', { ids })
  if (act !== 'reply' && act !== 'editReply') return
  // By default a first reply is emailed, but not to an address that the merchant typed.
  const notified =
    notify === undefined ? rows.filter(({ origin }) => act === 'reply' && origin !== 'admin') : notify ? rows : []
  await tx.emit('review.replied', { ids, mailIds: notified.map(({ id }) => id) })
}
