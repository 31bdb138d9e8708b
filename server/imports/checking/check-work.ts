import { Fenced, matchClaim, runClaimed, runWork, type Work, type WorkEnd } from '../../core/background/claim.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { Prisma, type Import } from '../../generated/prisma/client.ts'
import { serializeFailure } from '../failure.ts'
import { readFileFormat } from '../files/import-file.ts'
import { openImportFile, type OpenedFile } from '../files/open-records.ts'
import { stopWhenLost } from '../files/stop-when-lost.ts'
import { checkFile, type CheckResult } from './check.ts'

/** Checks a stored file. If that fails, the import fails. */
export const checkWork: Work<Import> = {
  job: 'imports.check',
  topic: 'import',
  table: 'Import',
  open: Prisma.sql`status = 'checking' and not (report ? 'awaited')`,
  mostAttempts: 4,
  retrySeconds: (attempts) => 2 * attempts ** 2,
  async run(ctx, row, lost) {
    const result = await checkStoredFile(ctx, row, (opened) => stopWhenLost(opened, lost))
    const { count } = await ctx.db.import.updateMany({
      where: matchClaim(row),
      data: {
        ...buildResultColumns(result),
        status: 'checked',
        attempts: 0,
        leaseUntil: null,
        version: { increment: 1 },
      },
    })
    if (count === 0) throw new Fenced()
    ctx.publish('import', row.id)
    return 'finished'
  },
  fail: (ctx, row, error) =>
    ctx.db.import.updateMany({
      where: matchClaim(row),
      data: {
        status: 'failed',
        error: serializeFailure(error, 'importFailed'),
        leaseUntil: null,
        version: { increment: 1 },
      },
    }),
}

/** Checks a file unless another worker has claimed it. */
export const checkImport = (ctx: Ctx, { importId }: { importId: string }): Promise<WorkEnd> =>
  runWork(ctx, checkWork, importId)

/** Checks a file whose row was created as claimed. If the database or file store fails, the check is retried later. */
export const checkClaimedImport = (ctx: Ctx, row: Import): Promise<WorkEnd> => runClaimed(ctx, checkWork, row)

/** Returns the check's result as columns of the import. */
export function buildResultColumns({ report, questions }: CheckResult) {
  const { rows: total, duplicates, unmatched, bad } = report
  return {
    report: report as unknown as Prisma.InputJsonObject,
    questions: questions as unknown as Prisma.InputJsonArray,
    total,
    duplicates,
    unmatched,
    bad,
  }
}

/**
 * Checks a stored file.
 * @param through wraps the opened file
 * @throws InvalidInput importFailed, noReviewsFound, or as reading the file
 */
export async function checkStoredFile(
  ctx: Ctx,
  row: Import,
  through = (opened: OpenedFile): OpenedFile => opened,
): Promise<CheckResult> {
  const format = readFileFormat(row)
  const result = await checkFile(ctx, format, async () => {
    const opened = await openImportFile(ctx, { fileKey: row.fileKey, format })
    if (!opened) throw new InvalidInput({ file: 'importFailed' })
    return through(opened)
  })
  if (result.report.rows === 0) throw new InvalidInput({ file: 'noReviewsFound' })
  return result
}
