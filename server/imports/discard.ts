import { inTransaction, type Ctx } from '../context.ts'
import { noteUnusedFile } from '../files/unused-files.ts'

const unstarted = ['checking', 'checked', 'failed'] as const

/** Forgets an upload, and its file, of which nothing has come in; one that was started stays. Answers whether it is gone. */
export async function discardImport(ctx: Ctx, importId: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const where = { shopId: tx.shop.id, id: importId, startedAt: null, status: { in: [...unstarted] } }
    const row = await tx.db.import.findFirst({ where, select: { fileKey: true } })
    if (!row) return false
    await noteUnusedFile(tx.db, { shopId: tx.shop.id, key: row.fileKey })
    const { count } = await tx.db.import.deleteMany({ where })
    return count > 0
  })
}
