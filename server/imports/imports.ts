import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { AsideLost } from '../aside/aside.ts'
import { followRows, type LostRow } from '../background/follow.ts'
import { noteDone } from '../idempotency/idempotency.ts'
import { Prisma, type Import } from '../generated/prisma/client.ts'
import { findPage } from '../database/find-page.ts'
import { cursorsOf } from '../database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../database/keyset.ts'
import { inTransaction, type Ctx, type Deps } from '../context.ts'
import { InvalidInput, LimitReached, NotAllowed, NotFound, parse, UserError } from '../errors.ts'
import { PUBLISH_CHOICES } from '../../rules/import-status.ts'
import { answersSchema, settleAnswers } from './answers.ts'
import { awaitedOf, queueLeaseMs } from './awaited.ts'
import { failureText } from './failure.ts'
import { checkFile, type CheckResult } from './checking/check.ts'
import { alive, checkInHand, checkLeaseMs, CheckOver, claimCheck, releaseCheck } from './checking/check-lease.ts'
import { inCheckRoom, inSmallTurn, requireCheckRoom, type NewFile } from './checking/check-room.ts'
import type { CheckReport } from './checking/report.ts'
import { formatOf, importFileKey, shownFileName } from './import-file.ts'
import { openImportFile, type OpenedFile } from './open-records.ts'
import { isLarge } from './large-files.ts'
import { keepNew, type NewImport } from './keep-upload.ts'
import { withKnownColumns } from './known-columns.ts'
import { mayPass } from './passing.ts'
import { answerableQuestions, overCap, withRowLimit } from './plan-rows.ts'
import { lockShop, requireNoOther } from './one-at-a-time.ts'
import { runSliceAside } from './running/aside.ts'
import { isUuidInAnyCase } from '../uuid.ts'

/** A check that took its process along so often would do it for ever. */
const mostFollowedChecks = 3
const firstRecord = 2

/**
 * Keeps an upload and checks it: at once when it is small, else as a job. Nothing comes into the shop yet.
 * @throws InvalidInput for a file that cannot be an export at all (spec 5: type, 25 MB); LimitReached tooManyChecks
 */
export async function createImport(ctx: Ctx, upload: NewImport): Promise<Import> {
  const fileSize = 'path' in upload ? upload.size : upload.bytes.length
  const size = { fileName: upload.name, fileSize, unlimited: upload.unlimited }
  const create = () => keepAndCheck(ctx, upload, size)
  // The lease of a check begins with the row of its import: a small file has its turn before there is one, and keeps it to the end.
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
    shopId: ctx.shop.id, id, source, fileKey, fileName: shownFileName(upload.name), fileSize: size.fileSize,
    status: 'checking' as const, report: { ...format, ...(upload.unlimited && { unlimited: true }), ...(upload.command && { command: upload.command }), ...(upload.figures && { marketplace: upload.figures }) }, createdAt: ctx.now(),
    leaseUntil: new Date(Date.now() + checkLeaseMs),
  }
  const small = !isLarge(known)
  await inTransaction(ctx, async (tx) => {
    await noteDone(tx)
    if (!small) await lockShop(tx)
    await requireCheckRoom(tx, known)
    await tx.db.import.create({ data: row })
    if (!small) await tx.enqueue('imports.check', { importId: id })
    tx.publish('import', id)
  }).catch(async (error: unknown) => {
    if (error instanceof LimitReached) await ctx.files.delete(fileKey)
    throw error
  })
  if (small) await checkAtOnce(ctx, id)
  return importById(ctx, id)
}

/** Checks a small file again within the request, in its turn. */
export const checkNow = (ctx: Ctx, importId: string): Promise<void> => inSmallTurn(ctx, () => checkAtOnce(ctx, importId))

/** The upload is kept: should the database not be well now, the check is followed once it is again. */
async function checkAtOnce(ctx: Ctx, importId: string): Promise<void> {
  await checkImport(ctx, { importId }).catch((error: unknown) => {
    if (!mayPass(error)) throw error
    ctx.log.warn({ err: error, importId }, 'import is checked later')
  })
}

/**
 * Counts what a stored file would bring, unless somebody is at it. Job `imports.check`. A file that cannot be checked
 * is a failed import; only what passes by itself (mayPass) is thrown, and the check followed.
 */
export async function checkImport(ctx: Ctx, { importId }: { importId: string }): Promise<void> {
  const row = await findImport(ctx, importId)
  if (row?.status !== 'checking') return
  if (awaitedOf(row)) return ctx.enqueue('imports.fetch', { importId }, { key: importId })
  if (!(await claimCheck(ctx, row))) return
  try {
    await keepResult(ctx, row, await check(ctx, row))
  } catch (error) {
    if (error instanceof CheckOver) return
    if (mayPass(error)) {
      await releaseCheck(ctx, row).catch((err: unknown) => ctx.log.warn({ err, importId }, 'a check is followed later'))
      throw error
    }
    if (!(error instanceof UserError)) ctx.log.error({ err: error, importId }, 'import cannot be checked')
    await failCheck(ctx, row, error)
  }
  ctx.publish('import', importId)
}

/** Job `imports.check`: a large file's is done aside. */
export async function checkQueued(ctx: Ctx, { importId }: { importId: string }): Promise<void> {
  const row = await findImport(ctx, importId)
  if (!row || !isLarge(row)) return checkImport(ctx, { importId })
  await ctx.aside.run(ctx, 'imports.check', { importId }).catch(async (error: unknown) => {
    // Nobody is at it any more: the job is tried again, and counts how often.
    if (error instanceof AsideLost) await releaseCheck(ctx, row)
    throw error
  })
}

