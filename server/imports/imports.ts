import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { claimedNow, queueWork } from '../core/background/claim.ts'
import { noteDone } from '../core/idempotency/idempotency.ts'
import type { Prisma, Import } from '../generated/prisma/client.ts'
import { findPage } from '../core/database/find-page.ts'
import { cursorsOf } from '../core/database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../core/database/keyset.ts'
import { inTransaction, type Ctx } from '../core/context.ts'
import { LimitReached, NotAllowed, NotFound, parse } from '../core/errors.ts'
import { PUBLISH_CHOICES } from '../../rules/import-status.ts'
import { answersSchema, settleAnswers } from './answers.ts'
import { checkClaimed } from './checking/check-work.ts'
import { inCheckRoom, inSmallTurn, requireCheckRoom, type NewFile } from './checking/check-room.ts'
import type { CheckReport } from './checking/report.ts'
import { importFileKey, shownFileName } from './files/import-file.ts'
import { isLarge } from './files/large-files.ts'
import { keepNew, type NewImport } from './files/keep-upload.ts'
import { withKnownColumns } from './files/known-columns.ts'
import { answerableQuestions, overCap, withRowLimit } from './plan-rows.ts'
import { lockShop, requireNoOther } from './one-at-a-time.ts'
import { isUuidInAnyCase } from '../core/uuid.ts'

const firstRecord = 2

/**
 * Keeps an upload and checks it: at once when it is small, else as a job. Nothing comes into the shop yet.
 * @throws InvalidInput for a file that cannot be an export at all (spec 5: type, 25 MB); LimitReached tooManyChecks
 */
export async function createImport(ctx: Ctx, upload: NewImport): Promise<Import> {
  const fileSize = 'path' in upload ? upload.size : upload.bytes.length
  const size = { fileName: upload.name, fileSize, unlimited: upload.unlimited }
  const create = () => keepAndCheck(ctx, upload, size)
  // A small file's row is claimed as it is written: it has its turn before there is one, and keeps it to the end.
  return isLarge(size) ? create() : inSmallTurn(ctx, create)
}

async function keepAndCheck(ctx: Ctx, upload: NewImport, size: NewFile): Promise<Import> {
  const id = uuidv7()
  const fileKey = importFileKey(ctx.shop.id, id)
  // Before it is looked into and kept: what is refused shall cost little.
  const kept = await inCheckRoom(ctx, size, () => keepNew(ctx, fileKey, upload))
  const known = { ...size, report: kept }
  const { source, ...format } = await withKnownColumns(ctx, kept)
  const row = {
    shopId: ctx.shop.id,
    id,
    source,
    fileKey,
    fileName: shownFileName(upload.name),
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
    await noteDone(tx)
    if (!small) await lockShop(tx)
    await requireCheckRoom(tx, known)
    const made = await tx.db.import.create({ data: { ...row, ...(small && claimedNow()) } })
    if (!small) await queueWork(tx, 'imports.check', id)
    tx.publish('import', id)
    return made
  }).catch(async (error: unknown) => {
    if (error instanceof LimitReached) await ctx.files.delete(fileKey)
    throw error
  })
  if (small) await checkClaimed(ctx, created)
  return importById(ctx, id)
}

/**
 * One import of the shop.
 * @throws NotFound also for another shop's id
 */
export async function importById(ctx: Ctx, id: string): Promise<Import> {
  const row = await findImport(ctx, id)
  if (!row) throw new NotFound()
  return row
}

/** The same for jobs, whose import may have been discarded since: null then. */
export async function findImport(ctx: Ctx, id: string): Promise<Import | null> {
  return isUuidInAnyCase(id) ? ctx.db.import.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } } }) : null
}

export const importOrder: Order<Import> = {
  name: 'imports',
  columns: [
    { field: 'createdAt', direction: 'desc' },
    { field: 'id', direction: 'desc' },
  ],
}

/** The shop's imports, newest first. */
export function listImports(ctx: Ctx, args: PageArgs): Promise<Page<Import>> {
  return keysetPage(args, {
    order: importOrder,
    cursors: cursorsOf(ctx),
    find: ({ where, orderBy, take }) =>
      findPage<Import>(ctx, 'Import', { where: { shopId: ctx.shop.id, ...where }, orderBy, take }),
  })
}

export const startImportSchema = z.object({
  answers: answersSchema.default([]),
  publish: z.enum(PUBLISH_CHOICES, 'malformedInput').default('AS_IN_FILE'),
})

/**
 * Lets a checked file come in, in the background; survives the tab and the process.
 * @throws InvalidInput questionUnanswered (for `firstN`: tooManyRows) or answerInvalid; NotAllowed when it was started
 *   before, is not checked yet, or another import of the shop is running or being undone
 */
export async function startImport(ctx: Ctx, importId: string, input: unknown): Promise<Import> {
  const { answers, publish } = parse(startImportSchema, input)
  await importById(ctx, importId)
  await inTransaction(ctx, async (tx) => {
    await lockShop(tx)
    const row = await importById(tx, importId)
    requireStartable(row)
    await requireNoOther(tx)
    const { unmatchedProducts = {} } = row.report as unknown as Partial<CheckReport>
    const asked = { questions: answerableQuestions(tx, row, answers), unmatched: row.unmatched, unmatchedProducts }
    const settled = await settleAnswers(tx, asked, answers).catch((error: unknown) => {
      throw overCap(tx, row, error)
    })
    await tx.db.import.update({
      where: { shopId_id: { shopId: tx.shop.id, id: importId } },
      data: {
        status: 'running',
        publish,
        answers: withRowLimit(tx, row, settled),
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
  return importById(ctx, importId)
}

function requireStartable({ status }: Import): void {
  if (status === 'checking') throw new NotAllowed('importNotReady')
  if (status === 'failed') throw new NotAllowed('importFailed')
  if (status !== 'checked') throw new NotAllowed('importStarted')
}

export interface ImportProgress {
  isImporting: boolean
  importedReviews: number
  sumImport: number
}

/** The import-progress entity of spec 3: the running import, else the last one that ran. */
export async function importProgress(ctx: Ctx): Promise<ImportProgress> {
  const newest = (where: Prisma.ImportWhereInput) =>
    ctx.db.import.findFirst({
      where: { shopId: ctx.shop.id, ...where },
      orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
      select: { status: true, imported: true, total: true },
    })
  const row = (await newest({ status: 'running' })) ?? (await newest({ startedAt: { not: null } }))
  return { isImporting: row?.status === 'running', importedReviews: row?.imported ?? 0, sumImport: row?.total ?? 0 }
}
