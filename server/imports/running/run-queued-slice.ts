import type { WorkEnd } from '../../core/background/claim.ts'
import type { Ctx } from '../../core/context.ts'
import { isLarge } from '../files/large-files.ts'
import { runSlice } from './run.ts'

/** Runs a slice of an import or of its undo; of a large file in the worker process. @throws WorkerProcessLost */
export async function runQueuedSlice(ctx: Ctx, importId: string): Promise<WorkEnd> {
  const row = await ctx.db.import.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: importId } },
    select: { fileName: true, fileSize: true, report: true },
  })
  if (!row) return 'notMine'
  return isLarge(row) ? ctx.worker.run(ctx, 'imports.slice', { importId }) : runSlice(ctx, importId)
}
