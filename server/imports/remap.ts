import { z } from 'zod'
import { inTransaction, type Ctx } from '../context.ts'
import { NotAllowed, parse } from '../errors.ts'
import type { Import } from '../generated/prisma/client.ts'
import { formatOf } from './import-file.ts'
import { checkLeaseMs } from './checking/check-lease.ts'
import { requireCheckRoom } from './checking/check-room.ts'
import { isLarge } from './large-files.ts'
import { checkNow, importById } from './imports.ts'
import { lockShop } from './one-at-a-time.ts'
import { isMarketplace } from './marketplaces/marketplace.ts'
import { candor, candorEdited } from './sources/candor.ts'
import { other, settleMapping } from './sources/mapping.ts'

const remapSchema = z.object({ mapping: z.unknown() })

/**
 * Reads a checked file by the merchant's own mapping of its columns and checks it again: at once when it is small, else as a job. Also for a
 * file of an app that was taken for another's. The mapping is the answer to the question about the columns.
 * @throws InvalidInput under `mapping` or `mapping.<field>`; LimitReached tooManyChecks; NotAllowed for files of our own and of marketplaces, and when the import was started or is being checked
 */
export async function remapImport(ctx: Ctx, importId: string, input: unknown): Promise<Import> {
  const { mapping: wanted } = parse(remapSchema, input)
  const before = await importById(ctx, importId)
  if (before.source === candor.id || before.source === candorEdited.id || isMarketplace(before.source)) throw new NotAllowed('notAllowed')
  const small = !isLarge(before)
  await inTransaction(ctx, async (tx) => {
    // As a start does: none of them reads the file by what another has just changed.
    await lockShop(tx)
    const row = await importById(tx, importId)
    requireChecked(row)
    // Read by other columns the file has other ratings and dates to ask about.
    const { source: _source, given: _given, ...format } = formatOf(row)
    await requireCheckRoom(tx, { ...row, unlimited: format.unlimited })
    const mapping = settleMapping(wanted, format.columns.length)
    await tx.db.import.update({
      where: { shopId_id: { shopId: tx.shop.id, id: importId } },
      data: {
        status: 'checking', source: other.id, report: { ...format, mapping, mapped: true }, questions: [],
        leaseUntil: new Date(Date.now() + checkLeaseMs), fence: 0, version: { increment: 1 },
      },
    })
    if (!small) await tx.enqueue('imports.check', { importId })
    tx.publish('import', importId)
  })
  if (small) await checkNow(ctx, importId)
  return importById(ctx, importId)
}

/** @throws NotAllowed when the import was started, has failed or is being checked */
export function requireChecked({ status }: Import): void {
  if (status === 'checking') throw new NotAllowed('importNotReady')
  if (status !== 'checked') throw new NotAllowed(status === 'failed' ? 'importFailed' : 'importStarted')
}
