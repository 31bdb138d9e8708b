import { randomUUID } from 'node:crypto'
import Papa from 'papaparse'
import type { Import } from '../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'
import { NotFound } from '../errors.ts'
import { maxRate } from '../../rules/limits.ts'
import { guard, unguard } from '../review-export/guard.ts'
import { decisionsOf, type Answer } from './answers.ts'
import { readingOf } from './checking/facts.ts'
import type { CheckReport } from './checking/report.ts'
import { formatOf, isFileKept } from './import-file.ts'
import { openImportFile, type OpenedFile } from './open-records.ts'
import { importById } from './imports.ts'
import { storedProblems, told, type StoredProblem } from './problems.ts'
import { reasonColumn } from './sources/file-source.ts'
import { noteOf, type NotedReading } from './sources/noted-reading.ts'

/** The address holds this long and for one use (decisions 'Files'). */
const linkSeconds = 300
const problemsAtOnce = 1000

interface DownloadPayload {
  shopId: string
  importId: string
  /** Names the use: the second one finds it taken. */
  nonce: string
}

/** A private address of the rows that stayed out, or null when all came in or the file is no longer kept. */
export function errorFileUrl(ctx: Ctx, row: Import): string | null {
  if (!row.finishedAt || !isFileKept(row) || row.bad + row.unmatched === 0) return null
  const payload: DownloadPayload = { shopId: ctx.shop.id, importId: row.id, nonce: randomUUID() }
  return `${ctx.origin}/imports/errors/${ctx.signer.sign('download', payload, linkSeconds)}`
}

/** The shop and import a link names; null when it is forged or over. */
export function readErrorLink(signer: Ctx['signer'], token: string): DownloadPayload | null {
  return signer.verify<DownloadPayload>('download', token)
}

export interface ErrorFile {
  name: string
  /** The columns as they were, and the reason in one more; can be mended and uploaded again. */
  lines: AsyncGenerator<string>
}

/**
 * Opens the file of rows that stayed out, once a link.
 * @throws NotFound when the link was used, the import is gone, or (importFileGone) its file is no longer kept
 */
export async function openErrorFile(ctx: Ctx, { importId, nonce }: DownloadPayload): Promise<ErrorFile> {
  const row = await importById(ctx, importId)
  const { count } = await ctx.db.idempotencyKey.createMany({
    data: { shopId: ctx.shop.id, key: `download:${nonce}`, fingerprint: importId, createdAt: ctx.now() },
    skipDuplicates: true,
  })
  if (count === 0) throw new NotFound('linkExpired')
  const opened = isFileKept(row) && await openImportFile(ctx, { fileKey: row.fileKey, format: formatOf(row) })
  if (!opened) throw new NotFound('importFileGone')
  return { name: `${row.fileName.replace(/\.\w+$/, '')}-errors.${row.fileName.endsWith('.tsv') ? 'tsv' : 'csv'}`, lines: errorLines(ctx, row, opened) }
}

async function* errorLines(ctx: Ctx, row: Import, { header, records, close }: Omit<OpenedFile, 'reader'>): AsyncGenerator<string> {
  try {
    // Separated as the merchant's own program writes it, and so reads it.
    const { delimiter } = formatOf(row)
    const note = noteOf(readAs(ctx, row))
    const line = (cells: readonly string[]) => `${Papa.unparse([cells.map(guard)], { newline: '\r\n', delimiter })}\r\n`
    const kept = header.indexOf(reasonColumn)
    const columns = kept < 0 ? header : header.filter((_name, index) => index !== kept)
    yield `\uFEFF${line([...columns, reasonColumn])}`
    const reasons = reasonsByRow(ctx, row.id)
    let next = await reasons.next()
    for await (const batch of records) {
      for (const record of batch) {
        if (next.done) return
        if (record.row !== next.value.row) continue
        // One of ours that came back has its guards already.
        const cells = record.cells.filter((_cell, index) => index !== kept).map((cell) => (kept < 0 ? cell : unguard(cell)))
        yield line([...columns.map((_name, index) => cells[index] ?? ''), next.value.reason + note])
        next = await reasons.next()
      }
    }
  } finally {
    close()
  }
}

/** What was decided of the whole file, as far as there was something to decide: of the few rows that are left nobody could tell it. */
function readAs(ctx: Ctx, { report, answers, startedAt }: Import): NotedReading {
  const { facts } = report as unknown as CheckReport
  const { scale, dates } = readingOf(facts, decisionsOf(answers as unknown as Answer[]).plain, startedAt ?? ctx.now())
  return { ...(facts.aboveFive > 0 || scale !== maxRate ? { scale } : {}), ...(facts.orders.either > 0 ? { dates } : {}) }
}

/** The reasons of each row in one text, in the file's order, read page by page. */
async function* reasonsByRow(ctx: Ctx, importId: string): AsyncGenerator<{ row: number; reason: string }> {
  let after: StoredProblem | null = null
  let current = null as { row: number; reason: string } | null
  for (;;) {
    const page: StoredProblem[] = await storedProblems(ctx, importId, { take: problemsAtOnce, after })
    for (const problem of page) {
      const { row, column, message } = told(problem)
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
