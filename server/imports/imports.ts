import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { buildClaim, queueWork, runClaimed } from '../core/background/claim.ts'
import { markDone } from '../core/idempotency/idempotency.ts'
import type { Prisma, Import } from '../generated/prisma/client.ts'
import { findPage } from '../core/database/find-page.ts'
import { makeCursors } from '../core/database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../core/database/keyset.ts'
import { inTransaction, type Ctx } from '../core/context.ts'
import { LimitReached, parse } from '../core/errors.ts'
import { PUBLISH_CHOICES } from '../../rules/import-status.ts'
import { answersSchema, resolveAnswers } from './answers.ts'
import { checkWork } from './checking/check-work.ts'
import { runWithCheckCapacity, runWithCheckLimit, requireCheckCapacity } from './checking/check-capacity.ts'
import { namesOtherEncoding, recountImport } from './checking/recount.ts'
import type { CheckReport } from './checking/report.ts'
import { buildImportFileKey, cleanFileName, isLarge } from './files/import-file.ts'
import { storeNewUpload, type NewImport } from './files/store-upload.ts'
import { applyKnownAnswers } from './files/known-answers.ts'
import { applyKnownColumns } from './files/known-columns.ts'
import { addRowLimit, addRowLimitProblem, countToImport, listAnswerableQuestions } from './row-limit.ts'
import { changeState } from './change-state.ts'
import { lockShop, requireImport } from './import-row.ts'

/**
 * Stores an upload and checks it: at once when it is small, else as a job. Saves no reviews yet.
 * @throws InvalidInput for a file that can't be an export (spec 5: type, 25 MB); LimitReached tooManyChecks
 */
export async function createImport(ctx: Ctx, upload: NewImport): Promise<Import> {
  const size = 'path' in upload ? upload.size : upload.bytes.length
  const file = { size, large: isLarge({ name: upload.name, size }), unlimited: upload.unlimited ?? false }
  const create = () => storeAndCheck(ctx, upload, file)
  // A small file holds its concurrency slot from before its row exists until the check ends.
  return file.large ? create() : runWithCheckLimit(ctx, create)
}

async function storeAndCheck(
  ctx: Ctx,
  upload: NewImport,
  file: { size: number; large: boolean; unlimited: boolean },
): Promise<Import> {
  const id = uuidv7()
  const fileKey = buildImportFileKey(ctx.shop.id, id)
  // Checks the capacity before reading the file, so that refused uploads cost little.
  const stored = await runWithCheckCapacity(ctx, file, () => storeNewUpload(ctx, fileKey, upload))
  const large = file.large || stored.large === true
  const row = {
    ...(await applyKnownAnswers(ctx, await applyKnownColumns(ctx, stored), file.size)),
    shopId: ctx.shop.id,
    id,
    fileKey,
    fileName: cleanFileName(upload.name),
    fileSize: file.size,
    status: 'checking' as const,
    large,
    unlimited: file.unlimited,
    command: upload.command ?? null,
    ...(upload.figures && { marketplace: upload.figures }),
    createdAt: ctx.now(),
  } as unknown as Prisma.ImportUncheckedCreateInput
  const created = await inTransaction(ctx, async (tx) => {
    await markDone(tx)
    if (large) await lockShop(tx)
    await requireCheckCapacity(tx, { large, unlimited: file.unlimited })
    const made = await tx.db.import.create({ data: { ...row, ...(!large && buildClaim()) } })
    if (large) await queueWork(tx, 'imports.check', id)
    tx.publish('import', id)
    return made
  }).catch(async (error: unknown) => {
    if (error instanceof LimitReached) await ctx.files.delete(fileKey)
    throw error
  })
  if (!large) await runClaimed(ctx, checkWork, created)
  return requireImport(ctx, id)
}

export { requireImport }

const importOrder: Order<Import> = {
  name: 'imports',
  columns: [
    { field: 'createdAt', direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ],
}

export function listImports(ctx: Ctx, args: PageArgs): Promise<Page<Import>> {
  return keysetPage(args, {
    order: importOrder,
    cursors: makeCursors(ctx),
    find: ({ where, orderBy, take }) =>
      findPage<Import>(ctx, 'Import', { where: { shopId: ctx.shop.id, ...where }, orderBy, take }),
  })
}

export const startImportSchema = z.object({
  answers: answersSchema.default([]),
  publish: z.enum(PUBLISH_CHOICES, 'malformedInput').default('AS_IN_FILE'),
})

/**
 * Starts a checked import in the background. Continues after a closed tab or a restart.
 * @throws InvalidInput questionUnanswered (for `firstN`: tooManyRows) or answerInvalid
 * @throws NotAllowed when it was started before or isn't checked, or another import or undo runs
 */
export async function startImport(ctx: Ctx, importId: string, input: unknown): Promise<Import> {
  const { answers, publish } = parse(startImportSchema, input)
  // Another encoding changes columns and rows, so the file is checked again first.
  if (namesOtherEncoding(await requireImport(ctx, importId), answers)) await recountImport(ctx, importId, { answers })
  return changeState(ctx, importId, {
    action: 'start',
    async change(tx, row) {
      const { unmatchedProducts = {}, fresh } = row.report as unknown as Partial<CheckReport>
      const asked = {
        questions: listAnswerableQuestions(tx, row, answers),
        unmatched: row.unmatched,
        unmatchedProducts,
        isNothingNew: fresh === 0 && row.unmatched === 0 && row.bad === 0,
      }
      const settled = await resolveAnswers(tx, asked, answers).catch((error: unknown) => {
        throw addRowLimitProblem(tx, row, error)
      })
      return {
        publish,
        answers: addRowLimit(tx, row, settled) as unknown as Prisma.InputJsonArray,
        done: 0,
        imported: 0,
        duplicates: 0,
        unmatched: 0,
        bad: 0,
        startedAt: tx.now(),
      }
    },
    then: (tx) => queueWork(tx, 'imports.run', importId),
  })
}

interface ImportProgress {
  isImporting: boolean
  importedReviews: number
  sumImport: number
}

/** Returns the import progress of spec 3: the running import, else the last one that ran. */
export async function readImportProgress(ctx: Ctx): Promise<ImportProgress> {
  const newest = (where: Prisma.ImportWhereInput) =>
    ctx.db.import.findFirst({
      where: { shopId: ctx.shop.id, ...where },
      orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    })
  const row = (await newest({ status: 'running' })) ?? (await newest({ startedAt: { not: null } }))
  return {
    isImporting: row?.status === 'running',
    importedReviews: row?.imported ?? 0,
    sumImport: row ? countToImport(row) : 0,
  }
}
