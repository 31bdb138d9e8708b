import type { Ctx } from '../../core/context.ts'
import { Prisma, type BulkItem, type BulkRun } from '../../generated/prisma/client.ts'
import { lockReviews } from '../reviews/lock-reviews.ts'
import { setHidden } from '../reviews/changes/revert.ts'
import { writeReviews, type ChangeAuthor, type ColumnValues } from '../reviews/write-reviews.ts'

/** Previous state of a review: its changed columns, and the pictures that the action hid or showed. */
type Before = ColumnValues & { media?: { id: string; hidden: boolean }[] }

/**
 * Restores the previous values of a batch's rows. Skips deleted rows and rows that changed since. Removes each restored
 * value, so that a retried undo skips its row.
 */
export async function restoreBatch(
  tx: Ctx,
  { run, items, by }: { run: BulkRun; items: readonly BulkItem[]; by: ChangeAuthor },
) {
  const kept = new Map(items.map((item) => [item.reviewId, item]))
  const texts = items.some(({ before }) => 'content' in (before as object))
  const locked = texts ? await lockReviews(tx, [...kept.keys()], { texts }) : await lockReviews(tx, [...kept.keys()])
  const rows = locked.filter(({ id, version }) => kept.get(id)?.version === version)
  const changes = rows.flatMap((row) => {
    const before = kept.get(row.id)?.before as Before | undefined
    if (!before) return []
    const { media, ...set } = before
    return [{ row, set, media }]
  })
  await setHidden(
    tx,
    changes.flatMap(({ media }) => media ?? []),
  )
  const seen = changes.some(({ media }) => media)
  await writeReviews(tx, {
    action: 'undone',
    by,
    bulkId: run.id,
    set: {},
    changes: changes.map(({ row, set }) => ({ row, set })),
    seen,
  })
  const restored = rows.map(({ id }) => id)
  await tx.db.bulkItem.updateMany({
    where: { shopId: tx.shop.id, bulkId: run.id, reviewId: { in: restored } },
    data: { before: Prisma.DbNull },
  })
  return { restored: { increment: restored.length }, kept: { increment: items.length - restored.length } }
}
