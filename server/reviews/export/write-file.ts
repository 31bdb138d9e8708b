import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { writeXlsxStream } from 'hucre/xlsx'
import { exportColumns } from './file-format.ts'
import { guard } from '../../core/formula-guard.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type Rows = AsyncGenerator<readonly (readonly string[])[]>

/** Returns the bytes of a file; reads its rows as the consumer takes the bytes. */
export function createFileStream(format: ExportFormat, rows: Rows): Readable {
  return format === 'csv'
    ? Readable.from(csvLines(rows), { objectMode: false })
    : Readable.fromWeb(workbook(rows) as ReadableStream)
}

/** Formats rows as CSV without a byte order mark; texts are guarded against formulas. */
export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(csvCell).join(',')}\n`).join('')

/** The byte order mark makes Excel read UTF-8. Lines end in a line feed alone, to keep carriage returns in texts. */
async function* csvLines(rows: Rows): AsyncGenerator<string> {
  yield '\uFEFF'
  for await (const some of rows) yield formatCsv(some)
}

function csvCell(text: string): string {
  if (text === '') return ''
  const guarded = guard(text)
  return /^[\w./:@-]+$/.test(guarded) ? guarded : `"${guarded.replaceAll('"', '""')}"`
}

const widths: Partial<Record<string, number>> = {
  candor_id: 14,
  product_title: 30,
  title: 30,
  body: 60,
  reviewer_name: 20,
  reply: 40,
  review_date: 25,
}
const rateAt = exportColumns.indexOf('rating')

/** Writes a workbook with text-typed cells: no program reads them as formulas, so they need no guard. */
function workbook(rows: Rows): globalThis.ReadableStream<Uint8Array> {
  return writeXlsxStream(workbookRows(rows), {
    name: 'Reviews',
    freezePane: { rows: 1 },
    columns: exportColumns.map((header) => ({ header, width: widths[header] ?? 14 })),
  })
}

async function* workbookRows(rows: Rows): AsyncGenerator<(string | number | null)[]> {
  let header = true
  for await (const some of rows) {
    for (const cells of some) {
      // The first row is the header, which the workbook already has.
      if (!header) yield cells.map((cell, at) => (cell === '' ? null : at === rateAt ? Number(cell) : literal(cell)))
      header = false
    }
  }
}

/** Escapes texts like `_x0041_`: a workbook uses this form for characters that XML can't hold. */
const literal = (text: string): string =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\uFFFE', '_xFFFE_')
    .replaceAll('\uFFFF', '_xFFFF_')
