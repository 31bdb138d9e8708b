import { importRefusal, type ImportAction } from '../../rules/import-status.ts'
import { queueWork } from '../core/background/claim.ts'
import type { Import, Prisma } from '../generated/prisma/client.ts'
import { inTransaction, type Ctx } from '../core/context.ts'
import { NotAllowed } from '../core/errors.ts'
import { requireImport } from './imports.ts'
import { lockShop, requireNoRunningImport } from './import-lock.ts'

/** Waits for the current batch, even on a busy database. */
const waitMs = 60_000

/**
 * Pauses an import after its current batch. Once this returns, no more reviews are added.
 * @throws NotFound; NotAllowed importNotRunning
 */
export const pauseImport = (ctx: Ctx, importId: string): Promise<Import> =>
  changeState(ctx, importId, { name: 'pause', change: () => ({ status: 'paused' }) })

/**
 * Ends a running or paused import for good. Reviews already added stay and can be undone.
 * @throws NotFound; NotAllowed importNotRunning
 */
export const cancelImport = (ctx: Ctx, importId: string): Promise<Import> =>
  changeState(ctx, importId, {
    name: 'cancel',
    change: (tx) => ({ status: 'cancelled', finishedAt: tx.now() }),
    then: (tx) => tx.emit('import.finished', { importId }),
  })

/**
 * Resumes a paused import.
 * @throws NotFound; NotAllowed importNotPaused, importRunning or importUndoing while another one of the shop is
 */
export const resumeImport = (ctx: Ctx, importId: string): Promise<Import> =>
  changeState(ctx, importId, {
    name: 'resume',
    alone: true,
    change: () => ({ status: 'running', attempts: 0 }),
    then: (tx) => queueWork(tx, 'imports.run', importId),
  })

interface StateChange {
  name: ImportAction
  alone?: boolean
  change(tx: Ctx, row: Import): Prisma.ImportUpdateInput | Promise<Prisma.ImportUpdateInput>
  then?(tx: Ctx): Promise<unknown>
}

/**
 * Changes an import's state. A new fence stops its runner; the caller waits at most for the current batch.
 * @throws NotFound; NotAllowed as rules/import-status.ts says
 */
export async function changeState(
  ctx: Ctx,
  importId: string,
  { name, alone, change, then }: StateChange,
): Promise<Import> {
  await requireImport(ctx, importId)
  return inTransaction(
    ctx,
    async (tx) => {
      if (alone) await lockShop(tx)
      await tx.db
        .$queryRaw`select id from "Import" where "shopId" = ${tx.shop.id}::uuid and id = ${importId}::uuid for update`
      const row = await requireImport(tx, importId)
      const refusal = importRefusal(name, row)
      if (refusal) throw new NotAllowed(refusal)
      if (alone) await requireNoRunningImport(tx)
      const changed = await tx.db.import.update({
        where: { shopId_id: { shopId: tx.shop.id, id: importId } },
        data: { ...(await change(tx, row)), fence: { increment: 1 }, leaseUntil: null, version: { increment: 1 } },
      })
      await then?.(tx)
      tx.publish('import', importId)
      return changed
    },
    { timeout: waitMs },
  )
}
