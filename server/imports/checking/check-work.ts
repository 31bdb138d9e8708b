import { STATUS_AFTER_WORK } from '../../../rules/import-status.ts'
import { Fenced, matchClaim, runWork, type WorkEnd } from '../../core/background/claim.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { Prisma, type Import } from '../../generated/prisma/client.ts'
import { readFileFormat } from '../files/import-file.ts'
import { openImportRecords } from '../files/record-chunks.ts'
import { makeImportWork } from '../import-work.ts'
import { checkRecords } from './check.ts'

/** Checks a stored file. If that fails, the import fails. */
export const checkWork = makeImportWork({
  job: 'imports.check',
  status: 'checking',
  where: Prisma.sql`"awaitedDomain" is null`,
  fault: 'importFailed',
  mostAttempts: 4,
  retrySeconds: (attempts) => 2 * attempts ** 2,
  async run(ctx, row, lost) {
    const { count } = await ctx.db.import.updateMany({
      where: matchClaim(row),
      data: {
        ...(await checkImportFile(ctx, row, lost)),
        status: STATUS_AFTER_WORK.checking,
        attempts: 0,
        leaseUntil: null,
        version: { increment: 1 },
      },
    })
    if (count === 0) throw new Fenced()
    ctx.publish('import', row.id)
    return 'finished'
  },
})

/** Checks a file unless another worker has claimed it. */
export const checkImport = (ctx: Ctx, { importId }: { importId: string }): Promise<WorkEnd> =>
  runWork(ctx, checkWork, importId)

/**
 * Checks a stored file and returns the result as columns of the import.
 * @throws InvalidInput importFailed when the file is gone, noReviewsFound, or as reading the file
 */
export async function checkImportFile(ctx: Ctx, row: Import, lost?: AbortSignal) {
  const records = openImportRecords(ctx, row, lost)
  const { report, questions } = await checkRecords(ctx, readFileFormat(row), { records })
  const { rows: total, duplicates, unmatched, bad } = report
  if (total === 0) throw new InvalidInput({ file: 'noReviewsFound' })
  return {
    report: report as unknown as Prisma.InputJsonObject,
    questions: questions as unknown as Prisma.InputJsonArray,
    total,
    duplicates,
    unmatched,
    bad,
  }
}
