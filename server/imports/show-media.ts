import type { Ctx } from '../context.ts'
import { raiseProductVersions } from '../products/products.ts'

/**
 * Brings pictures of reviews in, by `write`, and notes which of the reviews have one to show now: what the storefront keeps of their
 * products is old. One whose pictures were hidden while they were on their way has none. The reviews are locked first, as whoever
 * hides a picture does.
 */
export async function showMedia(tx: Ctx, reviewIds: readonly string[], write: () => Promise<unknown>): Promise<void> {
  const shopId = tx.shop.id
  const ids = [...new Set(reviewIds)].sort()
  await tx.db.$queryRaw`select 1 from "Review" where "shopId" = ${shopId}::uuid and id = any(${ids}::uuid[]) order by id for update`
  await write()
  const reviews = await tx.db.$queryRaw<{ productId: string | null }[]>`
    update "Review" r set "hasMedia" = true, "updatedAt" = ${tx.now()}
    where r."shopId" = ${shopId}::uuid and r.id = any(${ids}::uuid[])
      and exists (select 1 from "ReviewMedia" m where m."shopId" = ${shopId}::uuid and m."reviewId" = r.id and m.status = 'ready' and not m.hidden)
    returning r."productId"`
  const productIds = [...new Set(reviews.flatMap(({ productId }) => productId ?? []))].sort()
  if (productIds.length > 0) await raiseProductVersions(tx, productIds)
}
