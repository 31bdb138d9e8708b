import { v7 as uuidv7 } from 'uuid'
import { buildClaim, runClaimed } from '../../core/background/claim.ts'
import type { Ctx } from '../../core/context.ts'
import { privacyWork } from '../privacy/privacy.ts'

/**
 * Deletes every row and file of a shop as the platform's shop/redact does, and the accounts of this shop alone. The
 * request stays as the record. Returns rows by table.
 * @throws Error when it was interrupted; the server's next run continues it
 */
export async function deleteShop(ctx: Ctx): Promise<Record<string, number>> {
  const requests = ctx.access.acrossShops('erase personal data').privacyRequest
  const row = await requests.create({
    data: {
      shopId: ctx.shop.id,
      id: uuidv7(),
      kind: 'shop_redact',
      status: 'open',
      receivedAt: ctx.now(),
      ...buildClaim(),
    },
  })
  const end = await runClaimed(ctx, privacyWork, row)
  if (end !== 'finished') throw new Error('The deletion was interrupted. The server continues it.')
  const { counts } = await requests.findUniqueOrThrow({ where: { shopId_id: { shopId: row.shopId, id: row.id } } })
  return counts as Record<string, number>
}
