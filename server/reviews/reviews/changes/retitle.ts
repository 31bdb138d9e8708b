import { z } from 'zod'
import { inTransaction, type Ctx } from '../../../core/context.ts'
import { lockReviews } from '../lock-reviews.ts'
import { buildSearchText } from '../search-text.ts'

/** Reviews of one job: short enough that the merchant's own acts do not wait for it. */
const batch = 500

const jobData = z.object({
  productId: z.string(),
  /** The title that asked for it. */
  title: z.string(),
  /** The last review of the batch before. */
  after: z.string().default('00000000-0000-0000-0000-000000000000'),
})

/**
 * Lets the search find a product's reviews by its new title: a batch of them a job, in the order of their ids, those in the trash
 * too. What queues the next batch is kept together with this one, so a killed process skips none. Ends when the product has another
 * title by now: that change has queued jobs of its own, which begin with the first review. No history shows what is written here:
 * versions, history and `updatedAt` stay as they are. A job.
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
    // Read once they are locked: whoever changes the title later comes to these rows later.
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
