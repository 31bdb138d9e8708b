import { streamXlsxRows } from 'hucre/xlsx'
import { InvalidInput } from '../../errors.ts'

const rowsAtOnce = 200
/** What a workbook of 25 MB may unfold to. Its shared texts are held in memory whole. */
const mostUnfoldedBytes = 1024 * 1024 * 1024
const mostSharedBytes = 64 * 1024 * 1024
const mostEntries = 1_000
const endMark = 0x06054b50
const entryMark = 0x02014b50

/** Whether bytes are an archive, as a workbook is. */
export const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/**
 * The rows of a workbook's sheets, one sheet after the other; cells as texts. Only the rows in hand and the workbook's own list
 * of texts are in memory.
 * @throws InvalidInput invalidFileType for what is no workbook or cannot be unfolded safely
 */
export async function* workbookRows(bytes: Uint8Array): AsyncGenerator<string[][]> {
  const sheets = requireModest(bytes)
  for (let sheet = 0; sheet < sheets; sheet++) {
    let rows: string[][] = []
    for await (const { values } of sheetRows(bytes, sheet)) {
      const cells = values.map(textOf)
      if (cells.every((cell) => cell === '')) continue
      rows.push(cells)
      if (rows.length < rowsAtOnce) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  }
}

/** What a library says about a broken file is nothing a merchant can use. */
async function* sheetRows(bytes: Uint8Array, sheet: number): ReturnType<typeof streamXlsxRows> {
  try {
    yield* streamXlsxRows(bytes, { sheet })
  } catch (error) {
    throw refusal(error)
  }
}

/** Ours or the database's errors pass; the library's are about the file. */
const refusal = (error: unknown): unknown => (error instanceof Error && /^(Zip|Parse|Xml|EncryptedFile)Error$/.test(error.name) ? new InvalidInput({ file: 'invalidFileType' }) : error)

const textOf = (value: string | number | boolean | Date | null): string => (value instanceof Date ? value.toISOString() : String(value ?? ''))

/**
 * Reads the archive's table of contents and refuses what would unfold to too much; the library holds each entry to the size
 * that stands there. Answers how many sheets there are.
 */
function requireModest(bytes: Uint8Array): number {
  const refuse = (): never => { throw new InvalidInput({ file: 'invalidFileType' }) }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  const earliest = Math.max(0, end - 0xffff)
  while (end >= earliest && view.getUint32(end, true) !== endMark) end--
  if (end < earliest) return refuse()
  const entries = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (entries > mostEntries) return refuse()
  let unfolded = 0
  let sheets = 0
  for (let entry = 0; entry < entries; entry++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entryMark) return refuse()
    const [folded, size, nameLength] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true), view.getUint16(at + 28, true)]
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    unfolded += size
    if ((size === 0 && folded > 2) || (size > mostSharedBytes && !/\/sheet\d+\.xml$/i.test(name))) return refuse()
    if (/^\/?xl\/worksheets\/[^/]+\.xml$/i.test(name)) sheets++
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return unfolded > mostUnfoldedBytes ? refuse() : sheets
}