/** Not where the file was to be read otherwise meanwhile: that check tells its own figures. */
async function keepResult(ctx: Ctx, row: Import, result: CheckResult): Promise<void> {
  await ctx.db.import.updateMany({ where: checkInHand(row), data: { ...columnsOfResult(result), status: 'checked', nextRecord: 0, version: { increment: 1 } } })
}

/** What a check found, as its import keeps it. */
export function columnsOfResult({ report, questions }: CheckResult) {
  const { rows: total, duplicates, unmatched, bad } = report
  return { report: report as unknown as Prisma.InputJsonObject, questions: questions as unknown as Prisma.InputJsonArray, total, duplicates, unmatched, bad }
}

async function failCheck(ctx: Ctx, row: Import, error: unknown): Promise<void> {
  await ctx.db.import.updateMany({
    where: checkInHand(row),
    data: { status: 'failed', error: failureText(error, 'importFailed'), version: { increment: 1 } },
  })
}

/**
 * Checks again what was lost with its process, in all shops. Answers how many. The fence counts how often an import was
 * followed; one that fails keeps no other waiting. One whose file is still to be fetched is queued where no job of it waits; its job counts.
 */
export async function followChecks(deps: Deps): Promise<number> {
  const reason = 'claim imports'
  const lost = await deps.doors.acrossShops(reason).$queryRaw<(LostRow & { fence: number })[]>`
    update "Import" set "nextRecord" = 0, fence = fence + case when report ? 'awaited' then 0 else 1 end,
      "leaseUntil" = now() + case when report ? 'awaited' then ${queueLeaseMs}::int else ${checkLeaseMs}::int end * interval '1 millisecond'
    where ("shopId", id) in (select "shopId", id from "Import" where status = 'checking' and "leaseUntil" < now() limit 5 for update skip locked)
    returning "shopId", id, fence`
  await followRows(deps, { rows: lost, reason, name: 'imports' }, (ctx, { id, fence }) => followCheck(ctx, { importId: id, times: fence }).then(() => true))
  return lost.length
}

async function followCheck(ctx: Ctx, { importId, times }: { importId: string; times: number }): Promise<void> {
  if (times <= mostFollowedChecks) return checkQueued(ctx, { importId })
  await failCheck(ctx, await importById(ctx, importId), new InvalidInput({ file: 'importFailed' }))
  ctx.publish('import', importId)
}

const check = (ctx: Ctx, row: Import): Promise<CheckResult> => checkStored(ctx, row, (opened) => alive(ctx, row, opened))

/** Counts what a stored file would bring. @param through what the opened file is read through @throws InvalidInput importFailed, noReviewsFound, or as the file cannot be read */
export async function checkStored(ctx: Ctx, row: Import, through = (opened: OpenedFile): OpenedFile => opened): Promise<CheckResult> {
  const format = formatOf(row)
  const result = await checkFile(ctx, format, async () => {
    const opened = await openImportFile(ctx, { fileKey: row.fileKey, format })
    if (!opened) throw new InvalidInput({ file: 'importFailed' })
    return through(opened)
  })
  if (result.report.rows === 0) throw new InvalidInput({ file: 'noReviewsFound' })
  return result
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

export const importOrder: Order<Import> = { name: 'imports', columns: [{ field: 'createdAt', direction: 'desc' }, { field: 'id', direction: 'desc' }] }

/** The shop's imports, newest first. */
export function listImports(ctx: Ctx, args: PageArgs): Promise<Page<Import>> {
  return keysetPage(args, {
    order: importOrder,
    cursors: cursorsOf(ctx),
    find: ({ where, orderBy, take }) => findPage<Import>(ctx, 'Import', { where: { shopId: ctx.shop.id, ...where }, orderBy, take }),
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
        status: 'running', publish, answers: withRowLimit(tx, row, settled), nextRecord: firstRecord,
        done: 0, imported: 0, duplicates: 0, unmatched: 0, bad: 0, startedAt: tx.now(), leaseUntil: null, undoTries: 0, version: { increment: 1 },
      },
    })
    await tx.enqueue('imports.run', { importId })
    tx.publish('import', importId)
  })
  return importById(ctx, importId)
}

function requireStartable({ status }: Import): void {
  if (status === 'checking') throw new NotAllowed('importNotReady')
  if (status === 'failed') throw new NotAllowed('importFailed')
  if (status !== 'checked') throw new NotAllowed('importStarted')
}

/** Job `imports.run`: a slice of the import or of its undo, then the next one behind what other shops have queued. */
export async function runImport(ctx: Ctx, { importId }: { importId: string }): Promise<void> {
  if ((await runSliceAside(ctx, importId)) === 'more') await ctx.enqueue('imports.run', { importId })
}

export interface ImportProgress {
  isImporting: boolean
  importedReviews: number
  sumImport: number
}

/** The import-progress entity of spec 3: the running import, else the last one that ran. */
export async function importProgress(ctx: Ctx): Promise<ImportProgress> {
  const newest = (where: Prisma.ImportWhereInput) => ctx.db.import.findFirst({
    where: { shopId: ctx.shop.id, ...where },
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    select: { status: true, imported: true, total: true },
  })
  const row = (await newest({ status: 'running' })) ?? (await newest({ startedAt: { not: null } }))
  return { isImporting: row?.status === 'running', importedReviews: row?.imported ?? 0, sumImport: row?.total ?? 0 }
}
