import { Readable } from 'node:stream'
import type { Import } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../core/context.ts'
import { formatCsv, type RawRecord } from '../../core/csv.ts'
import { NotFound } from '../../core/errors.ts'
import { maxRate } from '../../../rules/limits.ts'
import type { MessageCode } from '../../../rules/messages.ts'
import { createOneUseToken, readOneUseToken, consumeOneUseLink, type OneUseLink } from '../../core/files/one-use.ts'
import { makeGuards } from '../../core/formula-guard.ts'
import { parseDecisions, type Answer } from '../answers.ts'
import { chooseParseOptions, isScaleOpen } from '../checking/file-facts.ts'
import type { CheckReport } from '../checking/report.ts'
import { isFileKept } from '../files/import-file.ts'
import { openImportFile, type OpenedFile } from '../files/open-records.ts'
import { requireImport } from '../imports.ts'
import { listStoredProblems, describeProblem, type StoredProblem } from '../problems.ts'
import { readHeader } from '../parsing/header.ts'
import { reasonColumn } from '../sources/file-source.ts'
import { formatNote, type NotedFormats } from '../sources/noted-formats.ts'

const problemsAtOnce = 1000
/** Reasons of rows that may have more cells than the header. Rows with broken quotes report no other reason. */
const reasonsOfTooLong: readonly MessageCode[] = ['rowTooLong', 'badRow', 'quoteNotClosed']

/** Returns a private link to the skipped rows. Null if no row was skipped or the file is no longer kept. */
export function errorFileUrl(ctx: Ctx, row: Import): string | null {
  if (!row.finishedAt || !isFileKept(row) || row.bad + row.unmatched === 0) return null
  return `${ctx.origin}/imports/errors/${createOneUseToken(ctx, 'import-errors', row.id)}`
}

/** Returns the shop and import of a link; null when the link is forged or expired. */
export function readErrorLink(signer: Ctx['signer'], token: string): OneUseLink | null {
  return readOneUseToken(signer, 'import-errors', token)
}

interface ErrorFile {
  name: string
  /** The original columns plus one with the reason, first or last. Merchants fix the rows and upload the file again. */
  content: Readable
}

/**
 * Opens the file of skipped rows. Each link works once.
 * @throws NotFound when the link was used or the import is gone; importFileGone when its file is no longer kept
 */
export async function openErrorFile(ctx: Ctx, link: OneUseLink): Promise<ErrorFile> {
  const row = await requireImport(ctx, link.of)
  const opened = isFileKept(row) && (await openImportFile(ctx, row))
  if (!opened) throw new NotFound('importFileGone')
  try {
    await consumeOneUseLink(ctx, link)
  } catch (error) {
    opened.close()
    throw error
  }
  return {
    name: `${row.fileName.replace(/\.\w+$/, '')}-errors.${row.delimiter === '\t' ? 'tsv' : 'csv'}`,
    content: streamAndClose(errorLines(ctx, row, opened), opened.close),
  }
}

/** Closes the file with the stream, even one that was never read, where the generator's `finally` doesn't run. */
const streamAndClose = (lines: AsyncGenerator<string>, close: () => void): Readable =>
  Readable.from(lines).once('close', close)

async function* errorLines(
  ctx: Ctx,
  row: Import,
  { header, records }: Pick<OpenedFile, 'header' | 'records'>,
): AsyncGenerator<string> {
  // Uses the delimiter that the merchant's own program wrote.
  const { delimiter } = row
  const note = formatNote(noteFormats(ctx, row))
  const guards = makeGuards(delimiter)
  const line = (cells: readonly string[]) => `${formatCsv([cells.map((cell) => guards.guard(cell))], delimiter)}\r\n`
  const kept = readHeader(header).names.indexOf(reasonColumn)
  const columns = kept < 0 ? header : header.filter((_name, index) => index !== kept)
  const inFront = await mayBeTooLong(ctx, row.id)
  const withReason = (cells: readonly string[], reason: string) => (inFront ? [reason, ...cells] : [...cells, reason])
  yield `\uFEFF${line(withReason(columns, reasonColumn))}`
  const reasons = reasonsByRow(ctx, row.id)
  let next = await reasons.next()
  for await (const batch of records) {
    for (const record of batch) {
      if (next.done) return
      if (record.row !== next.value.row) continue
      yield line(
        withReason(
          cellsOf(record, { kept, columns: columns.length, unguard: guards.unguard }),
          next.value.reason + note,
        ),
      )
      next = await reasons.next()
    }
  }
}

/**
 * Whether rows may have more cells than the header. Then the reason column comes first. Behind the surplus cells the
 * reason would have no column. Before them, a re-upload would drop those cells.
 */
async function mayBeTooLong(ctx: Ctx, importId: string): Promise<boolean> {
  const found = await ctx.db.importProblem.findFirst({
    where: { shopId: ctx.shop.id, importId, reason: { in: [...reasonsOfTooLong] } },
    select: { row: true },
  })
  return found !== null
}

/** Returns the whole original row. `kept`: index of the old reason column in a re-uploaded error file. */
function cellsOf(
  { cells }: RawRecord,
  { kept, columns, unguard }: { kept: number; columns: number; unguard: (cell: string) => string },
): string[] {
  if (kept < 0) return padCells(cells, columns)
  const plain = cells.map((cell) => unguard(cell))
  // In a row that is too long, the reason column may hold other text unless it is the first.
  const isReason = kept === 0 || padCells(plain, columns + 1).length === columns + 1
  return padCells(isReason ? plain.toSpliced(kept, 1) : plain, columns)
}

/** Pads a row to the columns. Keeps extra cells only where they hold text. */
function padCells(cells: readonly string[], columns: number): string[] {
  const length = Math.max(columns, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  return Array.from({ length }, (_none, at) => cells[at] ?? '')
}

/** Describes the choices made for the whole file. The few skipped rows can't show them any more. */
function noteFormats(ctx: Ctx, { report, answers, startedAt }: Import): NotedFormats {
  const { facts } = report as unknown as CheckReport
  const { scale, dates } = chooseParseOptions(
    facts,
    parseDecisions(answers as unknown as Answer[]).plain,
    startedAt ?? ctx.now(),
  )
  return {
    ...(isScaleOpen(facts) || scale !== maxRate ? { scale } : {}),
    ...(facts.orders.either > 0 ? { dates } : {}),
  }
}

/** Yields the reasons of each row as one text, in file order, page by page. */
async function* reasonsByRow(ctx: Ctx, importId: string): AsyncGenerator<{ row: number; reason: string }> {
  let after: StoredProblem | null = null
  let current = null as { row: number; reason: string } | null
  for (;;) {
    const page: StoredProblem[] = await listStoredProblems(ctx, importId, { take: problemsAtOnce, after })
    for (const problem of page) {
      const { row, column, message } = describeProblem(problem)
      const reason = column ? `${column}: ${message}` : message
      if (current && current.row === row) current = { row, reason: `${current.reason}; ${reason}` }
      else {
        if (current) yield current
        current = { row, reason }
      }
    }
    after = page.at(-1) ?? null
    if (page.length < problemsAtOnce) break
  }
  if (current) yield current
}
