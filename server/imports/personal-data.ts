import { deleteUnusedFiles } from '../core/files/unused-files.ts'
import type { Ctx } from '../core/context.ts'
import { NotAllowed } from '../core/errors.ts'
import type { Import } from '../generated/prisma/client.ts'
import { stoppedWork, type Person, type PersonalData } from '../shop/privacy/personal-data.ts'
import { serializeFailure } from './failure.ts'
import { openImportFile } from './files/open-records.ts'
import { discard, forget } from './purge.ts'

/** Uploaded files, their samples and the rows that were not imported. */
export const importData: PersonalData = {
  async collect({ db, shop }, { emails, names }) {
    const words = [...emails, ...names.filter((name) => name.includes(' '))]
    return {
      rowsOfImportsNotImported: await db.importProblem.findMany({
        where: { shopId: shop.id, OR: words.map((word) => ({ value: { contains: word, mode: 'insensitive' } })) },
        omit: { shopId: true },
      }),
    }
  },
  erase: {},
  eraseFiles: { imports: eraseFromImports },
}

/**
 * Deletes the stored files, samples and problems of imports that name the person.
 * @throws Error while such an import waits or runs, so that the request is tried again after it
 */
async function eraseFromImports(ctx: Ctx, person: Person, mayWait: boolean): Promise<number> {
  const imports = await ctx.db.import.findMany({ where: { shopId: ctx.shop.id, fileKey: { not: '' } } })
  let erased = 0
  let open = 0
  for (const row of imports) {
    if (!(await namesPerson(ctx, row, person))) continue
    const isOpen = ['checking', 'running', 'paused', 'undoing'].includes(row.status)
    if (isOpen && (mayWait || !(await stopForErasure(ctx, row)))) {
      open++
      continue
    }
    const isUnstarted = row.startedAt === null && row.status !== 'cancelled'
    await (isUnstarted ? discard(ctx, row) : forget(ctx, row))
    // The records that readers parsed are files of their own for a day.
    const chunks = await ctx.db.unusedFile.findMany({
      where: { shopId: ctx.shop.id, key: { startsWith: row.fileKey } },
      select: { key: true },
    })
    await deleteUnusedFiles(ctx, [...new Set(chunks.map(({ key }) => key))])
    erased++
  }
  if (open > 0) throw new Error('An import with personal data is not finished.')
  return erased
}

/** Ends an import for good; the fence stops its runner. Returns false when its status has changed by now. */
async function stopForErasure(ctx: Ctx, { shopId, id, status }: Import): Promise<boolean> {
  const { count } = await ctx.db.import.updateMany({
    where: { shopId, id, status },
    data: {
      ...stoppedWork(ctx),
      error: serializeFailure(new NotAllowed('stoppedForErasure')),
      version: { increment: 1 },
    },
  })
  ctx.publish('import', id)
  return count > 0
}

/** Searches the samples and all records. A file that can't be read counts as naming the person. */
async function namesPerson(ctx: Ctx, row: Import, { emails, names }: Person): Promise<boolean> {
  const words = [...emails, ...names.filter((name) => name.includes(' ')).map((name) => name.toLowerCase())]
  const isNamed = (value: unknown): boolean => {
    const text = JSON.stringify(value).toLowerCase()
    return words.some((word) => text.includes(word))
  }
  if (words.length === 0) return false
  if (isNamed([row.report, row.questions, row.marketplace])) return true
  try {
    const file = await openImportFile(ctx, row)
    if (!file) return false
    for await (const records of file.records) if (isNamed(records)) return true
    return false
  } catch (error) {
    ctx.log.warn({ err: error, importId: row.id }, 'an import file cannot be searched for personal data')
    return true
  }
}
