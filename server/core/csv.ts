import { maxImportRowCells } from '../../rules/limits.ts'
import { InvalidInput } from './errors.ts'
import type { MessageCode } from '../../rules/messages.ts'

type Delimiter = ',' | ';' | '\t' | '|'
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

/** A longer record has an opening quotation mark that nothing closes. */
const longestRecordChars = 1_000_000
const longestHeaderChars = 64_000
/** The most characters of a quoted cell with spaces before its quotation mark: more than the longest review has. */
const longestIndentedChars = 20_000
/** Matches blank lines above the header. A tab stays: it may end a first column without a name. */
const emptyLines = /^(?:\s*\n)*[^\S\t\n]*/
const tooWide = 'rowTooLong' satisfies MessageCode

export interface RawRecord {
  /** Number of the record in the file; the header is 1. Blank lines count, line ends within quotation marks don't. */
  row: number
  cells: string[]
  /** Set if quotation marks are broken, or if there are more cells than a spreadsheet has. Surplus cells are dropped. */
  broken?: MessageCode
}

export interface Table {
  delimiter: Delimiter
  header: string[]
  /** The records after the header, in batches. Only one batch is in memory at a time. */
  records: AsyncGenerator<RawRecord[]>
}

/**
 * Opens a CSV text of any length. Its line ends must be `\n`.
 * @throws InvalidInput emptyFile, importTooManyColumns; while reading quoteNotClosed
 */
export async function openCsv(text: AsyncIterable<string>): Promise<Table> {
  const pieces: AsyncIterator<string, unknown> = text[Symbol.asyncIterator]()
  let start = ''
  let end = -1
  while (end < 0 && start.length < longestHeaderChars) {
    const next = await pieces.next()
    if (next.done) break
    start += next.value
    start = start.replace(emptyLines, '')
    end = endOfRecord(start)
  }
  if (start.trim() === '') throw new InvalidInput({ file: 'emptyFile' })
  const named = /^sep=(.)\n/i.exec(start)
  if (named) start = start.slice(named[0].length)
  const first = start.slice(0, endOfRecord(start) + 1 || start.length)
  const delimiter = delimiters.find((one) => one === named?.[1]) ?? sniffDelimiter(first)
  const records = readRecords({ start, pieces, delimiter })
  const opening = await records.next()
  const [header, ...rest] = opening.done ? [] : opening.value
  if (!header) throw new InvalidInput({ file: 'emptyFile' })
  if (header.broken === tooWide) throw new InvalidInput({ file: 'importTooManyColumns' })
  return {
    delimiter,
    header: header.cells,
    records: (async function* () {
      if (rest.length > 0) yield rest
      yield* records
    })(),
  }
}

const needsQuotes = /["\r\n\uFEFF]|^ | $/

/** Formats rows as CSV text (RFC 4180), without a line end after the last row. */
export function formatCsv(rows: readonly (readonly (string | number)[])[], delimiter = ','): string {
  const format = (cell: string | number) => {
    const text = String(cell)
    return needsQuotes.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((cells) => cells.map(format).join(delimiter)).join('\r\n')
}

/** Returns the separator that is most frequent outside quotes in the first record, or a comma. */
export function sniffDelimiter(record: string): Delimiter {
  const outside = record.replace(/"(?:[^"]|"")*"?/g, '')
  let best: Delimiter = ','
  let most = 0
  for (const delimiter of delimiters) {
    const count = outside.split(delimiter).length - 1
    if (count > most) [best, most] = [delimiter, count]
  }
  return best
}

function endOfRecord(text: string): number {
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') quoted = !quoted
    else if (text[at] === '\n' && !quoted) return at
  }
  return -1
}

async function* readRecords({
  start,
  pieces,
  delimiter,
}: {
  start: string
  pieces: AsyncIterator<string, unknown>
  delimiter: Delimiter
}): AsyncGenerator<RawRecord[]> {
  const splitter = new Splitter(delimiter)
  splitter.add(start)
  for (let last = false; !last;) {
    const next = await pieces.next()
    last = next.done === true
    if (!next.done) splitter.add(next.value)
    const batch = splitter.take(last)
    if (batch.length > 0) yield batch
  }
}

const quote = '"'
/** `replaceAll` takes ten times as long here, and keeps some hundred bytes for each quotation mark. */
const undoubled = (text: string): string => (text.includes('""') ? text.split('""').join(quote) : text)
const lineEnd = '\n'

/**
 * Splits text into records, piece by piece. It never starts a record again and remembers no faults. So broken quotation
 * marks cost no more time or memory than others.
 */
