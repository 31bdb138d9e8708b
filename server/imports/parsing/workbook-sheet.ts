import { dayMs } from '../../../rules/dates.ts'
import { createRowTooLargeError, createTooLargeError, type WorkbookWork } from './workbook-work.ts'
import { XmlMarks, type XmlMark } from './workbook-xml.ts'

export type NumberMeaning = 'number' | 'date' | 'percent'

/** Data from other parts of the workbook that a sheet's cells refer to. */
export interface Meanings {
  shared: SharedTexts
  /** By style number: how it shows a number. */
  numbers: readonly NumberMeaning[]
  from1904: boolean
}

const lotusLeapDay = 60
const percentDigits = 6
const blockBytes = 4 * 1024 * 1024

/** Shared texts, kept as bytes: a workbook may have a million. */
export class SharedTexts {
  readonly #work: WorkbookWork
  readonly #blocks: Buffer[] = []
  readonly #ends: number[] = []
  readonly #starts: number[] = []
  #used = blockBytes

  constructor(work: WorkbookWork) {
    this.#work = work
  }

  add(text: string): void {
    const length = Buffer.byteLength(text)
    if (this.#starts.length >= this.#work.bounds.sharedTexts || length > blockBytes) throw createTooLargeError()
    if (this.#used + length > blockBytes) {
      this.#blocks.push(Buffer.allocUnsafeSlow(blockBytes))
      this.#used = 0
    }
    this.#blocks.at(-1)?.write(text, this.#used)
    this.#starts.push((this.#blocks.length - 1) * blockBytes + this.#used)
    this.#used += length
    this.#ends.push((this.#blocks.length - 1) * blockBytes + this.#used)
  }

  at(index: number): string {
    const [start, end] = [this.#starts[index], this.#ends[index]]
    if (start === undefined || end === undefined || start === end) return ''
    const block = Math.floor(start / blockBytes)
    return this.#blocks[block]?.toString('utf8', start - block * blockBytes, end - block * blockBytes) ?? ''
  }
}

export class RowReader {
  readonly #meanings: Meanings
  readonly #work: WorkbookWork
  #row: string[] | null = null
  #rows = 0
  #rowStart = 0
  #cells = 0
  /** Characters of the current or last row. */
  chars = 0
  #next = 0
  #cell: { column: number; type: string; style: number } | null = null
  #takes = false
  #phonetic = false
  #text = ''
  #value = ''
  #inline = ''

  constructor(meanings: Meanings, work: WorkbookWork) {
    this.#meanings = meanings
    this.#work = work
  }

  take(xml: XmlMarks, mark: XmlMark): string[] | null {
    if (this.#row && xml.offset - this.#rowStart > this.#work.bounds.rowBytes) throw createRowTooLargeError(this.#rows)
    if (mark === 'open') this.#open(xml)
    else if (mark === 'close') return this.#close(xml.name)
    else if (this.#takes) this.#text += xml.text()
    return null
  }

  #open(xml: XmlMarks): void {
    if (xml.name === 'row' && !this.#row) this.#openRow(xml)
    else if (xml.name === 'c' && this.#row && !this.#cell) this.#openCell(xml)
    else if (xml.name === 'rPh') this.#phonetic = true
    else if (this.#cell && (xml.name === 'v' || xml.name === 't')) {
      this.#takes = !this.#phonetic
      this.#text = ''
    }
  }

  #openRow(xml: XmlMarks): void {
    this.#rows++
    if (this.#rows > this.#work.bounds.rows || Number(xml.attributes().get('r') ?? 1) > this.#work.bounds.rows)
      throw createRowTooLargeError(this.#rows)
    this.#row = []
    this.#rowStart = xml.offset
    this.#cells = 0
    this.chars = 0
    this.#next = 0
  }

  #openCell(xml: XmlMarks): void {
    const attributes = xml.attributes()
    const reference = attributes.get('r')
    const column = reference === undefined ? this.#next : columnOf(reference)
    if (!(column < this.#work.bounds.rowCells) || ++this.#cells > this.#work.bounds.rowCells)
      throw createRowTooLargeError(this.#rows)
    this.#next = column + 1
    this.#cell = { column, type: attributes.get('t') ?? '', style: Number(attributes.get('s') ?? -1) }
    this.#value = ''
    this.#inline = ''
  }

  #close(name: string): string[] | null {
    if (name === 'v' && this.#takes) this.#value = this.#ended()
    else if (name === 't' && this.#takes) this.#inline += unescapeText(this.#ended())
    else if (name === 'rPh') this.#phonetic = false
    else if (name === 'c' && this.#row && this.#cell) this.#keep(this.#row, this.#cell)
    else if (name === 'row') {
      const row = this.#row
      this.#row = null
      this.#cell = null
      return row
    }
    return null
  }

  #ended(): string {
    this.#takes = false
    return this.#text
  }

  #keep(row: string[], { column, type, style }: { column: number; type: string; style: number }): void {
    this.#cell = null
    const text = this.#textOf(type, style)
    if (text === '') return
    this.chars += text.length
    if (this.chars > this.#work.bounds.rowChars) throw createRowTooLargeError(this.#rows)
    this.#work.addChars(text.length)
    if (column >= row.length) this.#work.addCells(column + 1 - row.length)
    while (row.length < column) row.push('')
    row[column] = text
  }

  #textOf(type: string, style: number): string {
    const value = this.#value
    if (type === 'inlineStr') return this.#inline
    if (type === 's') return value.trim() === '' ? '' : this.#meanings.shared.at(Number(value))
    if (type === 'str') return unescapeText(value)
    if (type === 'b') return String(value === '1' || value.toLowerCase() === 'true')
    if (type === 'e' || value === '') return value
    const number = Number(value)
    if (Number.isNaN(number)) return value
    const meaning = this.#meanings.numbers[style]
    if (meaning === 'percent') return `${String(Number((number * 100).toFixed(percentDigits)))}%`
    return (meaning === 'date' && dateOf(number, this.#meanings.from1904)) || String(number)
  }
}

/** Returns the column of a reference such as `AB12`, from 0; NaN if invalid. */
function columnOf(reference: string): number {
  let column = 0
  let at = 0
  // Accepts either case. No sheet has four letters.
  for (
    let letter = reference.charCodeAt(at) & 0x5f;
    letter >= 0x41 && letter <= 0x5a && at < 4;
    letter = reference.charCodeAt(++at) & 0x5f
  )
    column = column * 26 + letter - 0x40
  return at === 0 ? Number.NaN : column - 1
}

/**
 * Formats an Excel day number as ISO without a zone; as a day if it has no time. Excel's 1900 has a 29th of February.
 * Returns null past the calendar.
 */
function dateOf(serial: number, from1904: boolean): string | null {
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < lotusLeapDay ? 31 : 30)
  const date = new Date(start + Math.round(serial * dayMs))
  if (Number.isNaN(date.getTime())) return null
  return Number.isInteger(serial) ? date.toISOString().slice(0, 10) : date.toISOString().slice(0, -1)
}

/** Decodes `_x0041_`, a workbook's escape for characters that XML can't hold. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_written, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
