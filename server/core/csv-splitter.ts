import { maxImportRowCells } from '../../rules/limits.ts'
import type { MessageCode } from '../../rules/messages.ts'
import { InvalidInput } from './errors.ts'

/** A longer record has an opening quotation mark that nothing closes. */
const longestRecordChars = 1_000_000
/** A longer quoted cell has no closing mark: thirty times the longest text. Its lines are then read at once. */
const longestQuotedChars = 150_000
/** The most characters of a quoted cell with spaces before its quotation mark: more than the longest review has. */
const longestIndentedChars = 20_000
/** The problem of a record with more cells than a spreadsheet has. */
export const tooWide = 'rowTooLong' satisfies MessageCode

export interface RawRecord {
  /** Number of the record in the file; the header is 1. Blank lines count, line ends within quotation marks don't. */
  row: number
  cells: string[]
  /** Set if quotation marks are broken, or if there are more cells than a spreadsheet has. Surplus cells are dropped. */
  broken?: MessageCode
}

const quote = '"'
/** `replaceAll` takes ten times as long here, and keeps some hundred bytes for each quotation mark. */
const undoubled = (text: string): string => (text.includes('""') ? text.split('""').join(quote) : text)
const lineEnd = '\n'

const backslash = '\\'
/** The most marks behind a backslash for which the rest of the line is read, and how much of it. */
const mostAmbiguous = 1_000
const longestLookAhead = 10_000

/**
 * Splits text into records, piece by piece. It reads a cell twice at most, and no further than its line once its marks
 * are broken. So broken quotation marks cost no more time or memory than others.
 */
export class CsvSplitter {
  readonly #delimiter: string
  #text = ''
  /** Start of the current record, start of its current cell, and where the search for the cell's end continues. */
  #record = 0
  #cell = 0
  #seek = 0
  #row = 0
  #cells: string[] = []
  #broken: MessageCode | undefined
  /** The file writes quotation marks within quotes as `\"`. */
  #escapes = false
  #ambiguous = 0
  #line = { from: 0, end: -1 }
  #closing = { from: 0, at: -1, end: -1 }

