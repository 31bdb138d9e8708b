import { InvalidInput } from '../../errors.ts'

const megabyte = 1024 * 1024

/**
 * What reading a workbook may take. A cell of an honest one holds up to 32,767 characters, its row up to 16,384 cells; text
 * in a sheet of 25 MB unfolds to about ten times as much, empty cells with a look to twenty.
 */
export const workbookBounds = {
  entries: 1_000,
  /** All that is unfolded, the same entry twice counted twice. */
  bytes: 400 * megabyte,
  /** An entry that has unfolded to `ratioFrom` and more may be so many times its folded size. */
  ratio: 100,
  ratioFrom: 8 * megabyte,
  /** A tag, a comment or the text between two tags. */
  tokenBytes: megabyte,
  depth: 64,
  rowBytes: 4 * megabyte,
  rowCells: 16_384,
  /** Of one sheet. */
  rows: 1_048_576,
  /** Of all sheets, those left out before another one among them. */
  cells: 50_000_000,
  /** The list of texts that cells share is held in memory whole. */
  sharedBytes: 64 * megabyte,
  sharedTexts: 1_000_000,
  /** Any other part: what sheets there are, where, how they look. */
  partBytes: 8 * megabyte,
  /** Wall time of our own work on it; the time of whoever takes the rows is not counted. The largest honest file takes 4 s of an idle machine. */
  milliseconds: 20_000,
}

export type WorkbookBounds = Readonly<typeof workbookBounds>

/** The work of one reading, counted while it is done: nothing a file says about itself is believed. */
export class WorkbookWork {
  readonly bounds: WorkbookBounds
  bytes = 0
  cells = 0
  #milliseconds = 0
  #since = 0

  constructor(bounds: Partial<WorkbookBounds> = {}) {
    this.bounds = { ...workbookBounds, ...bounds }
  }

  addBytes(count: number): void {
    this.bytes += count
    if (this.bytes > this.bounds.bytes) throw tooLarge()
  }

  addCells(count: number): void {
    this.cells += count
    if (this.cells > this.bounds.cells) throw tooLarge()
  }

  begin(): void {
    this.#since = performance.now()
  }

  pause(): void {
    this.#milliseconds += performance.now() - this.#since
    if (this.#milliseconds > this.bounds.milliseconds) throw tooLarge()
  }
}

/** What cannot be unfolded or is no workbook within. */
export const broken = (): InvalidInput => new InvalidInput({ file: 'workbookBroken' })

/** More than an honest workbook of its size holds. */
export const tooLarge = (): InvalidInput => new InvalidInput({ file: 'workbookTooLarge' })

/** A row with too many cells, too long a cell, or a cell past the sheet. */
export const rowTooLarge = (row: number): InvalidInput => new InvalidInput({ file: { code: 'workbookRowTooLarge', params: { row } } })
