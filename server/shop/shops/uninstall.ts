import { afterCommit, inTransaction, type Ctx } from '../../core/context.ts'
import { revokeAllKeys } from '../api-keys/api-keys.ts'

/**
 * Handles an uninstall: deletes our access, ends the standalone sessions, revokes the API keys and stops sending. Data stays until the
 * platform requests its erasure. The platform drops the app's values, so all become due again in case the shop
 * returns.
 */
export async function shopUninstalled(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.shop.update({
      where: { id: tx.shop.id },
      data: {
        appStatus: false,
        uninstalledAt: tx.now(),
        platformTokens: null,
        grantedScopes: [],
        themeSent: null,
        themeRelease: null,
        version: { increment: 1 },
      },
    })
    // A running job finds its products changed and leaves them due.
    await tx.db.product.updateMany({
      where: { shopId: tx.shop.id, deletedAt: null },
      data: {
        themeSent: null,
        themeDue: { increment: 1 },
        ratingSent: null,
        ratingDue: true,
        version: { increment: 1 },
      },
    })
    // A program's access doesn't return with the shop.
    await revokeAllKeys(tx)
    tx.publish('shop', tx.shop.id)
    // Requests are refused from now on, also if this fails: the shop is uninstalled.
    afterCommit(tx, () => {
      ctx.access
        .acrossShops('log in')
        .loginSession.deleteMany({ where: { OR: [{ shopId: ctx.shop.id }, { supportShopId: ctx.shop.id }] } })
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'the sessions of an uninstalled shop cannot end now'))
    })
  })
}
