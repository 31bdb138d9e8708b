import { retentionDays } from '../../rules/limits.ts'
import { dayMs } from '../../rules/dates.ts'
import type { Deps } from '../core/context.ts'
import { recordUnusedFile } from '../core/files/unused-files.ts'

/** Imports dealt with in one go, oldest first, and rows of one statement. */
const importsAtOnce = 10
const rowsAtOnce = 5_000

interface OldImport {
  shopId: string
  id: string
  fileKey: string
  /** Nothing of it is in the shop, or ever will be. */
  unstarted: boolean
}

/**
 * Forgets what was kept of imports that ended long ago, in all shops: the problems, the examples of the check and the upload.
 * The history row with its numbers stays, without a `fileKey`; of one that was never started, checked or failed, nothing does. One that
 * runs or is paused is left alone. A killed process has left nothing behind, and two that do it at once do no harm. Answers how many.
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

/** The row goes first, as it may be started at this very moment; the note keeps the file from being forgotten should the process end then. */
async function discard(
  { access, files }: Pick<Deps, 'access' | 'files'>,
  { shopId, id, fileKey }: OldImport,
): Promise<void> {
  const db = access.acrossShops('purge what is over')
  await recordUnusedFile(db, { shopId, key: fileKey })
  const { count } = await db.import.deleteMany({
    where: { shopId, id, status: { in: ['checked', 'failed'] }, startedAt: null },
  })
  if (count > 0) await files.delete(fileKey)
}

async function forget(
  { access, files }: Pick<Deps, 'access' | 'files'>,
  { shopId, id, fileKey }: OldImport,
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
