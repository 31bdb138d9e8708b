import {
  EXCLUSIVE_STATUSES,
  IMPORT_ACTIONS,
  importRefusal,
  STATUS_AFTER_WORK,
  type ImportAction,
} from '../../rules/import-status.ts'
import { inTransaction, type Ctx } from '../core/context.ts'
import { NotAllowed } from '../core/errors.ts'
import type { Import, Prisma } from '../generated/prisma/client.ts'
import { lockShop, requireImport } from './import-row.ts'

/** Waits for the current batch, even on a busy database. */
const waitMs = 60_000

interface StateChange {
  action: ImportAction
  /** Returns what else changes. */
  change?(tx: Ctx, row: Import): Prisma.ImportUpdateInput | Promise<Prisma.ImportUpdateInput>
  then?(tx: Ctx): Promise<unknown>
}

/**
 * Takes an action of rules/import-status.ts. A new fence stops the import's runner; the caller waits at most for the
 * current batch.
 * @throws NotFound; NotAllowed when the status forbids it
 * @throws NotAllowed importRunning, importUndoing for a start, resumption or undo while another one of the shop is
 */
export async function changeState(ctx: Ctx, importId: string, { action, change, then }: StateChange): Promise<Import> {
  await requireImport(ctx, importId)
  const { to } = IMPORT_ACTIONS[action]
  return inTransaction(
    ctx,
    async (tx) => {
      // Not for a pause or cancellation: the batch they wait for may need the shop's row.
      if (to in STATUS_AFTER_WORK) await lockShop(tx)
      await tx.db
        .$queryRaw`select id from "Import" where "shopId" = ${tx.shop.id}::uuid and id = ${importId}::uuid for update`
      const row = await requireImport(tx, importId)
      const refusal = importRefusal(action, row)
      if (refusal) throw new NotAllowed(refusal)
      if (EXCLUSIVE_STATUSES.includes(to)) await requireNoRunningImport(tx)
      const changed = await tx.db.import.update({
        where: { shopId_id: { shopId: tx.shop.id, id: importId } },
        data: {
          status: to,
          attempts: 0,
          ...(await change?.(tx, row)),
          fence: { increment: 1 },
          leaseUntil: null,
          version: { increment: 1 },
        },
      })
      await then?.(tx)
      tx.publish('import', importId)
      return changed
    },
    { timeout: waitMs },
  )
}

/** Call under the shop's lock. Paused imports don't count. */
async function requireNoRunningImport(tx: Ctx): Promise<void> {
  const other = await tx.db.import.findFirst({
    where: { shopId: tx.shop.id, status: { in: [...EXCLUSIVE_STATUSES] } },
    select: { status: true },
  })
  if (other) throw new NotAllowed(other.status === 'undoing' ? 'importUndoing' : 'importRunning')
}
