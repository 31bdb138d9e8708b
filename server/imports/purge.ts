import { retentionDays } from '../../rules/limits.ts'
import type { Deps } from '../context.ts'

/** Imports dealt with in one go, oldest first, and rows of one statement. */
const importsAtOnce = 10
const rowsAtOnce = 5_000

interface EndedImport {
  shopId: string
  id: string
  fileKey: string
}

/**
 * Forgets what was kept of imports that ended long ago, in all shops: the problems, the examples of the check and the upload.
 * The history row with its numbers stays, without a `fileKey`. One that runs or waits for the merchant is left alone. The row
 * is changed last, so a killed process has left nothing behind, and two that do it at once do no harm. Answers how many.
 */
export async function purgeImports(deps: Pick<Deps, 'doors' | 'files' | 'log' | 'now'>): Promise<number> {
  const before = new Date(deps.now().getTime() - retentionDays.importFiles * 86_400_000)
  const ended = await deps.doors.acrossShops('purge what is over').$queryRaw<EndedImport[]>`
    select "shopId", id, "fileKey" from "Import"
    where "fileKey" <> '' and status in ('done', 'failed', 'cancelled', 'undone') and coalesce("finishedAt", "createdAt") < ${before}
    order by coalesce("finishedAt", "createdAt") limit ${importsAtOnce}`
  const forgotten = await Promise.allSettled(ended.map((each) => forget(deps, each)))
  for (const result of forgotten) if (result.status === 'rejected') deps.log.error({ err: result.reason as unknown }, 'an old import cannot be forgotten')
  return forgotten.filter(({ status }) => status === 'fulfilled').length
}

async function forget({ doors, files }: Pick<Deps, 'doors' | 'files'>, { shopId, id, fileKey }: EndedImport): Promise<void> {
  const db = doors.acrossShops('purge what is over')
  let deleted
  do {
    deleted = await db.$executeRaw`
      delete from "ImportProblem" where ctid = any(array(
        select ctid from "ImportProblem" where "shopId" = ${shopId}::uuid and "importId" = ${id}::uuid limit ${rowsAtOnce} for update
      ))`
  } while (deleted > 0)
  await files.delete(fileKey)
  await db.$executeRaw`
    update "Import" set "fileKey" = '', report = report - 'sample' - 'badRows' - 'columnSamples', version = version + 1
    where "shopId" = ${shopId}::uuid and id = ${id}::uuid and "fileKey" = ${fileKey}`
}
