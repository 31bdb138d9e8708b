import { refreshReviewStatistics } from '../../core/database/statistics.ts'
import { requireFence, runWork, type WorkEnd } from '../../core/background/claim.ts'
import type { Import } from '../../generated/prisma/client.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { STATUS_AFTER_WORK, type PublishChoice } from '../../../rules/import-status.ts'
import { readDecisions, type Answer, type Decisions } from '../answers.ts'
import { chooseParseOptions } from '../checking/file-facts.ts'
import { ImportedNames, saveImportedNames } from '../checking/imported-names.ts'
import { placeRows, readRows } from '../checking/place-rows.ts'
import { findReplies, type Replies } from '../checking/replies.ts'
import type { CheckReport, PlacedRow, RowProblem } from '../checking/report.ts'
import { openImportRecords } from '../files/record-chunks.ts'
import { makeImportWork } from '../import-work.ts'
import { readRowLimit } from '../row-limit.ts'
import type { RawRecord } from '../../core/csv.ts'
import { shorten } from '../parsing/text.ts'
import { findImportedName } from '../sources/product-names.ts'
import type { ParseOptions, RecordReader } from '../sources/source.ts'
import { undoWork } from './run-undo.ts'
import { writeBatch } from './write-batch.ts'

/** A runner yields after this time, so that other shops and a closing process need not wait. */
const sliceMs = 5_000
/** An import of this many rows outdates the planner's statistics, so they are refreshed. */
const manyRows = 5_000
/** Keeps a statement well under 1 MB. Long texts count twice, because the search index stores them, too. */
const batchChars = 200_000

/**
 * Runs an import for some seconds from its last record. Each batch writes its rows and moves `done` in one transaction.
 * A killed process neither repeats nor loses a row. Retry delays sum up to about twelve minutes, to survive an outage of
 * the file store.
 */
export const importWork = makeImportWork({
  job: 'imports.run',
  status: 'running',
  mostAttempts: 8,
  retrySeconds: (attempts) => 5 * attempts ** 2,
  run: runClaimed,
})

/** Runs a slice of an import or of its undo. Task `imports.slice`. */
export async function runSlice(ctx: Ctx, importId: string): Promise<WorkEnd> {
  const row = await ctx.db.import.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: importId } },
    select: { status: true },
  })
  return runWork(ctx, row?.status === 'undoing' ? undoWork : importWork, importId)
}

interface Run {
  row: Import
  reader: RecordReader
  reading: ParseOptions
  decisions: Decisions
  replies: Replies
  newNames: ImportedNames
  /** Limit of new reviews left for this import. */
  room: number
}

async function runClaimed(ctx: Ctx, row: Import, lost: AbortSignal): Promise<'finished' | 'more'> {
  const { facts } = row.report as unknown as CheckReport
  const records = openImportRecords(ctx, row, lost)
  const decisions = await readDecisions(ctx, row.answers as unknown as Answer[])
  const reading = chooseParseOptions(facts, decisions.plain, row.startedAt ?? ctx.now())
  const run: Run = {
    row,
    reader: records.reader,
    decisions,
    reading,
    replies: await findReplies(records, reading),
    newNames: new ImportedNames(),
    room: readRowLimit(decisions.plain) - row.imported,
  }
  let done = row.done
  let end: number | undefined
  for await (const batch of splitBySize(records.read(done))) {
    // Starts the clock at the first batch. Otherwise a long file would manage one batch per slice.
    end ??= Date.now() + sliceMs
    const wanted = batch.slice(0, row.total - done)
    const written = await inTransaction(ctx, (tx) => importBatch(tx, run, wanted))
    done += written.rows
    run.room -= written.imported
    if (done >= row.total || written.rows < wanted.length) break
    if (Date.now() > end) return 'more'
  }
  await finish(ctx, row)
  if (done >= manyRows) await refreshReviewStatistics(ctx)
  return 'finished'
}

async function* splitBySize(chunks: AsyncIterable<RawRecord[]>): AsyncGenerator<RawRecord[]> {
  for await (const chunk of chunks) {
    let start = 0
    let chars = 0
    for (const [index, { cells }] of chunk.entries()) {
      const length = cells.reduce((sum, cell) => sum + cell.length, 0)
      if (index > start && chars + length > batchChars) {
        yield chunk.slice(start, index)
        start = index
        chars = 0
      }
      chars += length
    }
    yield chunk.slice(start)
  }
}

