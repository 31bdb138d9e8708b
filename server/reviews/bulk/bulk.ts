import { v7 as uuidv7 } from 'uuid'
import { bulkPermission, bulkRequest, bulkUndoRefusal, type BulkRequest, type BulkState } from '../../../rules/bulk.ts'
import { bulkUndoHours } from '../../../rules/limits.ts'
import { isRefusing } from '../../../rules/refusal.ts'
import { refusalInput } from '../../../rules/refusal-input.ts'
import { REVIEW_ACTS, type ReviewAct } from '../../../rules/review-status.ts'
import { queueWork } from '../../core/background/claim.ts'
import { watchRow, type Notifications } from '../../core/background/watch.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { NotAllowed, NotFound, parse, PlanRequired, Stale } from '../../core/errors.ts'
import { Prisma, type BulkRun } from '../../generated/prisma/client.ts'
import { markDone } from '../../core/idempotency/idempotency.ts'
import { isOwnAccount, requireAssignee } from '../reviews/changes/assignee.ts'
import { readReviewRules } from '../reviews/changes/perform-action.ts'
import { buildReviewsWhere } from '../reviews/list/filter-sql.ts'
import { lockReviews } from '../reviews/lock-reviews.ts'
import { readChangeAuthor } from '../reviews/write-reviews.ts'

/** Storing a million rows takes seconds. */
const freezeTimeoutMs = 55_000

/**
 * Starts an action on many reviews in the background. The set of reviews is fixed now; later reviews are not included.
 * @throws InvalidInput
 * @throws NotFound for an unknown id
 * @throws Stale for another version of a single review
 * @throws PlanRequired, NotAllowed where plan or settings forbid it for all
 * @throws NotAllowed bulkRunning
 */
export async function startBulk(ctx: Ctx, input: unknown): Promise<BulkRun> {
  const request = parse(bulkRequest, input)
  const { act, reason, note } = request
  if (isRefusing(act)) parse(refusalInput, { reason, note })
  await requirePermission(ctx, act)
  const params = await buildParams(ctx, request)
  const id = uuidv7()
  return inTransaction(
    ctx,
    async (tx) => {
      await markDone(tx)
      await requireNoOther(tx)
      await tx.db.bulkRun.create({
        data: {
          shopId: tx.shop.id,
          id,
          action: act,
          params,
          status: 'running',
          actorName: readChangeAuthor(tx).name,
          createdAt: tx.now(),
          ...(request.filter && { filter: request.filter }),
        },
      })
      const total = await freeze(tx, id, request)
      const ended = total === 0 ? { status: 'done' as const, finishedAt: tx.now() } : {}
      const run = await tx.db.bulkRun.update({
        where: { shopId_id: { shopId: tx.shop.id, id } },
        data: { total, ...ended },
      })
      if (total > 0) await queueWork(tx, 'bulk.run', id)
      return run
    },
    { timeout: freezeTimeoutMs },
  )
}

/** Returns what the batches need besides the reviews. @throws InvalidInput for an assignee who isn't of the shop */
async function buildParams(ctx: Ctx, { act, content, reason, note, assigneeId }: BulkRequest) {
  if (act === 'assign') {
    const person = await requireAssignee(ctx, assigneeId)
    // Batches run without a session.
    return { assigneeId: person?.accountId ?? null, notifyAssignee: person && !isOwnAccount(ctx, person.accountId) }
  }
  return (isRefusing(act) ? { reason, note } : { content }) as Prisma.InputJsonObject
}

async function requirePermission(ctx: Ctx, act: ReviewAct): Promise<void> {
  const permission = bulkPermission(act, await readReviewRules(ctx))
  if (permission.allowed) return
  throw permission.feature ? new PlanRequired(permission.feature) : new NotAllowed(permission.reason)
}

