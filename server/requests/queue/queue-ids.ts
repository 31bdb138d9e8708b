import type { Ctx } from '../../core/context.ts'
import { InvalidInput, NotFound } from '../../core/errors.ts'
import { decodeRowId, readId, type NamedRow } from '../../core/global-ids.ts'

/** @throws InvalidInput malformedId */
export const parseQueueId = (id: string): string => decodeRowId('QueueItem', id)

/** Reads an id of a request or a customer (spec 7: unblocking sends customer ids). @throws InvalidInput malformedId */
export function parseQueueOrCustomerId(id: string): NamedRow {
  try {
    return readId('Customer', id)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return readId('QueueItem', id)
  }
}

/** Returns our ids for those of the platform's customers. @throws NotFound for an unknown number */
export async function withPlatformCustomers(ctx: Ctx, rows: readonly NamedRow[]): Promise<string[]> {
  const platformIds = rows.flatMap(({ platformId }) => platformId ?? [])
  const own = rows.flatMap(({ id }) => id ?? [])
  if (platformIds.length === 0) return own
  const customers = await ctx.db.customer.findMany({
    where: { shopId: ctx.shop.id, platformId: { in: platformIds } },
    select: { id: true },
  })
  if (customers.length < new Set(platformIds).size) throw new NotFound()
  return [...own, ...customers.map(({ id }) => id)]
}
