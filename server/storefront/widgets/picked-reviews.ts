import type { Ctx } from '../../core/context.ts'
import { readForShopper } from '../../core/database/read-for-shopper.ts'
import { pickOrder, pickRows, type PickQuery } from './pages/picks.ts'

/** Lists the reviews of a widget of the whole shop: pinned ones, then the newest. */
export async function listPickedReviews(ctx: Ctx, query: PickQuery, select: object): Promise<object[]> {
  const found = await readForShopper(ctx, {
    text: `select found.id from (${pickRows(query)}) found order by ${pickOrder}`,
    values: [ctx.shop.id],
  })
  const ids = found.map(([id]) => String(id))
  const rows = await ctx.db.review.findMany({
    where: { shopId: ctx.shop.id, id: { in: ids } },
    select: { ...select, id: true },
  })
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
