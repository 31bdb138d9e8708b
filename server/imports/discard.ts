import { isDiscardable } from '../../rules/import-status.ts'
import { inTransaction, type Ctx } from '../core/context.ts'
import { NotAllowed } from '../core/errors.ts'
import { recordUnusedFile } from '../core/files/unused-files.ts'
import { isFileKept } from './files/import-file.ts'
import { lockShop, requireImport } from './import-row.ts'

/**
 * Deletes an import that wasn't started, and its file. Ends its running fetch or check.
 * @returns its id
 * @throws NotFound; NotAllowed importStarted
 */
export async function discardImport(ctx: Ctx, importId: string): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    // Takes the same lock as a start, so only one of them succeeds.
    await lockShop(tx)
    const row = await requireImport(tx, importId)
    if (!isDiscardable(row)) throw new NotAllowed('importStarted')
    if (isFileKept(row)) await recordUnusedFile(tx.db, { shopId: tx.shop.id, key: row.fileKey })
    await tx.db.import.delete({ where: { shopId_id: { shopId: tx.shop.id, id: row.id } } })
    tx.publish('import', row.id)
    return row.id
  })
}
