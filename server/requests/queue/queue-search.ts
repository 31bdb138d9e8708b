import type { QueueFilter } from '../../../rules/filters.ts'
import { isInTransaction, type Ctx } from '../../core/context.ts'

/** Up to this many rows are quickly read one by one. */
const fewMatches = 5_000

/**
 * Finds the requests that match a filter's search and products through their indexes. Only a database function may use
 * those under row-level security (docs/decisions/0045). Undefined without search or products, or with too many matches,
 * which the list finds in its own order.
 */
export async function rareMatches(
  ctx: Ctx,
  { search, productIds }: QueueFilter,
  { newest }: { newest: boolean },
): Promise<string[] | undefined> {
  if ((!search && !productIds?.length) || isInTransaction(ctx)) return undefined
  const values = [
    ctx.shop.id,
    search ? search.toLowerCase() : null,
    productIds?.length ? productIds : null,
    newest,
    fewMatches,
  ]
  const [row] = await ctx.access.read(ctx.shop.id, {
    text: 'select candor_queue_matches($1::uuid, $2::text, $3::uuid[], $4::boolean, $5::integer)',
    values,
  })
  return (row?.[0] as string[] | null) ?? undefined
}