class Splitter {
  readonly #delimiter: string
  #text = ''
  /** Start of the current record, start of its current cell, and where the search for the cell's end continues. */
  #record = 0
  #cell = 0
  #seek = 0
  #row = 0
  #cells: string[] = []
  #broken: MessageCode | undefined

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter
  }

  add(piece: string): void {
    this.#text += piece
  }

  /** Takes the complete records. `last`: the text is at its end, which completes the last record. */
  take(last: boolean): RawRecord[] {
    const batch: RawRecord[] = []
    while (this.#cell < this.#text.length || (last && this.#cells.length > 0)) {
      // A file may have millions of blank lines.
      if (this.#cells.length === 0 && this.#text[this.#cell] === lineEnd) this.#skipLine()
      else {
        const end =
          this.#text[this.#cell] === quote
            ? this.#quoted(last)
            : this.#text[this.#cell] === ' '
              ? this.#indented(last)
              : this.#plain(last)
        if (end < 0) break
        this.#endCell(end, batch)
      }
    }
    if (!last) this.#forget()
    return batch
  }

  #skipLine(): void {
    this.#row++
    this.#cell++
    this.#seek = this.#record = this.#cell
  }

  /** Reads a cell without quotation marks. Returns its end, or -1 if the text read so far doesn't have it. */
  #plain(last: boolean): number {
    let at = Math.max(this.#seek, this.#cell)
    while (at < this.#text.length && this.#text[at] !== this.#delimiter && this.#text[at] !== lineEnd) at++
    this.#seek = at
    if (at >= this.#text.length && !last) return -1
    this.#keep(this.#text.slice(this.#cell, at))
    return at
  }

  /**
   * Reads a quoted cell. Allows spaces after the closing quotation mark. A mark before anything else belongs to the text
   * and is a fault.
   */
  #quoted(last: boolean): number {
    let at = Math.max(this.#seek, this.#cell + 1)
    for (;;) {
      const close = this.#text.indexOf(quote, at)
      this.#seek = close < 0 ? this.#text.length : close
      if (close < 0) {
        if (!last) return -1
        this.#broken = 'quoteNotClosed'
        this.#keep(this.#text.slice(this.#cell + 1))
        return this.#text.length
      }
      if (this.#text[close + 1] === quote) {
        at = close + 2
        continue
      }
      const end = this.#endOfSpaces(close + 1)
      if (end >= this.#text.length && !last) return -1
      if (close + 1 >= this.#text.length || this.#text[end] === this.#delimiter || this.#text[end] === lineEnd) {
        this.#keep(undoubled(this.#text.slice(this.#cell + 1, close)))
        return end
      }
      this.#broken = 'badRow'
      at = close + 1
    }
  }

  /** Reads a cell that begins with spaces: quoted if a closing mark follows, else plain. */
  #indented(last: boolean): number {
    const open = this.#endOfSpaces(this.#cell)
    if (this.#text[open] !== quote) return this.#plain(last)
    let close = this.#text.indexOf(quote, open + 1)
    while (close >= 0 && this.#text[close + 1] === quote) close = this.#text.indexOf(quote, close + 2)
    const isFar = (close < 0 ? this.#text.length : close) - open > longestIndentedChars
    if (isFar || (close < 0 && last)) return this.#plain(last)
    const end = close < 0 ? this.#text.length : this.#endOfSpaces(close + 1)
    if (end >= this.#text.length && !last) return -1
    if (end < this.#text.length && this.#text[end] !== this.#delimiter && this.#text[end] !== lineEnd)
      return this.#plain(last)
    this.#keep(undoubled(this.#text.slice(open + 1, close)))
    return end
  }

  #keep(cell: string): void {
    if (this.#cells.length < maxImportRowCells) this.#cells.push(cell)
    else this.#broken ??= tooWide
  }

  #endOfSpaces(from: number): number {
    let at = from
    while (
      at < this.#text.length &&
      this.#text[at] !== this.#delimiter &&
      this.#text[at] !== lineEnd &&
      this.#text[at]?.trim() === ''
    )
      at++
    return at
  }

  #endCell(end: number, batch: RawRecord[]): void {
    const within = this.#text[end] === this.#delimiter
    this.#seek = this.#cell = end + 1
    if (within) return
    const cells = this.#cells
    this.#row++
    if (cells.length > 1 || cells[0] !== '')
      batch.push(this.#broken ? { row: this.#row, cells, broken: this.#broken } : { row: this.#row, cells })
    this.#cells = []
    this.#broken = undefined
    this.#record = this.#cell
  }

  /** Drops the text before the current record. */
  #forget(): void {
    this.#text = this.#text.slice(this.#record)
    this.#cell -= this.#record
    this.#seek -= this.#record
    this.#record = 0
    if (this.#text.length > longestRecordChars)
      throw new InvalidInput({ file: { code: 'quoteNotClosed', params: { row: this.#row + 1 } } })
  }
}
