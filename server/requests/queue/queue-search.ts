import type { QueueFilter } from '../../../rules/filters.ts'
import { isInTransaction, type Ctx } from '../../core/context.ts'

/** So many rows are soon looked up one by one. */
const fewMatches = 5_000

/**
 * The requests that match a filter's term and products, by their indexes, which only a function of the database may read under
 * row-level security (docs/decisions/0045). Undefined where neither is asked, or where so many match that the list finds them in its
 * own order.
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
