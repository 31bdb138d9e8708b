import { inTransaction, type Ctx } from '../../core/context.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { recountQueue } from '../../requests/requests/recount.ts'
import { recountSums } from '../../shop/analytics/facts.ts'
import { repairCounts } from '../reviews/check-counts.ts'
import type { CheckedArchive } from './read-archive.ts'
import { SHOP_COLUMNS } from './tables.ts'

/** Counts the restored rows and brings back the shop's own values. The platform and the theme follow by their jobs. */
export async function finishRestore(ctx: Ctx, { manifest }: CheckedArchive): Promise<void> {
  const shopId = ctx.shop.id
  await repairCounts(ctx)
  await inTransaction(
    ctx,
    async (tx) => {
      await recountQueue(tx)
      await recountSums(tx)
      const columns = SHOP_COLUMNS.restored.map((name) => Prisma.raw(`"${name}" = old."${name}"`))
      // Version 0: the job that reads the whole catalog adds products that the archive lacks.
      await tx.db.$executeRaw`
        update "Shop" s set ${Prisma.join(columns)}, "catalogVersion" = 0, "settingsVersion" = s."settingsVersion" + 1, version = s.version + 1
        from jsonb_populate_record(null::"Shop", ${JSON.stringify(manifest.shop)}::jsonb) old where s.id = ${shopId}::uuid`
      await tx.db.$executeRaw`
        update "Product" p set "ratingDue" = true, "themeDue" = "themeDue" + 1 where "shopId" = ${shopId}::uuid
        and exists (select from "ProductReviewCount" c where c."shopId" = ${shopId}::uuid and c."productId" = p.id)`
      const pending = await tx.db.discount.findMany({ where: { shopId, state: 'pending' }, select: { id: true } })
      await tx.enqueueAll(
        'discounts.issue',
        pending.map(({ id }) => ({ data: { id } })),
      )
      await tx.db.shopRestore.update({ where: { shopId }, data: { finishedAt: tx.now() } })
      tx.publish('shop', shopId)
      tx.publish('queue', shopId)
    },
    { timeout: 600_000 },
  )
}
