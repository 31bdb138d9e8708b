import { yieldEvery } from '../../core/yield-every.ts'
import { decodeText, type Bytes } from './decode.ts'
import type { Encoding } from './encodings.ts'
import { createRowTooLargeError, workbookBounds } from './workbook-work.ts'

const rowsAtOnce = 200
const longestCell = 1_000_000
/** Deepest nesting: the parser scans all open tags at each closing tag. */
const deepest = 256

/** Whether bytes are HTML. Some apps name HTML tables like workbooks, which Excel opens. */
export const isHtmlPage = (bytes: Uint8Array): boolean =>
  /^[\s\uFEFF\0]*<(?:!doctype\s+html|html|head|meta|body|table|style|div)\b/i.test(beginning(bytes))

/** Whether bytes are Excel's XML format of 2003, older than xlsx. */
export const isOldExcelXml = (bytes: Uint8Array): boolean =>
  /^[\s\uFEFF\0]*<\?(?:xml|mso)\b[^]*<(?:\w+:)?Workbook\b/i.test(beginning(bytes))

const beginning = (bytes: Uint8Array): string =>
  Buffer.from(bytes.subarray(0, 2048))
    .toString('latin1')
    .replace(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF)/, '')
    .replaceAll('\0', '')

/**
 * Yields the rows of the first table with more than one cell in a row. Texts are as a browser shows them, with `<br>`
 * as line end.
 * @throws InvalidInput workbookRowTooLarge for a row or page that no review app writes
 */
export async function* pageRows(bytes: Bytes, encoding: Encoding): AsyncGenerator<string[][]> {
  // Loads the parser on first use, because few uploads are pages.
  const { Parser } = await import('htmlparser2')
  const reader = new TableReader()
  const parser = new Parser(reader, { decodeEntities: true, lowerCaseTags: true, recognizeSelfClosing: false })
  const pause = yieldEvery()
  for await (const text of decodeText(bytes, encoding)) {
    await pause()
    parser.write(text)
    if (reader.rows.length >= rowsAtOnce) yield reader.taken()
    if (reader.ended) break
  }
  parser.end()
  if (reader.rows.length > 0) yield reader.taken()
}

class TableReader {
  rows: string[][] = []
  /** Set after the table of the reviews. */
  ended = false
  #read = 0
  #depth = 0
  #tables = 0
  #silent = 0
  #row: string[] | null = null
  #cell: string | null = null

  taken(): string[][] {
    const { rows } = this
    this.rows = []
    return rows
  }

  onopentag(name: string): void {
    if (++this.#depth > deepest) throw createRowTooLargeError(this.#read + 1)
    if (this.ended) return
    if (name === 'table') this.#tables++
    if (name === 'script' || name === 'style') this.#silent++
    if (this.#tables !== 1) return
    if (name === 'tr') this.#endRow()
    if (name === 'tr') this.#row = []
    else if ((name === 'td' || name === 'th') && this.#row) {
      this.#endCell()
      this.#cell = ''
    } else if (name === 'br' && this.#cell !== null) this.#cell += '\n'
  }

  ontext(text: string): void {
    if (this.#cell === null || this.#silent > 0 || this.ended) return
    // Line ends in HTML source are spaces; only <br> breaks a line.
    this.#cell += text.replace(/[\n\u00A0]/g, ' ')
    if (this.#cell.length > longestCell) throw createRowTooLargeError(this.#read + 1)
  }

  onclosetag(name: string): void {
    this.#depth--
    if (name === 'script' || name === 'style') this.#silent--
    if (this.ended) return
    if (this.#tables === 1 && (name === 'td' || name === 'th')) this.#endCell()
    else if (this.#tables === 1 && name === 'tr') this.#endRow()
    else if (name === 'table') {
      if (this.#tables === 1) this.#endRow()
      this.#tables--
      this.ended = this.#tables === 0 && this.#read > 0
    }
  }

  #endCell(): void {
    if (this.#cell === null || !this.#row) return
    this.#row.push(this.#cell.replace(/[ \t]+/g, ' ').trim())
    this.#cell = null
    if (this.#row.length > workbookBounds.rowCells) throw createRowTooLargeError(this.#read + 1)
  }

  #endRow(): void {
    this.#endCell()
    const row = this.#row
    this.#row = null
    // A single cell above the header is the table's title.
    if (!row || (this.#read === 0 && row.filter(Boolean).length < 2)) return
    this.#read++
    if (row.some(Boolean)) this.rows.push(row)
  }
}