/** Allows one run at a time in a shop, undos included. The lock ends with the transaction. */
async function requireNoOther(tx: Ctx): Promise<void> {
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`bulk ${tx.shop.id}`}, 0))`
  const open = await tx.db.bulkRun.findFirst({
    where: { shopId: tx.shop.id, status: { in: ['running', 'undoing'] } },
    select: { id: true },
  })
  if (open) throw new NotAllowed('bulkRunning')
}

async function freeze(tx: Ctx, bulkId: string, { ids, filter, version }: BulkRequest): Promise<number> {
  const shopId = tx.shop.id
  const unique = ids && [...new Set(ids)]
  const which = unique
    ? Prisma.sql`"shopId" = ${shopId}::uuid and id = any(${unique}::uuid[])`
    : buildReviewsWhere(shopId, filter ?? {})
  const total = await tx.db.$executeRaw`
    insert into "BulkItem" ("shopId", "bulkId", "reviewId") select "shopId", ${bulkId}::uuid, id from "Review" where ${which}`
  if (unique && total < unique.length) throw new NotFound()
  if (unique && version !== null && (await lockReviews(tx, unique)).some((row) => row.version !== version))
    throw new Stale()
  return total
}

/** Returns one bulk run of the shop. @throws NotFound also for another shop's run */
export async function requireBulk(ctx: Ctx, id: string): Promise<BulkRun> {
  const run = await ctx.db.bulkRun.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } })
  if (!run) throw new NotFound()
  return run
}

/** Returns the shop's newest bulk runs. Skips actions of earlier versions that no longer exist. */
export async function listBulks(ctx: Ctx, first: number): Promise<BulkRun[]> {
  return ctx.db.bulkRun.findMany({
    where: { shopId: ctx.shop.id, action: { in: [...REVIEW_ACTS] } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: first,
  })
}

export const bulkState = ({ action, status, finishedAt }: BulkRun): BulkState => ({
  act: action as ReviewAct,
  status,
  finishedAt,
})

/** Returns whether a failed run failed in its undo, which also records when it ended. */
export const hasUndoFailed = ({ status, undoneAt }: Pick<BulkRun, 'status' | 'undoneAt'>): boolean =>
  status === 'failed' && undoneAt !== null

/**
 * Starts an undo of a bulk run in the background: reviews unchanged since then get their previous values.
 * @throws NotFound; NotAllowed bulkNotUndoable, bulkUndone, bulkNotDone, bulkTooLate, bulkRunning
 */
export async function undoBulk(ctx: Ctx, id: string): Promise<BulkRun> {
  return inTransaction(ctx, async (tx) => {
    const where = { shopId_id: { shopId: tx.shop.id, id } }
    await tx.db.$queryRaw`select id from "BulkRun" where "shopId" = ${tx.shop.id}::uuid and id = ${id}::uuid for update`
    const before = await requireBulk(tx, id)
    const refusal = bulkUndoRefusal(bulkState(before), tx.now())
    if (refusal) throw new NotAllowed(refusal, refusal === 'bulkTooLate' ? { hours: bulkUndoHours } : {})
    await requireNoOther(tx)
    // An undo starts with fresh attempts. A retried undo checks only the rows that the failed undo didn't restore.
    const run = await tx.db.bulkRun.update({
      where,
      data: { status: 'undoing', cursor: null, kept: 0, undoneAt: null, error: null, leaseUntil: null, attempts: 0 },
    })
    await queueWork(tx, 'bulk.run', id)
    tx.publish('bulk', id)
    return run
  })
}

/** Yields a bulk run or its undo at once and after every batch, until it ends. @throws NotFound */
export const watchBulk = (ctx: Ctx, notifications: Notifications, id: string): AsyncGenerator<BulkRun> =>
  watchRow(ctx, notifications, {
    topic: 'bulk',
    id,
    read: () => requireBulk(ctx, id),
    version: ({ status, done, restored, kept }) => [status, done, restored, kept].join(' '),
    isEnded: ({ status }) => status !== 'running' && status !== 'undoing',
  })
