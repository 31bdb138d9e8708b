import { retentionDays } from '../../rules/limits.ts'
import { dayMs } from '../../rules/dates.ts'
import type { Deps } from '../core/context.ts'
import { recordUnusedFile } from '../core/files/unused-files.ts'

/** Imports per run, oldest first, and rows per statement. */
const importsAtOnce = 10
const rowsAtOnce = 5_000

interface OldImport {
  shopId: string
  id: string
  fileKey: string
  unstarted: boolean
}

/**
 * Deletes problems, samples and upload files of imports that ended long ago, in all shops. The history row with its
 * numbers stays, without a `fileKey`. Imports that never started, or failed, are deleted whole. Running and paused
 * imports are skipped. Safe to repeat and to run concurrently. Returns how many imports it purged.
 */
export async function purgeImports(deps: Pick<Deps, 'access' | 'files' | 'log' | 'now'>): Promise<number> {
  const before = new Date(deps.now().getTime() - retentionDays.importFiles * dayMs)
  const db = deps.access.acrossShops('purge what is over')
  const ended = await db.$queryRaw<OldImport[]>`
    select "shopId", id, "fileKey", status = 'failed' and "startedAt" is null as unstarted from "Import"
    where "fileKey" <> '' and status in ('done', 'failed', 'cancelled', 'undone') and coalesce("finishedAt", "createdAt") < ${before}
    order by coalesce("finishedAt", "createdAt") limit ${importsAtOnce}`
  const checked = await db.$queryRaw<OldImport[]>`
    select "shopId", id, "fileKey", true as unstarted from "Import" where status = 'checked' and "createdAt" < ${before} order by "createdAt" limit ${importsAtOnce}`
  const forgotten = await Promise.allSettled(
    [...ended, ...checked].map((each) => (each.unstarted ? discard(deps, each) : forget(deps, each))),
  )
  for (const result of forgotten)
    if (result.status === 'rejected')
      deps.log.error({ err: result.reason as unknown }, 'an old import cannot be forgotten')
  return forgotten.filter(({ status }) => status === 'fulfilled').length
}

/** Deletes the row first, because the import may be started right now. The note about the file survives a crash. */
export async function discard(
  { access, files }: Pick<Deps, 'access' | 'files'>,
  { shopId, id, fileKey }: Pick<OldImport, 'shopId' | 'id' | 'fileKey'>,
): Promise<void> {
  const db = access.acrossShops('purge what is over')
  await recordUnusedFile(db, { shopId, key: fileKey })
  const { count } = await db.import.deleteMany({
    where: { shopId, id, status: { in: ['checked', 'failed'] }, startedAt: null },
  })
  if (count > 0) await files.delete(fileKey)
}

/** Deletes problems, samples and the file; the row stays without them. */
export async function forget(
  { access, files }: Pick<Deps, 'access' | 'files'>,
  { shopId, id, fileKey }: Pick<OldImport, 'shopId' | 'id' | 'fileKey'>,
): Promise<void> {
  const db = access.acrossShops('purge what is over')
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
