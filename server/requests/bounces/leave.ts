import { makeContext, type Deps } from '../../core/context.ts'
import { chooseMails } from '../../shop/customers/preferences.ts'
import { findReturnPathOwner } from '../sender/return-path.ts'

/** Unsubscribes the recipient of a request, whose mail program wrote to its address for that (RFC 2369). */
export async function unsubscribeByMail(deps: Deps, address: string): Promise<void> {
  const owner = findReturnPathOwner(deps, address)
  const shop =
    owner &&
    (await deps.access.acrossShops('find the shop of a bounce').shop.findUnique({ where: { id: owner.shopId } }))
  if (!owner || !shop) return
  const ctx = makeContext(deps, shop, { kind: 'platform' })
  const item = await ctx.db.queueItem.findUnique({ where: { shopId_id: { shopId: shop.id, id: owner.itemId } } })
  if (item?.sentAt) await chooseMails(ctx, item.customerEmail, 'never')
}
