import { deletedByAuthor } from '../../../rules/review-status.ts'
import type { Ctx } from '../../core/context.ts'

/** Reviews that a shop shows, of those that shoppers sent. */
export interface ReviewShare {
  shown: number
  received: number
}

/** Reviews in the trash that don't count: spam, and those that their authors deleted. */
const uncounted = `select count(*) from "Review" r where r."shopId" = $1::uuid and r.status = 'deleted' and r.source in ('customer', 'guest')
      and (r.why->>'code' = '${deletedByAuthor}' or r."beforeTrash"->>'status' = 'rejected')`

/**
 * Reads a shop's share as JSON; $1 is the shop. Leaves out spam, imported reviews and those that their authors deleted.
 * Reviews that the merchant deleted still count as received.
 */
export const shareSql = `select json_build_object('shown', coalesce(sum(c.count) filter (where c.status = 'published'), 0),
      'received', coalesce(sum(c.count), 0) - (${uncounted}) + (select count(*) from "ReviewStatement" s where s."shopId" = $1::uuid and s.gone))
    from "ReviewCount" c where c."shopId" = $1::uuid and c.source in ('customer', 'guest') and c.status <> 'rejected'`

export async function readReviewShare(ctx: Ctx): Promise<ReviewShare> {
  const rows = (await ctx.access.read(ctx.shop.id, { text: shareSql, values: [ctx.shop.id] })) as [ReviewShare][]
  return rows[0]?.[0] ?? { shown: 0, received: 0 }
}
