import { inTransaction, type Ctx } from '../../core/context.ts'

/**
 * The merchant removed the app: nothing is sent any more and our access is forgotten; the data stays until the platform asks to redact it.
 * The platform drops what the app wrote there, so all of it is due again for a shop that comes back.
 */
export async function shopUninstalled(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.shop.update({
      where: { id: tx.shop.id },
      data: {
        appStatus: false,
        uninstalledAt: tx.now(),
        platformTokens: null,
        themeSent: null,
        themeRelease: null,
        version: { increment: 1 },
      },
    })
    // A job that is at work finds its products changed, and leaves them due.
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
    tx.publish('shop', tx.shop.id)
  })
}
