import { z } from 'zod'
import { inTransaction, type Ctx } from '../../../core/context.ts'
import { lockReviews } from '../lock-reviews.ts'
import { buildSearchText } from '../search-text.ts'

/** Reviews per job; few enough that the merchant's own actions don't wait. */
const batch = 500

const jobData = z.object({
  productId: z.string(),
  title: z.string(),
  after: z.string().default('00000000-0000-0000-0000-000000000000'),
})

/**
 * Job: updates the search text of a product's reviews, including deleted ones, to its new title. Works in batches by
 * ascending id. The next job is queued in the batch's transaction, so a crash skips none. Stops when the title changed
 * again: that change queued its own job from the first review. Versions, history and `updatedAt` stay unchanged.
 */
export async function retitleReviews(ctx: Ctx, data: unknown): Promise<void> {
  const { productId, title, after } = jobData.parse(data)
  await inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    const page = await tx.db.$queryRaw<{ id: string }[]>`
      select id from "Review" where "shopId" = ${shopId}::uuid and "productId" = ${productId}::uuid and id > ${after}::uuid order by id limit ${batch}`
    const rows = await lockReviews(
      tx,
      page.map(({ id }) => id),
      { texts: true },
    )
    // Read after the lock: a later change of the title updates these rows later.
    const product = await tx.db.product.findUnique({
      where: { shopId_id: { shopId, id: productId } },
      select: { title: true },
    })
    if (product?.title !== title) return
    const changed = rows.flatMap((row) => {
      const searchText = buildSearchText(row, title)
      return searchText === row.searchText ? [] : [{ id: row.id, searchText }]
    })
    if (changed.length > 0)
      await tx.db.$executeRaw`
        update "Review" review set "searchText" = now."searchText"
        from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as now(id uuid, "searchText" text)
        where review."shopId" = ${shopId}::uuid and review.id = now.id`
    const last = page.at(-1)
    if (page.length === batch && last) await tx.enqueue('reviews.retitle', { productId, title, after: last.id })
  })
}
