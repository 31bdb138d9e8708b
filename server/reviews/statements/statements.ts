import { v7 as uuidv7 } from 'uuid'
import {
  statementDelayMinutes,
  type ObjectionDecision,
  type Refusal,
  type RefusalReason,
  type StatementDecider,
} from '../../../rules/refusal.ts'
import { objectionDecisionInput, objectionInput } from '../../../rules/refusal-input.ts'
import { deletedByAuthor } from '../../../rules/review-status.ts'
import { readFlag } from '../../../rules/read-flag.ts'
import type { Events } from '../../core/events.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { NotAllowed, NotFound, parse } from '../../core/errors.ts'
import type { Prisma, ReviewStatement } from '../../generated/prisma/client.ts'
import type { JobEmail } from '../../requests/sending/job-mail.ts'
import { delayMails } from '../../requests/delayed-mails/delayed-mails.ts'
import { loadReviewRecipients, type MailedReview } from '../../requests/sending/review-recipients.ts'
import { performReviewAction } from '../reviews/changes/perform-action.ts'
import { lockReviews } from '../reviews/lock-reviews.ts'
import { reverseReports } from '../votes/reports.ts'

/** What an email needs of a review that was deleted for good. */
export interface StatementSnapshot extends Pick<JobEmail, 'to' | 'locale' | 'fields' | 'isUnproven'> {
  /** `createdAt`: absent in snapshots of earlier versions. */
  review: Pick<MailedReview, 'rate' | 'title' | 'content'> & { createdAt?: string }
}

/** Whether authors of refused reviews get the reason by email: unless the operator turned that off for this shop. */
export const hasStatements = ({ shop }: Pick<Ctx, 'shop'>): boolean => readFlag(shop.flags, 'noStatements') !== true

/**
 * Listener: stores why shoppers' reviews are not shown and plans the emails to their authors (decision 0100). A review
 * that was hidden before has its statement already.
 */
export async function stateReasons(tx: Ctx, { act, ...event }: Events['review.refused']): Promise<void> {
  const shopId = tx.shop.id
  const undone = event.isGiven ? new Map<string, Refusal | null>() : await findUndonePublishes(tx, event.ids)
  const ids = event.ids.filter((id) => undone.get(id) !== null)
  const snapshots =
    act === 'delete' && hasStatements(tx) ? await buildSnapshots(tx, ids) : new Map<string, StatementSnapshot>()
  const rows = ids.map((reviewId) => {
    const { reason, note } = undone.get(reviewId) ?? event
    return { id: uuidv7(), reviewId, reason, note, snapshot: snapshots.get(reviewId) ?? null }
  })
  const stated = await tx.db.$queryRaw<{ id: string }[]>`
    insert into "ReviewStatement" ("shopId", id, "reviewId", act, reason, note, "decidedBy", gone, snapshot, "createdAt")
    select ${shopId}::uuid, row.id, r.id, ${act}, row.reason, row.note, ${event.by}::"DecidedBy", ${act === 'delete'}, row.snapshot, ${tx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, "reviewId" uuid, reason text, note text, snapshot jsonb)
    join "Review" r on r."shopId" = ${shopId}::uuid and r.id = row."reviewId"
    where r.origin in ('customer', 'guest') and (r.status in ('published', 'pending') or (r.status = 'hidden'
      and not exists (select from "ReviewStatement" s where s."shopId" = ${shopId}::uuid and s."reviewId" = r.id)))
    returning id`
  if (act === 'delete') await settleDeleted(tx, ids, snapshots)
  if (!hasStatements(tx)) return
  const dueAt = new Date(tx.now().getTime() + statementDelayMinutes * 60_000)
  await delayMails(
    tx,
    stated.map(({ id }) => ({ key: `statement ${id}`, job: 'mails.statements', data: { ids: [id] }, dueAt })),
  )
}

/**
 * Returns the reviews whose hiding only takes back a publication by the merchant, within the time of an undo. Null: their statement still holds. Where publishing granted an objection, the earlier reason is
 * stated again.
 */
