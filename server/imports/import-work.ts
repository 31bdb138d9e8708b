import type { STATUS_AFTER_WORK } from '../../rules/import-status.ts'
import type { MessageCode } from '../../rules/messages.ts'
import { matchClaim, type Work } from '../core/background/claim.ts'
import { Prisma, type Import } from '../generated/prisma/client.ts'
import { serializeFailure } from './failure.ts'

interface ImportWork extends Omit<Work<Import>, 'topic' | 'table' | 'open' | 'fail'> {
  /** The work is done while an import has this status. */
  status: keyof typeof STATUS_AFTER_WORK
  /** Further condition of imports with such work. */
  where?: Prisma.Sql
  /** The failure to show for anything but a refusal. */
  fault?: MessageCode
}

/** Makes a kind of long work on an import. When it fails for good, the import has failed. */
export const makeImportWork = ({ status, where, fault, ...work }: ImportWork): Work<Import> => ({
  ...work,
  topic: 'import',
  table: 'Import',
  open: Prisma.sql`status = ${Prisma.raw(`'${status}'`)} ${where ? Prisma.sql`and ${where}` : Prisma.empty}`,
  fail: (ctx, row, error) =>
    ctx.db.import.updateMany({
      where: matchClaim(row),
      data: {
        status: 'failed',
        error: serializeFailure(error, fault),
        ...(status === 'running' && { finishedAt: ctx.now() }),
        leaseUntil: null,
        version: { increment: 1 },
      },
    }),
})