  /** @param row number of the record before the text */
  constructor(delimiter: string, row = 0) {
    this.#delimiter = delimiter
    this.#row = row
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

  /** Reads a cell that begins with a quotation mark, up to the mark before a separator. Returns its end, or -1. */
  #quoted(last: boolean): number {
    let at = Math.max(this.#seek, this.#cell + 1)
    for (;;) {
      const close = this.#text.indexOf(quote, at)
      this.#seek = close < 0 ? this.#text.length : close
      if (close < 0) return last || this.#isEndless() ? this.#unclosed() : -1
      if (close + 1 >= this.#text.length && !last) return -1
      const isEscape = this.#isEscape(close, last)
      if (isEscape === null) return -1
      if (isEscape || this.#text[close + 1] === quote) {
        at = close + (isEscape ? 1 : 2)
        continue
      }
      const end = this.#endOfSpaces(close + 1)
      if (end >= this.#text.length && !last) return -1
      if (close + 1 >= this.#text.length || this.#isEnd(end)) return this.#keepQuoted(close, end)
      return this.#misquoted(close, last)
    }
  }

  #keepQuoted(close: number, end: number): number {
    const text = undoubled(this.#text.slice(this.#cell + 1, close))
    this.#keep(this.#escapes && text.includes(backslash) ? text.replace(/\\(["\\])/g, '$1') : text)
    return end
  }

  /**
   * Whether a backslash escapes the quotation mark. Text behind the mark proves that the file uses such escapes. Before
   * a separator, they show in the number of marks on the rest of the line. Null until the rest of the line is read.
   */
  #isEscape(mark: number, last: boolean): boolean | null {
    let before = mark
    while (before > this.#cell + 1 && this.#text[before - 1] === backslash) before--
    if ((mark - before) % 2 === 0) return false
    const next = this.#text[mark + 1] ?? lineEnd
    if (this.#escapes) return true
    // The cell ends with a backslash, as `C:\`, and the next one begins.
    if (next === this.#delimiter && this.#text[mark + 2] === quote) return false
    const isOpen = next === quote || next === this.#delimiter || next === lineEnd
    if (isOpen) {
      if (this.#ambiguous >= mostAmbiguous) return false
      const end = this.#lineEndFrom(mark)
      if (end > this.#text.length && !last) return null
      this.#ambiguous++
      const rest = this.#text.slice(mark + 1, Math.min(end, mark + longestLookAhead))
      this.#escapes = rest.split(quote).length % 2 === 0
      return this.#escapes
    }
    this.#escapes = next.trim() !== ''
    return this.#escapes
  }

  /**
   * Ends a cell with text behind its closing quotation mark. A later mark before a separator of the line closes it,
   * which is a fault. Without one, the cell has no quotes around it but in it, as in `"Best" mug I own`.
   */
  #misquoted(close: number, last: boolean): number {
    const end = this.#lineEndFrom(close)
    if (end > this.#text.length && !last) return -1
    const before = this.#text[close - 1]
    const isOpening = close > this.#cell + 1 && (before === this.#delimiter || before === lineEnd)
    const later = isOpening ? -1 : this.#closingMark(close + 1, end)
    if (later >= 0 && !this.#text.slice(close, later).includes(this.#delimiter + quote)) {
      this.#broken = 'badRow'
      return this.#keepQuoted(later, this.#endOfSpaces(later + 1))
    }
    const isWithinLine = this.#lineEndFrom(this.#cell) >= close
    return isWithinLine && !isOpening ? this.#literal(last) : this.#unclosed()
  }

  /** Reads a cell that begins with a word in quotes up to its separator. An odd number of marks is a fault. */
  #literal(last: boolean): number {
    this.#seek = this.#cell
    const start = this.#cell
    const end = this.#plain(last)
    if (end >= 0 && this.#text.slice(start, end).split(quote).length % 2 === 0) this.#broken = 'badRow'
    return end
  }

  /** Ends a record with an unclosed quotation mark at the end of its line. The next records are then read. */
  #unclosed(): number {
    const end = Math.min(this.#lineEndFrom(this.#cell), this.#text.length)
    this.#broken = 'quoteNotClosed'
    this.#seek = this.#cell
    while (this.#seek < end && this.#text[this.#seek] !== this.#delimiter) this.#seek++
    this.#keep(this.#text.slice(this.#cell, this.#seek))
    return this.#seek
  }

  /** Whether the cell is longer than any text, and has lines to read instead. */
  #isEndless(): boolean {
    return this.#text.length - this.#cell > longestQuotedChars && this.#lineEndFrom(this.#cell) < this.#text.length
  }

  #isEnd(at: number): boolean {
    return this.#text[at] === this.#delimiter || this.#text[at] === lineEnd || at >= this.#text.length
  }

  /** Returns the end of the line, beyond the text while it isn't read. Each line is searched once. */
  #lineEndFrom(at: number): number {
    if (this.#line.from <= at && at <= this.#line.end) return this.#line.end
    const found = this.#text.indexOf(lineEnd, at)
    this.#line = { from: at, end: found < 0 ? this.#text.length + 1 : found }
    return this.#line.end
  }

  /** Returns the next quotation mark before a separator on this line, or -1. Each mark is tried once. */
  #closingMark(from: number, end: number): number {
    const known = this.#closing
    if (known.from <= from && (known.at < 0 ? from <= known.end : from <= known.at)) return known.at
    let at = this.#text.indexOf(quote, from)
    while (at >= 0 && at < end && !this.#isEnd(this.#endOfSpaces(at + 1))) at = this.#text.indexOf(quote, at + 1)
    this.#closing = { from, at: at < end ? at : -1, end }
    return this.#closing.at
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
    this.#line = { from: 0, end: -1 }
    this.#closing = { from: 0, at: -1, end: -1 }
    if (this.#text.length > longestRecordChars)
      throw new InvalidInput({ file: { code: 'quoteNotClosed', params: { row: this.#row + 1 } } })
  }
}
