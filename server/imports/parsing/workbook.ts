import { WorkbookArchive } from './workbook-archive.ts'
import { readParts } from './workbook-parts.ts'
import { RowReader, type Meanings } from './workbook-sheet.ts'
import { WorkbookWork } from './workbook-work.ts'
import { XmlMarks } from './workbook-xml.ts'

const rowsAtOnce = 200
const cellsAtOnce = 100_000
const charsAtOnce = 1_000_000

export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/** A sheet with its first rows. */
export interface SheetHead {
  name: string
  isHidden: boolean
  rows: string[][]
}

const mostHeads = 50
/** Rows in which the header is looked for. */
const headRows = 10

/**
 * Reads the first rows of each sheet, to choose between them.
 * @throws InvalidInput workbookBroken, workbookTooLarge, workbookRowTooLarge
 */
export async function readSheetHeads(bytes: Uint8Array, work = WorkbookWork.on(bytes)): Promise<SheetHead[]> {
  const archive = new WorkbookArchive(bytes, work)
  const { sheets, meanings } = await readParts(archive, work)
  const heads: SheetHead[] = []
  for (const { name, isHidden, part } of sheets.slice(0, mostHeads)) {
    const rows: string[][] = []
    for await (const some of sheetRows({ archive, part, meanings, work }, headRows)) {
      rows.push(...some)
      if (rows.length >= headRows) break
    }
    heads.push({ name, isHidden, rows })
  }
  return heads
}

/**
 * Yields the rows of a workbook's sheets as texts, one sheet after the other. Holds only a batch of rows and the shared
 * texts in memory. Decompresses on demand. Yields the first row alone, because it decides which app the file is from.
 * `work` sets the limits (workbook-work.ts). `only` maps the positions of the sheets to read to the rows to skip.
 * @throws InvalidInput workbookBroken, workbookTooLarge, workbookRowTooLarge
 */
export async function* workbookRows(
  bytes: Uint8Array,
  work = WorkbookWork.on(bytes),
  { only }: { only?: ReadonlyMap<number, number> } = {},
): AsyncGenerator<string[][]> {
  const archive = new WorkbookArchive(bytes, work)
  const { sheets, meanings } = await readParts(archive, work)
  let atOnce = 1
  for (const [at, { part }] of sheets.entries()) {
    if (only && !only.has(at)) continue
    let skip = only?.get(at) ?? 0
    for await (const rows of sheetRows({ archive, part, meanings, work }, atOnce)) {
      atOnce = rowsAtOnce
      if (rows.length > skip) yield rows.slice(skip)
      skip = Math.max(0, skip - rows.length)
    }
  }
}

interface Sheet {
  archive: WorkbookArchive
  part: string
  meanings: Meanings
  work: WorkbookWork
}

/** Yields the rows of a sheet that are not empty: `first` of them, then batches. */
async function* sheetRows({ archive, part, meanings, work }: Sheet, first: number): AsyncGenerator<string[][]> {
  const xml = new XmlMarks(work)
  const reader = new RowReader(meanings, work)
  let atOnce = first
  let [rows, cells, chars]: [string[][], number, number] = [[], 0, 0]
  for await (const piece of archive.unfold(part)) {
    work.begin()
    xml.push(piece)
    for (let mark = xml.next(); mark; mark = xml.next()) {
      const row = reader.take(xml, mark)
      if (!row || row.length === 0) continue
      rows.push(row)
      cells += row.length
      chars += reader.chars
      if (rows.length < atOnce && cells < cellsAtOnce && chars < charsAtOnce) continue
      work.pause()
      yield rows
      work.begin()
      atOnce = rowsAtOnce
      ;[rows, cells, chars] = [[], 0, 0]
    }
    work.pause()
  }
  xml.end()
  if (rows.length > 0) yield rows
}
