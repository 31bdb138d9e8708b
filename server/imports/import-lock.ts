import type { Ctx } from '../core/context.ts'
import { NotAllowed } from '../core/errors.ts'

/** Locks the shop's row, so that one import or undo starts at a time. */
export async function lockShop(tx: Ctx): Promise<void> {
  await tx.db.$queryRaw`select id from "Shop" where id = ${tx.shop.id}::uuid for update`
}

/** Call under the shop's lock. Paused imports don't count. @throws NotAllowed importRunning, importUndoing */
export async function requireNoRunningImport(tx: Ctx): Promise<void> {
  const other = await tx.db.import.findFirst({
    where: { shopId: tx.shop.id, status: { in: ['running', 'undoing'] } },
    select: { status: true },
  })
  if (other) throw new NotAllowed(other.status === 'undoing' ? 'importUndoing' : 'importRunning')
}
