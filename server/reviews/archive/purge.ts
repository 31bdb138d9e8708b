import { exportFileDays } from '../../../rules/limits.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Ctx, Deps } from '../../core/context.ts'
import type { ShopArchive } from '../../generated/prisma/client.ts'
import { readSegments } from './run.ts'

const archivesAtOnce = 5

/**
 * Deletes the files of archives that ended a week ago by the business clock, in all shops. Keeps their rows. The files
 * are deleted first, so a crash leaves no orphan. Returns how many.
 */
export async function purgeArchives({
  access,
  files,
  log,
  now,
}: Pick<Deps, 'access' | 'files' | 'log' | 'now'>): Promise<number> {
  const db = access.acrossShops('purge what is over')
  const before = new Date(now().getTime() - exportFileDays * dayMs)
  const over = await db.shopArchive.findMany({
    where: { status: { not: 'running' }, segments: { not: [] }, finishedAt: { lt: before } },
    orderBy: { finishedAt: 'asc' },
    take: archivesAtOnce,
  })
  let purged = 0
  for (const row of over) {
    try {
      await deleteArchiveFile({ db, files }, row)
      purged++
    } catch (error) {
      log.error({ err: error, archiveId: row.id }, 'the file of an old archive cannot be deleted')
    }
  }
  return purged
}

/** Deletes an archive's file and keeps its row. */
export async function deleteArchiveFile({ db, files }: Pick<Ctx, 'db' | 'files'>, row: ShopArchive): Promise<void> {
  for (const { key } of readSegments(row)) await files.delete(key)
  await db.shopArchive.updateMany({ where: { shopId: row.shopId, id: row.id }, data: { segments: [], parts: [] } })
}