async function findUndonePublishes(tx: Ctx, ids: readonly string[]): Promise<Map<string, Refusal | null>> {
  const since = new Date(tx.now().getTime() - statementDelayMinutes * 60_000)
  const rows = await tx.db.$queryRaw<{ id: string; reason: RefusalReason | null; note: string | null }[]>`
    select last."reviewId" as id, granted.reason, granted.note
    from (select distinct on ("reviewId") "reviewId", action, actor, before, "createdAt" from "ReviewHistory"
      where "shopId" = ${tx.shop.id}::uuid and "reviewId" = any(${[...ids]}::uuid[]) and after ? 'status'
      order by "reviewId", id desc) last
    left join lateral (select reason, note from "ReviewStatement" s where s."shopId" = ${tx.shop.id}::uuid
      and s."reviewId" = last."reviewId" and s.decision = 'restored' and s."decidedAt" >= last."createdAt"
      order by s.id desc limit 1) granted on true
    where last.action = 'published' and last.actor = 'merchant' and last.before ->> 'status' = 'hidden' and last."createdAt" > ${since}`
  return new Map(rows.map(({ id, reason, note }) => [id, reason ? { reason, note: note ?? '' } : null]))
}

/** Returns what an email about a refused review needs of it. */
export const snapshotOf = ({ rate, title, content, createdAt }: MailedReview): StatementSnapshot['review'] => ({
  rate,
  title,
  content,
  createdAt: createdAt.toISOString(),
})

async function buildSnapshots(tx: Ctx, ids: readonly string[]): Promise<Map<string, StatementSnapshot>> {
  const loaded = await loadReviewRecipients(tx, ids, { isGuarded: true })
  return new Map(
    loaded.flatMap(({ review, recipient }): [string, StatementSnapshot][] =>
      recipient.to.address ? [[review.id, { ...recipient, review: snapshotOf(review) }]] : [],
    ),
  )
}

/**
 * Marks the statements of reviews that are about to be deleted: refused ones still count as received. Forgets those
 * whose author deleted the review.
 */
export async function countAsReceived(tx: Ctx, ids: readonly string[]): Promise<void> {
  const shopId = tx.shop.id
  const own = await tx.db.review.findMany({
    where: { shopId, id: { in: [...ids] }, why: { path: ['code'], equals: deletedByAuthor }, status: 'deleted' },
    select: { id: true },
  })
  await tx.db.reviewStatement.deleteMany({ where: { shopId, reviewId: { in: own.map(({ id }) => id) } } })
  await tx.db.reviewStatement.updateMany({ where: { shopId, reviewId: { in: [...ids] } }, data: { gone: true } })
}

/** Marks earlier statements of deleted reviews, which still count as received, and answers open objections. */
async function settleDeleted(
  tx: Ctx,
  ids: readonly string[],
  snapshots: ReadonlyMap<string, StatementSnapshot>,
): Promise<void> {
  const shopId = tx.shop.id
  await countAsReceived(tx, ids)
  const open = await tx.db.reviewStatement.findMany({
    where: { shopId, reviewId: { in: [...ids] }, ...isOpen },
    select: { id: true, reviewId: true },
  })
  for (const { id, reviewId } of open)
    await tx.db.reviewStatement.update({
      where: { shopId_id: { shopId, id } },
      data: { snapshot: { ...snapshots.get(reviewId) } as Prisma.InputJsonObject },
    })
  await closeObjections(tx, ids, 'kept')
}

const isOpen = { objectedAt: { not: null }, decision: null } as const

/** Decides the open objections of reviews and emails their authors. Returns the reviews that had one. */
async function closeObjections(tx: Ctx, reviewIds: readonly string[], decision: ObjectionDecision): Promise<string[]> {
  const closed = await tx.db.reviewStatement.updateManyAndReturn({
    where: { shopId: tx.shop.id, reviewId: { in: [...reviewIds] }, ...isOpen },
    data: { decision, decidedAt: tx.now() },
    select: { id: true, reviewId: true },
  })
  if (closed.length > 0) await markObjected(tx, reviewIds, false)
  if (closed.length > 0 && hasStatements(tx)) await tx.enqueue('mails.objections', { ids: closed.map(({ id }) => id) })
  return closed.map(({ reviewId }) => reviewId)
}

/** Marks reviews with an open objection, for the list. */
async function markObjected(tx: Ctx, ids: readonly string[], open: boolean): Promise<void> {
  await tx.db.review.updateMany({
    where: { shopId: tx.shop.id, id: { in: [...ids] }, openObjection: !open },
    data: { openObjection: open, updatedAt: tx.now() },
  })
}

/** Listener: a review that is shown again has its objection granted, and its reporters learn that. */
export async function grantObjections(tx: Ctx, { ids }: { ids: string[] }): Promise<void> {
  await reverseReports(tx, await closeObjections(tx, ids, 'restored'))
}

