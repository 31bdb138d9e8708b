import { maxImportRowCells } from '../../../rules/limits.ts'
import { InvalidInput } from '../../core/errors.ts'
import type { MessageCode } from '../../../rules/messages.ts'

export type Delimiter = ',' | ';' | '\t' | '|'
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

/** A longer record is caused by an unclosed quote. */
const longestRecordChars = 1_000_000
const longestHeaderChars = 64_000
/** Limit to search the closing quote of a cell that begins with blanks. The quote may be part of the text. */
const longestIndentedChars = 20_000
/** Blank lines above the header. Keeps a leading tab: it may separate an unnamed first column. */
const emptyLines = /^(?:\s*\n)*[^\S\t\n]*/
const tooWide = 'rowTooLong' satisfies MessageCode

export interface RawRecord {
  /** Number of the record in the file; the header is 1. Counts blank lines but not quoted line ends. */
  row: number
  cells: string[]
  /** Set if quotes are broken or the record has more cells than a sheet; its cells aren't kept. */
  broken?: MessageCode
}

export interface Table {
  delimiter: Delimiter
  header: string[]
  /** Yields the records after the header in batches; holds one batch at a time. */
  records: AsyncGenerator<RawRecord[]>
}

/**
 * Opens a separated text of any length. Line ends must be `\n`, as decodeText makes them.
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
/** Splits and joins, because `replaceAll` builds a tree of strings and takes ten times as long. */
const unescapeQuotes = (text: string): string => (text.includes('""') ? text.split('""').join(quote) : text)
const lineEnd = '\n'

/**
 * Splits a stream of text into records. Reads each character about once, even where a record spans several pieces. Papa
 * Parse restarts an unfinished record with each piece and collects an error per wrong quote.
 */
class Splitter {
  readonly #delimiter: string
  #text = ''
  /** Positions of the current record, of its cell, and of the search for the cell's end. */
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

  take(last: boolean): RawRecord[] {
    const batch: RawRecord[] = []
    while (this.#cell < this.#text.length || (last && this.#cells.length > 0)) {
      // Only counts blank lines: a file may have millions.
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

  #plain(last: boolean): number {
    let at = Math.max(this.#seek, this.#cell)
    while (at < this.#text.length && this.#text[at] !== this.#delimiter && this.#text[at] !== lineEnd) at++
    this.#seek = at
    if (at >= this.#text.length && !last) return -1
    this.#keep(this.#text.slice(this.#cell, at))
    return at
  }

  /**
   * Reads a quoted cell. Spaces may follow the closing quote. A quote followed by other text belongs to the cell and
   * marks the record as broken.
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
        this.#keep(unescapeQuotes(this.#text.slice(this.#cell + 1, close)))
        return end
      }
      this.#broken = 'badRow'
      at = close + 1
    }
  }

  /** Reads a cell that begins with blanks. Counts as quoted only if a closing quote follows. */
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
    this.#keep(unescapeQuotes(this.#text.slice(open + 1, close)))
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

  #forget(): void {
    this.#text = this.#text.slice(this.#record)
    this.#cell -= this.#record
    this.#seek -= this.#record
    this.#record = 0
    if (this.#text.length > longestRecordChars)
      throw new InvalidInput({ file: { code: 'quoteNotClosed', params: { row: this.#row + 1 } } })
  }
}
