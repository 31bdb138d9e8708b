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
import { chooseParseOptions } from '../checking/file-facts.ts'
import type { CheckReport } from '../checking/report.ts'
import { readFileFormat, isFileKept } from '../files/import-file.ts'
import { openImportFile, type OpenedFile } from '../files/open-records.ts'
import { requireImport } from '../imports.ts'
import { listStoredProblems, describeProblem, type StoredProblem } from '../problems.ts'
import { readHeader } from '../parsing/header.ts'
import { reasonColumn } from '../sources/file-source.ts'
import { formatNote, type NotedFormats } from '../sources/noted-formats.ts'

const problemsAtOnce = 1000
/** Of the rows that may have more cells than the header: with wrong quotation marks nothing else is reported of them. */
const reasonsOfTooLong: readonly MessageCode[] = ['rowTooLong', 'badRow', 'quoteNotClosed']

/** A private address of the rows that stayed out, or null when all came in or the file is no longer kept. */
export function errorFileUrl(ctx: Ctx, row: Import): string | null {
  if (!row.finishedAt || !isFileKept(row) || row.bad + row.unmatched === 0) return null
  return `${ctx.origin}/imports/errors/${createOneUseToken(ctx, 'import-errors', row.id)}`
}

/** The shop and import a link names; null when it is forged or over. */
export function readErrorLink(signer: Ctx['signer'], token: string): OneUseLink | null {
  return readOneUseToken(signer, 'import-errors', token)
}

interface ErrorFile {
  name: string
  /** The columns as they were, and the reason in one more, the last or the first; can be mended and uploaded again. */
  content: Readable
}

/**
 * Opens the file of rows that stayed out, once a link.
 * @throws NotFound when the link was used, the import is gone, or (importFileGone) its file is no longer kept
 */
export async function openErrorFile(ctx: Ctx, link: OneUseLink): Promise<ErrorFile> {
  const row = await requireImport(ctx, link.of)
  const opened = isFileKept(row) && (await openImportFile(ctx, { fileKey: row.fileKey, format: readFileFormat(row) }))
  if (!opened) throw new NotFound('importFileGone')
  try {
    await consumeOneUseLink(ctx, link)
  } catch (error) {
    opened.close()
    throw error
  }
  return {
    name: `${row.fileName.replace(/\.\w+$/, '')}-errors.${readFileFormat(row).delimiter === '\t' ? 'tsv' : 'csv'}`,
    content: streamAndClose(errorLines(ctx, row, opened), opened.close),
  }
}

/** Shuts the file once the stream is at its end or given up; also where it was never read, when a generator's own end does not run. */
const streamAndClose = (lines: AsyncGenerator<string>, close: () => void): Readable =>
  Readable.from(lines).once('close', close)

async function* errorLines(
  ctx: Ctx,
  row: Import,
  { header, records }: Pick<OpenedFile, 'header' | 'records'>,
): AsyncGenerator<string> {
  // Separated as the merchant's own program writes it, and so reads it.
  const { delimiter } = readFileFormat(row)
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
 * Whether rows may have more cells than the header. The reason stands in front of these: behind them it would stand in no column, and in
 * its column before the surplus ones they would be all that a row may have, and come in cut.
 */
async function mayBeTooLong(ctx: Ctx, importId: string): Promise<boolean> {
  const found = await ctx.db.importProblem.findFirst({
    where: { shopId: ctx.shop.id, importId, reason: { in: [...reasonsOfTooLong] } },
    select: { row: true },
  })
  return found !== null
}

/** The row as it was, all of it; `kept`: where a file of ours that came back has its old reasons. */
function cellsOf(
  { cells }: RawRecord,
  { kept, columns, unguard }: { kept: number; columns: number; unguard: (cell: string) => string },
): string[] {
  if (kept < 0) return padCells(cells, columns)
  // One of ours that came back has its guards already.
  const plain = cells.map((cell) => unguard(cell))
  // In a row that is too long a text may have come to stand in that column, unless it is the first.
  const isReason = kept === 0 || padCells(plain, columns + 1).length === columns + 1
  return padCells(isReason ? plain.toSpliced(kept, 1) : plain, columns)
}

/** A cell for each column, and more only where something stands in them. */
function padCells(cells: readonly string[], columns: number): string[] {
  const length = Math.max(columns, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  return Array.from({ length }, (_none, at) => cells[at] ?? '')
}

/** What was decided of the whole file, as far as there was something to decide: of the few rows that are left it can't be told. */
function noteFormats(ctx: Ctx, { report, answers, startedAt }: Import): NotedFormats {
  const { facts } = report as unknown as CheckReport
  const { scale, dates } = chooseParseOptions(facts, parseDecisions(answers as unknown as Answer[]).plain, startedAt ?? ctx.now())
  return {
    ...(facts.aboveFive > 0 || scale !== maxRate ? { scale } : {}),
    ...(facts.orders.either > 0 ? { dates } : {}),
  }
}

/** The reasons of each row in one text, in the file's order, read page by page. */
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
