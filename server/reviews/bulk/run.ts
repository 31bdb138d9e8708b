import { bulkBatchRows } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import type { ReviewAct } from '../../../rules/review-status.ts'
import { matchClaim, requireFence, type Work } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { UserError } from '../../core/errors.ts'
import { Prisma, type BulkRun } from '../../generated/prisma/client.ts'
import { performReviewAction } from '../reviews/changes/perform-action.ts'
import type { ChangeAuthor } from '../reviews/write-reviews.ts'
import { restoreBatch } from './restore-batch.ts'

/** A worker stops after this long, so that other shops and a shutdown need not wait. */
const sliceMs = 5_000
/** Allows for a busy database. A second worker waits for the row's lock during that time. */
const batchTimeoutMs = 60_000

/**
 * Continues a bulk action or its undo for some seconds. Each batch commits its rows together with the run's progress,
 * so a crash neither repeats nor loses a row. A failed run keeps its changes, which can be undone.
 */
export const bulkWork: Work<BulkRun> = {
  job: 'bulk.run',
  topic: 'bulk',
  table: 'BulkRun',
  open: Prisma.sql`status in ('running', 'undoing')`,
  mostAttempts: 5,
  retrySeconds: (attempts) => 2 * attempts ** 2,
  isRetried: () => true,
  async run(ctx, row) {
    const end = Date.now() + sliceMs
    while (!(await inTransaction(ctx, (tx) => runBatch(tx, row), { timeout: batchTimeoutMs })))
      if (Date.now() > end) return 'more'
    return 'finished'
  },
  fail(ctx, row, error) {
    const reason: MessageCode = error instanceof UserError ? error.code : 'unexpected'
    // A failed undo sets `undoneAt`, which tells it from a failed action.
    const ended = row.status === 'undoing' ? { undoneAt: ctx.now() } : { finishedAt: ctx.now() }
    return ctx.db.bulkRun.updateMany({
      where: matchClaim(row),
      data: { status: 'failed', error: reason, ...ended, leaseUntil: null },
    })
  },
}

/** Runs one batch; returns whether it was the last. */
async function runBatch(tx: Ctx, claimed: BulkRun): Promise<boolean> {
  await requireFence(tx, 'BulkRun', claimed)
  const { id } = claimed
  const run = await tx.db.bulkRun.findFirstOrThrow({ where: matchClaim(claimed) })
  const undoing = run.status === 'undoing'
  const items = await tx.db.bulkItem.findMany({
    where: {
      shopId: tx.shop.id,
      bulkId: id,
      ...(run.cursor && { reviewId: { gt: run.cursor } }),
      ...(undoing && { NOT: { before: { equals: Prisma.DbNull } } }),
    },
    orderBy: { reviewId: 'asc' },
    take: bulkBatchRows,
  })
  const by: ChangeAuthor = { actor: 'merchant', name: run.actorName }
  const ids = items.map(({ reviewId }) => reviewId)
  const numbers =
    ids.length === 0 ? {} : undoing ? await restoreBatch(tx, { run, items, by }) : await actBatch(tx, { run, ids, by })
  const last = items.length < bulkBatchRows
  await tx.db.bulkRun.update({
    where: { shopId_id: { shopId: tx.shop.id, id } },
    data: { ...numbers, cursor: ids.at(-1) ?? run.cursor, attempts: 0, ...(last && endOf(tx, undoing)) },
  })
  tx.publish('bulk', id)
  return last
}

function endOf(tx: Ctx, undoing: boolean) {
  const now = tx.now()
  return {
    leaseUntil: null,
    ...(undoing ? { status: 'undone' as const, undoneAt: now } : { status: 'done' as const, finishedAt: now }),
  }
}

async function actBatch(tx: Ctx, { run, ids, by }: { run: BulkRun; ids: string[]; by: ChangeAuthor }) {
  const { changed } = await performReviewAction(tx, {
    act: run.action as ReviewAct,
    ids,
    ...(run.params as {
      content?: string
      reason?: unknown
      note?: unknown
      assigneeId?: unknown
      notifyAssignee?: boolean
    }),
    bulkId: run.id,
    by,
  })
  return {
    done: { increment: ids.length },
    changed: { increment: changed.length },
    skipped: { increment: ids.length - changed.length },
  }
}
