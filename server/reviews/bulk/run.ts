import { bulkBatchRows } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import type { ReviewAct } from '../../../rules/review-status.ts'
import { matchClaim, requireFence, type Work } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { UserError } from '../../core/errors.ts'
import { Prisma, type BulkRun } from '../../generated/prisma/client.ts'
import { performReviewAction } from '../reviews/changes/perform-action.ts'
import type { ChangeAuthor } from '../reviews/write-reviews.ts'
import { restoreBatch } from './undo.ts'

/** A runner gives way after this long, so that other shops and a closing process need not wait. */
const sliceMs = 5_000
/** A busy database may take its time: a second runner waits for the row's lock during that time. */
const batchTimeoutMs = 60_000

/**
 * Runs an act on many reviews, or its undo, for some seconds from where it stands. A batch changes its rows and moves cursor and numbers
 * in one transaction, so that a killed process neither repeats nor loses a row. What is done when it fails stays and can be undone.
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
    // An undo that failed keeps when, which tells it from an act that failed.
    const ended = row.status === 'undoing' ? { undoneAt: ctx.now() } : { finishedAt: ctx.now() }
    return ctx.db.bulkRun.updateMany({
      where: matchClaim(row),
      data: { status: 'failed', error: reason, ...ended, leaseUntil: null },
    })
  },
}

/** One batch; answers whether it was the last. */
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
    content: (run.params as { content?: string | null }).content ?? undefined,
    bulkId: run.id,
    by,
  })
  return {
    done: { increment: ids.length },
    changed: { increment: changed.length },
    skipped: { increment: ids.length - changed.length },
  }
}
