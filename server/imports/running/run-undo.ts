import { STATUS_AFTER_WORK } from '../../../rules/import-status.ts'
import { bulkBatchRows } from '../../../rules/limits.ts'
import { requireFence } from '../../core/background/claim.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { removeReviews } from '../../reviews/reviews/changes/remove.ts'
import { makeImportWork } from '../import-work.ts'
import { countKeptReviews, isUndone, selectUndoneReviews } from '../undo/undo-plan.ts'

/** Allows for a busy database: a second runner waits for the row's lock during this time. */
const batchTimeoutMs = 60_000
const firstKey = '00000000-0000-0000-0000-000000000000'
/** A runner yields after this time, so that other shops and a closing process need not wait. */
const sliceMs = 5_000

/**
 * Removes an import's reviews for some seconds. A batch deletes and counts its rows in one transaction. The rows
 * themselves show what is left, so a killed process neither repeats nor misses one. A failed undo can be started again.
 */
export const undoWork = makeImportWork({
  job: 'imports.run',
  status: 'undoing',
  fault: 'importUndoFailed',
  mostAttempts: 5,
  retrySeconds: (attempts) => 2 * attempts ** 2,
  isRetried: () => true,
  async run(ctx, row) {
    const end = Date.now() + sliceMs
    // Scans by key, so reviews that stay are read once per scan and not in each batch.
    let after = firstKey
    for (;;) {
      const last = await inTransaction(ctx, (tx) => undoBatch(tx, row, after), { timeout: batchTimeoutMs })
      // Scans again for reviews that became removable behind the scan.
      if (last === null && after === firstKey) return 'finished'
      after = last ?? firstKey
      if (Date.now() > end) return 'more'
    }
  },
})

/** Removes one batch after a key. Returns its last id; null when nothing was left. */
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
      data: { status: STATUS_AFTER_WORK.undoing, kept, undoneAt: tx.now(), leaseUntil: null },
    })
  }
  tx.publish('import', row.id)
  return found.at(-1)?.id ?? null
}

/**
 * Recomputes the last import time of products that this import may have set. Takes the newest review of an import that
 * isn't undone, or null. Another import may have run while this one was paused; its time is recomputed to the same
 * value.
 */
async function forgetImported(tx: Ctx, { id, startedAt, finishedAt }: Import): Promise<void> {
  await tx.db.$executeRaw`
    update "Product" p set "updatedAt" = ${tx.now()}, "lastImportedAt" = (
      select r."enteredAt" from "Review" r
      where r."shopId" = ${tx.shop.id}::uuid and r."productId" = p.id and r."importId" is not null and r."importId" <> ${id}::uuid and exists (
        select 1 from "Import" i where i."shopId" = ${tx.shop.id}::uuid and i.id = r."importId" and i.status <> 'undone')
      order by r."enteredAt" desc limit 1)
    where p."shopId" = ${tx.shop.id}::uuid and p."lastImportedAt" between ${startedAt ?? tx.now()} and ${finishedAt ?? tx.now()}`
}
