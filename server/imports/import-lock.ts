import type { Ctx } from '../core/context.ts'
import { NotAllowed } from '../core/errors.ts'

/** One import of a shop writes at a time: whoever begins an import, or an undo, holds the shop's row for this moment. */
export async function lockShop(tx: Ctx): Promise<void> {
  await tx.db.$queryRaw`select id from "Shop" where id = ${tx.shop.id}::uuid for update`
}

/**
 * Under the shop's lock. A paused import keeps no other waiting.
 * @throws NotAllowed importRunning, importUndoing
 */
export async function requireNoRunningImport(tx: Ctx): Promise<void> {
  const other = await tx.db.import.findFirst({
    where: { shopId: tx.shop.id, status: { in: ['running', 'undoing'] } },
    select: { status: true },
  })
  if (other) throw new NotAllowed(other.status === 'undoing' ? 'importUndoing' : 'importRunning')
}
