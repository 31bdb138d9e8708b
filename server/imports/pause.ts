import { queueWork } from '../core/background/claim.ts'
import type { Ctx } from '../core/context.ts'
import type { Import } from '../generated/prisma/client.ts'
import { changeState } from './change-state.ts'

/**
 * Pauses an import after its current batch. Once this returns, no more reviews are added.
 * @throws NotFound; NotAllowed importNotRunning
 */
export const pauseImport = (ctx: Ctx, importId: string): Promise<Import> =>
  changeState(ctx, importId, { action: 'pause' })

/**
 * Ends a running or paused import for good. Reviews already added stay and can be undone.
 * @throws NotFound; NotAllowed importNotRunning
 */
export const cancelImport = (ctx: Ctx, importId: string): Promise<Import> =>
  changeState(ctx, importId, {
    action: 'cancel',
    change: (tx) => ({ finishedAt: tx.now() }),
    then: (tx) => tx.emit('import.finished', { importId }),
  })

/**
 * Resumes a paused import.
 * @throws NotFound; NotAllowed importNotPaused, importRunning or importUndoing while another one of the shop is
 */
export const resumeImport = (ctx: Ctx, importId: string): Promise<Import> =>
  changeState(ctx, importId, { action: 'resume', then: (tx) => queueWork(tx, 'imports.run', importId) })
