import { bulkBatchRows } from '../../../rules/limits.ts'
import { matchClaim, requireFence, type Work } from '../../core/background/claim.ts'
import { Prisma, type Import } from '../../generated/prisma/client.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { removeReviews } from '../../reviews/reviews/changes/remove.ts'
import { serializeFailure } from '../failure.ts'
import { countKeptReviews, isUndone, selectUndoneReviews } from '../undo/undo-plan.ts'

/** A busy database may take its time: a second runner waits for the row's lock during that time. */
const batchTimeoutMs = 60_000
const firstKey = '00000000-0000-0000-0000-000000000000'
/** A runner gives way after this long, so that other shops and a closing process need not wait. */
const sliceMs = 5_000

/**
 * Takes reviews of an import out for some seconds. A batch removes its rows and counts them in one transaction; which are left is
 * asked of the rows themselves, so that a killed process neither repeats nor misses one. An undo that has failed can be asked for again.
 */
export const undoWork: Work<Import> = {
  job: 'imports.run',
  topic: 'import',
  table: 'Import',
  open: Prisma.sql`status = 'undoing'`,
  mostAttempts: 5,
  retrySeconds: (attempts) => 2 * attempts ** 2,
  isRetried: () => true,
  async run(ctx, row) {
    const end = Date.now() + sliceMs
    // By key: reviews that stay are passed by once a walk, not in each batch.
    let after = firstKey
    for (;;) {
      const last = await inTransaction(ctx, (tx) => undoBatch(tx, row, after), { timeout: batchTimeoutMs })
      // What became one to take behind the walk is found by another one.
      if (last === null && after === firstKey) return 'finished'
      after = last ?? firstKey
      if (Date.now() > end) return 'more'
    }
  },
  fail: (ctx, row) =>
    ctx.db.import.updateMany({
      where: matchClaim(row),
      data: {
        status: 'failed',
        error: serializeFailure(null, 'importUndoFailed'),
        leaseUntil: null,
        version: { increment: 1 },
      },
    }),
}

/** One batch behind a key; answers its last one, or null where nothing was left behind it. */
async function undoBatch(tx: Ctx, row: Import, after: string): Promise<string | null> {
  await requireFence(tx, 'Import', row)
  const found = await tx.db.$queryRaw<{ id: string }[]>`
    select id from "Review" where ${selectUndoneReviews(tx.shop.id, row)} and id > ${after}::uuid order by "shopId", "importId", id limit ${bulkBatchRows}`
  const removed = await removeReviews(
    tx,
    found.map(({ id }) => id),
    (review) => isUndone(review, row),
  )
  const ended = found.length === 0 && after === firstKey
  const kept = ended ? await countKeptReviews(tx, row.id) : 0
  await tx.db.$executeRaw`
    update "Import" set removed = removed + ${removed}, attempts = 0, version = version + 1
    where "shopId" = ${tx.shop.id}::uuid and id = ${row.id}::uuid`
  if (ended) {
    await forgetImported(tx, row)
    await tx.db.import.update({
      where: { shopId_id: { shopId: tx.shop.id, id: row.id } },
      data: { status: 'undone', kept, undoneAt: tx.now(), leaseUntil: null },
    })
  }
  tx.publish('import', row.id)
  return found.at(-1)?.id ?? null
}

/**
 * Products that may have had their last import between this one's beginning and its end had it when the newest review of another one that
 * stands came in, or never. While this one was paused another may have run; what it brought tells the same time again.
 */
async function forgetImported(tx: Ctx, { id, startedAt, finishedAt }: Import): Promise<void> {
  await tx.db.$executeRaw`
    update "Product" p set "lastImportedAt" = (
      select r."enteredAt" from "Review" r
      where r."shopId" = ${tx.shop.id}::uuid and r."productId" = p.id and r."importId" is not null and r."importId" <> ${id}::uuid and exists (
        select 1 from "Import" i where i."shopId" = ${tx.shop.id}::uuid and i.id = r."importId" and i.status <> 'undone')
      order by r."enteredAt" desc limit 1)
    where p."shopId" = ${tx.shop.id}::uuid and p."lastImportedAt" between ${startedAt ?? tx.now()} and ${finishedAt ?? tx.now()}`
}
