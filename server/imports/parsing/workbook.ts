import { WorkbookArchive } from './workbook-archive.ts'
import { readParts } from './workbook-parts.ts'
import { RowReader } from './workbook-sheet.ts'
import { WorkbookWork } from './workbook-work.ts'
import { XmlMarks } from './workbook-xml.ts'

const rowsAtOnce = 200
const cellsAtOnce = 100_000
const charsAtOnce = 1_000_000

export const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/**
 * Yields the rows of a workbook's sheets as texts, one sheet after the other. Holds only a batch of rows and the shared
 * texts in memory. Decompresses on demand. Yields the first row alone, because it decides which app the file is from.
 * `work` sets the limits (workbook-work.ts). `only` stops after the first sheet with rows.
 * @throws InvalidInput workbookBroken, workbookTooLarge, workbookRowTooLarge
 */
export async function* workbookRows(
  bytes: Uint8Array,
  work = WorkbookWork.on(bytes),
  { only = false } = {},
): AsyncGenerator<string[][]> {
  const archive = new WorkbookArchive(bytes, work)
  const { sheets, meanings } = await readParts(archive, work)
  let atOnce = 1
  for (const sheet of sheets) {
    const xml = new XmlMarks(work)
    const reader = new RowReader(meanings, work)
    let rows: string[][] = []
    let cells = 0
    let chars = 0
    let any = false
    for await (const piece of archive.unfold(sheet)) {
      work.begin()
      xml.push(piece)
      for (let mark = xml.next(); mark; mark = xml.next()) {
        const row = reader.take(xml, mark)
        if (!row || row.length === 0) continue
        rows.push(row)
        any = true
        cells += row.length
        chars += reader.chars
        if (rows.length < atOnce && cells < cellsAtOnce && chars < charsAtOnce) continue
        work.pause()
        yield rows
        work.begin()
        atOnce = rowsAtOnce
        rows = []
        cells = 0
        chars = 0
      }
      work.pause()
    }
    xml.end()
    if (rows.length > 0) yield rows
    if (only && any) return
  }
}
