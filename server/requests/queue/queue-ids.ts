import type { Ctx } from '../../core/context.ts'
import { NotFound } from '../../core/errors.ts'
import { encodeId, decodeRowId } from '../../core/global-ids.ts'
import { isUuidInAnyCase } from '../../core/uuid.ts'

/** Accepts a row's plain id and its global id, since scripts use both APIs' ids. @throws InvalidInput malformedId */
export function parseQueueId(id: string): string {
  return isUuidInAnyCase(id) ? id.toLowerCase() : decodeRowId('QueueItem', id)
}

/** As `parseQueueId`; also accepts a customer's global id (spec 7: unblocking sends customer ids). */
export function parseQueueOrCustomerId(id: string): string {
  if (isUuidInAnyCase(id)) return id.toLowerCase()
  return id.startsWith(encodeId('Customer', '').slice(0, 11))
    ? decodeRowId('Customer', id)
    : decodeRowId('QueueItem', id)
}

const platformCustomer = /^(?:gid:\/\/shopify\/Customer\/)?(\d+)$/

/** Replaces the platform's customer ids (`shopifyCustomerId`) by ours. @throws NotFound for an unknown id */
export async function withPlatformCustomers(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const platformIds = ids.flatMap((id) => platformCustomer.exec(id)?.[1] ?? [])
  if (platformIds.length === 0) return [...ids]
  const customers = await ctx.db.customer.findMany({
    where: { shopId: ctx.shop.id, platformId: { in: platformIds } },
    select: { id: true },
  })
  if (customers.length < new Set(platformIds).size) throw new NotFound()
  return [...ids.filter((id) => !platformCustomer.test(id)), ...customers.map(({ id }) => id)]
}
