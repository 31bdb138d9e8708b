import { exportFileDays } from '../../../rules/limits.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Deps } from '../../core/context.ts'

const filesAtOnce = 20

/**
 * Deletes the files of exports that ended a week ago by the business clock, in all shops. Keeps their rows without a
 * key. The file is deleted first, so a crash leaves no orphan. Returns how many.
 */
export async function purgeExports({
  access,
  files,
  log,
  now,
}: Pick<Deps, 'access' | 'files' | 'log' | 'now'>): Promise<number> {
  const db = access.acrossShops('purge what is over')
  const before = new Date(now().getTime() - exportFileDays * dayMs)
  const over = await db.reviewExport.findMany({
    where: { status: { not: 'running' }, fileKey: { not: '' }, finishedAt: { lt: before } },
    orderBy: { finishedAt: 'asc' },
    take: filesAtOnce,
    select: { shopId: true, id: true, fileKey: true },
  })
  let purged = 0
  for (const { shopId, id, fileKey } of over) {
    try {
      await files.delete(fileKey)
      await db.reviewExport.updateMany({ where: { shopId, id }, data: { fileKey: '' } })
      purged++
    } catch (error) {
      log.error({ err: error, exportId: id }, 'the file of an old export cannot be deleted')
    }
  }
  return purged
}
