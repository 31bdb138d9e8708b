import type { Ctx } from '../../core/context.ts'
import { stoppedWork, type Person, type PersonalData } from '../../shop/privacy/personal-data.ts'
import { deleteArchiveFile } from './purge.ts'

/** Archives of the shop hold its customers. What they list is listed from the rows. */
export const archiveData: PersonalData = {
  collect: () => Promise.resolve({}),
  erase: {},
  // The last kind: an archive that begins later holds nothing of the person.
  eraseFiles: { traces: eraseArchives },
}

/**
 * Deletes the files of all archives: the merchant can prepare a new one.
 * @throws Error while one is written, so that the request is tried again after it
 */
async function eraseArchives(ctx: Ctx, _person: Person, mayWait: boolean): Promise<number> {
  const kept = await ctx.db.shopArchive.findMany({
    where: { shopId: ctx.shop.id, OR: [{ status: 'running' }, { segments: { not: [] } }] },
  })
  const isRunning = kept.some(({ status }) => status === 'running')
  if (isRunning && mayWait) throw new Error('An archive is written and may hold personal data.')
  if (isRunning)
    await ctx.db.shopArchive.updateMany({
      where: { shopId: ctx.shop.id, status: 'running' },
      data: { ...stoppedWork(ctx), error: 'archiveFailed' },
    })
  for (const row of kept) await deleteArchiveFile(ctx, row)
  return kept.length
}
