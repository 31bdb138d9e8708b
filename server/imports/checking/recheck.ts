import { limitByKey } from '../../core/limit-by-key.ts'
import { queueWork } from '../../core/background/claim.ts'
import type { Ctx } from '../../core/context.ts'
import { NotAllowed } from '../../core/errors.ts'
import type { Import, Prisma } from '../../generated/prisma/client.ts'
import { importRefusal } from '../../../rules/import-status.ts'
import { changeState } from '../change-state.ts'
import type { FileFormat } from '../files/import-file.ts'
import { requireImport } from '../import-row.ts'
import { requireCheckCapacity, runWithCheckLimit } from './check-capacity.ts'
import { checkImportFile } from './check-work.ts'

/** The queue is short, for a merchant who changes answers quickly. */
const recheckLimit = limitByKey({ atOnce: 1, waiting: 4 })

type Changes = Pick<FileFormat, 'mapping' | 'mapped' | 'given'> &
  Partial<Pick<FileFormat, 'source' | 'encoding' | 'columns' | 'delimiter'>>

/**
 * Checks a checked file again with another format: a small file at once, a large one as a job.
 * @param chooseFormat returns the changes; null to keep the figures. Called again if the import has changed.
 * @throws NotAllowed when the import was started, has failed or is being checked
 * @throws LimitReached tooManyChecks; tooManyAttempts when several rechecks of the shop wait
 */
export async function recheckImport(
  ctx: Ctx,
  importId: string,
  chooseFormat: (row: Import) => Changes | null,
): Promise<Import> {
  const row = await requireChecked(ctx, importId)
  if (!chooseFormat(row)) return row
  if (!row.large)
    return recheckLimit.run(ctx.shop.id, () => runWithCheckLimit(ctx, () => recheckNow(ctx, importId, chooseFormat)))
  return changeState(ctx, importId, {
    action: 'recheck',
    async change(tx, current) {
      await requireCheckCapacity(tx, current)
      return { ...(chooseFormat(current) as Prisma.ImportUpdateInput), questions: [] }
    },
    then: (tx) => queueWork(tx, 'imports.check', importId),
  })
}

async function recheckNow(ctx: Ctx, importId: string, chooseFormat: (row: Import) => Changes | null): Promise<Import> {
  const row = await requireChecked(ctx, importId)
  const changes = chooseFormat(row)
  if (!changes) return row
  const result = await checkImportFile(ctx, { ...row, ...changes })
  const { count } = await ctx.db.import.updateMany({
    where: { shopId: ctx.shop.id, id: importId, status: 'checked', version: row.version },
    data: { ...(changes as Prisma.ImportUpdateManyMutationInput), ...result, version: { increment: 1 } },
  })
  // Another process changed the row: try again. A start or another check then refuses it.
  if (count === 0) return recheckNow(ctx, importId, chooseFormat)
  ctx.publish('import', importId)
  return requireImport(ctx, importId)
}

async function requireChecked(ctx: Ctx, importId: string): Promise<Import> {
  const row = await requireImport(ctx, importId)
  const refusal = importRefusal('recheck', row)
  if (refusal) throw new NotAllowed(refusal)
  return row
}