/** Writes a batch, up to the first new review over the limit. Returns the numbers of rows and of new reviews. */
async function importBatch(
  tx: Ctx,
  run: Run,
  records: readonly RawRecord[],
): Promise<{ rows: number; imported: number }> {
  const { row } = run
  await requireFence(tx, 'Import', row)
  const read = await readRows(run.reader, records, { ...run.reading, replies: run.replies })
  const found = await placeRows(tx, read.rows, { importId: row.id, decisions: run.decisions })
  const end = found.filter(({ duplicate, matched }) => !duplicate && matched)[run.room]?.row ?? Infinity
  const isBeforeEnd = (one: { row: number }) => one.row < end
  const [batch, placed, problems] = [
    records.filter(isBeforeEnd),
    found.filter(isBeforeEnd),
    read.problems.filter(isBeforeEnd),
  ]
  if (batch.length === 0) return { rows: 0, imported: 0 }
  await saveImportedNames(tx, run.newNames.among(placed))
  const fresh = placed.filter(({ duplicate }) => !duplicate)
  const taken = fresh.filter(({ matched }) => matched)
  const left = fresh.filter(({ matched }) => !matched)
  const imported = await writeBatch(
    tx,
    { importId: row.id, source: row.source, fileName: row.fileName, publish: row.publish as PublishChoice },
    taken,
  )
  await writeProblems(tx, row.id, [
    ...problems.map((problem) => ({ problem, cameIn: false })),
    ...left.flatMap((one) => findRowProblems(one, run)),
    ...taken.flatMap(({ row: at, remarks }) =>
      remarks.map((remark) => ({ problem: { row: at, ...remark }, cameIn: true })),
    ),
  ])
  const bad = new Set(problems.map(({ row: at }) => at)).size
  await tx.db.$executeRaw`
    update "Import" set done = done + ${batch.length}, imported = imported + ${imported},
      duplicates = duplicates + ${placed.length - left.length - imported}, unmatched = unmatched + ${left.length}, bad = bad + ${bad},
      attempts = 0, version = version + 1
    where "shopId" = ${tx.shop.id}::uuid and id = ${row.id}::uuid`
  tx.publish('import', row.id)
  return { rows: batch.length, imported }
}

/** Returns the problems of a review without a product, and of its reply row: the error file lists both. */
function findRowProblems(
  { row, review }: PlacedRow,
  { row: { columns }, reader, replies }: Run,
): { problem: RowProblem; cameIn: boolean }[] {
  const reply = replies.of(review.externalId)
  const called = findImportedName(review.product)
  const column = (called && columns[reader.fields.get(called.field) ?? -1]) ?? ''
  const value = shorten(called?.name ?? '', 200)
  return [row, ...(reply ? [reply.row] : [])].map((at) => ({
    problem: { row: at, column, value, reason: 'productUnmatched' },
    cameIn: false,
  }))
}

async function writeProblems(
  tx: Ctx,
  importId: string,
  found: readonly { problem: RowProblem; cameIn: boolean }[],
): Promise<void> {
  const data = found.map(({ problem: { row, column, value, reason, params }, cameIn }) => ({
    shopId: tx.shop.id,
    importId,
    row,
    column,
    value,
    reason,
    params: { ...params, ...(cameIn && { cameIn }) },
  }))
  // Two remarks on one cell are stored as one row: the first one wins.
  for (let start = 0; start < data.length; start += 1000)
    await tx.db.importProblem.createMany({ data: data.slice(start, start + 1000), skipDuplicates: true })
}

async function finish(ctx: Ctx, row: Import): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await requireFence(tx, 'Import', row)
    await tx.db.import.update({
      where: { shopId_id: { shopId: tx.shop.id, id: row.id } },
      data: { status: STATUS_AFTER_WORK.running, finishedAt: tx.now(), leaseUntil: null, version: { increment: 1 } },
    })
    await tx.emit('import.finished', { importId: row.id })
    tx.publish('import', row.id)
  })
}