export type ObjectionState = 'open' | 'received' | 'restored' | 'kept' | 'deleted' | 'shown' | 'gone'

/** Returns whether an author can still object to a statement. */
export async function readObjectionState(ctx: Ctx, statement: ReviewStatement): Promise<ObjectionState> {
  if (statement.gone) return statement.decision ? 'deleted' : 'gone'
  if (statement.decision) return statement.decision as ObjectionDecision
  if (statement.objectedAt) return 'received'
  const review = await ctx.db.review.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: statement.reviewId } },
    select: { status: true },
  })
  if (!review) return 'gone'
  return review.status === 'published' || review.status === 'pending' ? 'shown' : 'open'
}

/**
 * Stores an author's objection, once for a statement, and notifies the merchant. Returns null once it is stored, else
 * the state that forbids it.
 * @throws InvalidInput for an empty or long text
 */
export async function objectToStatement(
  ctx: Ctx,
  id: string,
  fields: object,
): Promise<Exclude<ObjectionState, 'open'> | null> {
  return inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    await tx.db
      .$queryRaw`select 1 from "ReviewStatement" where "shopId" = ${shopId}::uuid and id = ${id}::uuid for update`
    const statement = await tx.db.reviewStatement.findUnique({ where: { shopId_id: { shopId, id } } })
    if (!statement) return 'gone'
    const state = await readObjectionState(tx, statement)
    if (state !== 'open') return state
    const { text } = parse(objectionInput, fields)
    await tx.db.reviewStatement.update({
      where: { shopId_id: { shopId, id } },
      data: { objection: text, objectedAt: tx.now() },
    })
    await markObjected(tx, [statement.reviewId], true)
    await tx.emit('review.objected', { ids: [statement.reviewId] })
    tx.publish('reviewCounts', shopId)
    return null
  })
}

/**
 * Answers a review's open objection. `restored` publishes the review again; the author gets the decision by email.
 * @throws NotFound; InvalidInput; NotAllowed noObjection
 */
export async function decideObjection(ctx: Ctx, reviewId: string, input: object): Promise<void> {
  const { decision, answer } = parse(objectionDecisionInput, input)
  await inTransaction(ctx, async (tx) => {
    const [review] = await lockReviews(tx, [reviewId])
    if (!review) throw new NotFound()
    const { count } = await tx.db.reviewStatement.updateMany({
      where: { shopId: tx.shop.id, reviewId, ...isOpen },
      data: { answer },
    })
    if (count === 0) throw new NotAllowed('noObjection')
    if (decision === 'restored') {
      if (review.status === 'deleted') await performReviewAction(tx, { act: 'restore', ids: [reviewId] })
      const [now] = await lockReviews(tx, [reviewId])
      // Publishing grants the objection; see grantObjections.
      if (now?.status !== 'published') await performReviewAction(tx, { act: 'publish', ids: [reviewId] })
    } else await closeObjections(tx, [reviewId], 'kept')
    tx.publish('reviewCounts', tx.shop.id)
  })
}

export interface Statement extends Pick<
  ReviewStatement,
  'id' | 'note' | 'createdAt' | 'mailedAt' | 'objection' | 'objectedAt' | 'answer' | 'decidedAt'
> {
  reason: RefusalReason
  /** `rule`: a moderation rule, without a person. */
  decidedBy: StatementDecider
  decision: ObjectionDecision | null
}

/** Returns each review's newest statement; null without one. */
export async function listStatements(ctx: Ctx, reviewIds: readonly string[]): Promise<(Statement | null)[]> {
  const rows = await ctx.db.reviewStatement.findMany({
    where: { shopId: ctx.shop.id, reviewId: { in: [...reviewIds] } },
    distinct: ['reviewId'],
    orderBy: { id: 'desc' },
    omit: { shopId: true, snapshot: true, gone: true, act: true },
  })
  const byReview = new Map(rows.map(({ reviewId, ...row }) => [reviewId, row as Statement]))
  return reviewIds.map((id) => byReview.get(id) ?? null)
}

/** Returns a review's newest statement, or null. @throws NotFound */
export async function requireStatement(ctx: Ctx, reviewId: string): Promise<Statement | null> {
  const review = await ctx.db.review.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: reviewId } },
    select: { id: true },
  })
  if (!review) throw new NotFound()
  const [statement = null] = await listStatements(ctx, [reviewId])
  return statement
}
