import { buildClaim, queueWork } from '../../core/background/claim.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { NotAllowed } from '../../core/errors.ts'
import type { Import, Prisma } from '../../generated/prisma/client.ts'
import { requireCheckCapacity } from './check-capacity.ts'
import { readFileFormat, type FileFormat } from '../files/import-file.ts'
import { requireImport } from '../imports.ts'
import { isLarge } from '../files/large-files.ts'
import { lockShop } from '../import-lock.ts'

/**
 * Checks a checked file again with another format. Queues a large file as a job. Claims a small one, which the caller
 * must check.
 * @param otherwise derives the new format from the current one
 * @throws as requireChecked; LimitReached tooManyChecks; errors of `otherwise`
 */
export async function recheckImport(
  ctx: Ctx,
  importId: string,
  otherwise: (format: FileFormat) => Pick<Prisma.ImportUpdateInput, 'source' | 'report'>,
): Promise<Import> {
  return inTransaction(ctx, async (tx) => {
    // Takes the same lock as a start, so neither uses a format that the other just changed.
    await lockShop(tx)
    const row = await requireImport(tx, importId)
    requireChecked(row)
    const format = readFileFormat(row)
    await requireCheckCapacity(tx, { ...row, unlimited: format.unlimited })
    const large = isLarge(row)
    const again = await tx.db.import.update({
      where: { shopId_id: { shopId: tx.shop.id, id: importId } },
      data: {
        ...otherwise(format),
        status: 'checking',
        questions: [],
        fence: { increment: 1 },
        attempts: 0,
        ...(!large && buildClaim()),
        version: { increment: 1 },
      },
    })
    if (large) await queueWork(tx, 'imports.check', importId)
    tx.publish('import', importId)
    return again
  })
}

/** @throws NotAllowed when the import was started, has failed or is being checked */
export function requireChecked({ status }: Import): void {
  if (status === 'checking') throw new NotAllowed('importNotReady')
  if (status !== 'checked') throw new NotAllowed(status === 'failed' ? 'importFailed' : 'importStarted')
}
