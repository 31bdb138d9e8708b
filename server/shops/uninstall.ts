import { inTransaction, type Ctx } from '../context.ts'

/** The merchant removed the app: nothing is sent any more and our access is forgotten; the data stays until the platform asks to redact it. */
export async function shopUninstalled(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.shop.update({ where: { id: tx.shop.id }, data: { appStatus: false, uninstalledAt: tx.now(), platformTokens: null, version: { increment: 1 } } })
    tx.publish('shop', tx.shop.id)
  })
}
