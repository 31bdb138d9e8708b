import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { buildClaim, queueWork } from '../core/background/claim.ts'
import { markDone } from '../core/idempotency/idempotency.ts'
import type { Prisma, Import } from '../generated/prisma/client.ts'
import { findPage } from '../core/database/find-page.ts'
import { makeCursors } from '../core/database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../core/database/keyset.ts'
import { inTransaction, type Ctx } from '../core/context.ts'
import { LimitReached, NotAllowed, NotFound, parse } from '../core/errors.ts'
import { PUBLISH_CHOICES } from '../../rules/import-status.ts'
import { answersSchema, resolveAnswers } from './answers.ts'
import { checkClaimedImport } from './checking/check-work.ts'
import {
  runWithCheckCapacity,
  runWithCheckLimit,
  requireCheckCapacity,
  type NewFile,
} from './checking/check-capacity.ts'
import type { CheckReport } from './checking/report.ts'
import { buildImportFileKey, cleanFileName } from './files/import-file.ts'
import { isLarge } from './files/large-files.ts'
import { storeNewUpload, type NewImport } from './files/store-upload.ts'
import { applyKnownColumns } from './files/known-columns.ts'
import { listAnswerableQuestions, addRowLimitProblem, addRowLimit } from './row-limit.ts'
import { lockShop, requireNoRunningImport } from './import-lock.ts'
import { isUuidInAnyCase } from '../core/uuid.ts'

const firstRecord = 2

/**
 * Stores an upload and checks it: at once when it is small, else as a job. Saves no reviews yet.
 * @throws InvalidInput for a file that can't be an export (spec 5: type, 25 MB); LimitReached tooManyChecks
 */
export async function createImport(ctx: Ctx, upload: NewImport): Promise<Import> {
  const fileSize = 'path' in upload ? upload.size : upload.bytes.length
  const size = { fileName: upload.name, fileSize, unlimited: upload.unlimited }
  const create = () => keepAndCheck(ctx, upload, size)
  // A small file holds its concurrency slot from before its row exists until the check ends.
  return isLarge(size) ? create() : runWithCheckLimit(ctx, create)
}

async function keepAndCheck(ctx: Ctx, upload: NewImport, size: NewFile): Promise<Import> {
  const id = uuidv7()
  const fileKey = buildImportFileKey(ctx.shop.id, id)
  // Checks the capacity before reading the file, so that refused uploads cost little.
  const kept = await runWithCheckCapacity(ctx, size, () => storeNewUpload(ctx, fileKey, upload))
  const known = { ...size, report: kept }
  const { source, ...format } = await applyKnownColumns(ctx, kept)
  const row = {
    shopId: ctx.shop.id,
    id,
    source,
    fileKey,
    fileName: cleanFileName(upload.name),
    fileSize: size.fileSize,
    status: 'checking' as const,
    report: {
      ...format,
      ...(upload.unlimited && { unlimited: true }),
      ...(upload.command && { command: upload.command }),
      ...(upload.figures && { marketplace: upload.figures }),
    },
    createdAt: ctx.now(),
  }
  const small = !isLarge(known)
  const created = await inTransaction(ctx, async (tx) => {
    await markDone(tx)
    if (!small) await lockShop(tx)
    await requireCheckCapacity(tx, known)
    const made = await tx.db.import.create({ data: { ...row, ...(small && buildClaim()) } })
    if (!small) await queueWork(tx, 'imports.check', id)
    tx.publish('import', id)
    return made
  }).catch(async (error: unknown) => {
    if (error instanceof LimitReached) await ctx.files.delete(fileKey)
    throw error
  })
  if (small) await checkClaimedImport(ctx, created)
  return requireImport(ctx, id)
}

/** @throws NotFound also for another shop's id */
export async function requireImport(ctx: Ctx, id: string): Promise<Import> {
  const row = await findImport(ctx, id)
  if (!row) throw new NotFound()
  return row
}

/** Returns an import for jobs; null if it was discarded. */
export async function findImport(ctx: Ctx, id: string): Promise<Import | null> {
  return isUuidInAnyCase(id) ? ctx.db.import.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } }) : null
}

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
  await requireImport(ctx, importId)
  await inTransaction(ctx, async (tx) => {
    await lockShop(tx)
    const row = await requireImport(tx, importId)
    requireStartable(row)
    await requireNoRunningImport(tx)
    const { unmatchedProducts = {} } = row.report as unknown as Partial<CheckReport>
    const asked = { questions: listAnswerableQuestions(tx, row, answers), unmatched: row.unmatched, unmatchedProducts }
    const settled = await resolveAnswers(tx, asked, answers).catch((error: unknown) => {
      throw addRowLimitProblem(tx, row, error)
    })
    await tx.db.import.update({
      where: { shopId_id: { shopId: tx.shop.id, id: importId } },
      data: {
        status: 'running',
        publish,
        answers: addRowLimit(tx, row, settled),
        nextRecord: firstRecord,
        done: 0,
        imported: 0,
        duplicates: 0,
        unmatched: 0,
        bad: 0,
        startedAt: tx.now(),
        leaseUntil: null,
        attempts: 0,
        version: { increment: 1 },
      },
    })
    await queueWork(tx, 'imports.run', importId)
    tx.publish('import', importId)
  })
  return requireImport(ctx, importId)
}

function requireStartable({ status }: Import): void {
  if (status === 'checking') throw new NotAllowed('importNotReady')
  if (status === 'failed') throw new NotAllowed('importFailed')
  if (status !== 'checked') throw new NotAllowed('importStarted')
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
      select: { status: true, imported: true, total: true },
    })
  const row = (await newest({ status: 'running' })) ?? (await newest({ startedAt: { not: null } }))
  return { isImporting: row?.status === 'running', importedReviews: row?.imported ?? 0, sumImport: row?.total ?? 0 }
}
