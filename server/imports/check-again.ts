import { inTransaction, type Ctx } from '../context.ts'
import { NotAllowed } from '../errors.ts'
import type { Import, Prisma } from '../generated/prisma/client.ts'
import { checkLeaseMs } from './checking/check-lease.ts'
import { requireCheckRoom } from './checking/check-room.ts'
import { formatOf, type FileFormat } from './import-file.ts'
import { importById } from './imports.ts'
import { isLarge } from './large-files.ts'
import { lockShop } from './one-at-a-time.ts'

/**
 * Has a checked file checked once more, read otherwise than before; a large one as a job, a small one by whoever asks for it.
 * @param otherwise how it is read now, by how it was @throws as requireChecked; LimitReached tooManyChecks; what `otherwise` throws
 */
export async function checkAgain(ctx: Ctx, importId: string, otherwise: (format: FileFormat) => Pick<Prisma.ImportUpdateInput, 'source' | 'report'>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    // As a start does: none of them reads the file by what another has just changed.
    await lockShop(tx)
    const row = await importById(tx, importId)
    requireChecked(row)
    const format = formatOf(row)
    await requireCheckRoom(tx, { ...row, unlimited: format.unlimited })
    await tx.db.import.update({
      where: { shopId_id: { shopId: tx.shop.id, id: importId } },
      data: { ...otherwise(format), status: 'checking', questions: [], leaseUntil: new Date(Date.now() + checkLeaseMs), fence: 0, version: { increment: 1 } },
    })
    if (isLarge(row)) await tx.enqueue('imports.check', { importId })
    tx.publish('import', importId)
  })
}

/** @throws NotAllowed when the import was started, has failed or is being checked */
export function requireChecked({ status }: Import): void {
  if (status === 'checking') throw new NotAllowed('importNotReady')
  if (status !== 'checked') throw new NotAllowed(status === 'failed' ? 'importFailed' : 'importStarted')
}
