import { InvalidInput } from '../../core/errors.ts'

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
  /** Characters of a row. A text that cells share is short where they name it: what they come to is counted. */
  rowChars: megabyte,
  rowCells: 16_384,
  /** Of one sheet. */
  rows: 1_048_576,
  /** Of all sheets, those left out before another one among them. */
  cells: 50_000_000,
  /** Characters of all cells, ten times the largest upload. */
  chars: 250 * megabyte,
  /** The list of texts that cells share is held in memory whole. */
  sharedBytes: 64 * megabyte,
  sharedTexts: 1_000_000,
  /** Any other part: what sheets there are, where, how they look. */
  partBytes: 8 * megabyte,
  /**
   * Time of the processor that our own work on it takes, however often it is read; what whoever takes the rows does with them, and
   * what others do on the machine, is not counted. The largest honest file takes 4 s.
   */
  milliseconds: 8_000,
}

/** Of one that is read in the process that serves (isLarge): what comes to more is read aside. Honest ones of that size come to half of it. */
export const littleWorkbook = { bytes: 12 * megabyte, chars: 8 * megabyte, cells: 500_000 }

export type WorkbookBounds = Readonly<typeof workbookBounds>

/** Time that readings of an upload have taken so far. */
interface Clock {
  microseconds: number
}

const clocks = new WeakMap<Uint8Array, Clock>()

/** The work of one reading, counted while it is done: nothing a file says about itself is believed. */
export class WorkbookWork {
  readonly bounds: WorkbookBounds
  bytes = 0
  cells = 0
  chars = 0
  readonly #clock: Clock
  #since = 0

  constructor(bounds: Partial<WorkbookBounds> = {}, clock: Clock = { microseconds: 0 }) {
    this.bounds = { ...workbookBounds, ...bounds }
    this.#clock = clock
  }

  /** One of the readings of an upload, whose time goes on where that of the others has ended. */
  static on(upload: Uint8Array, bounds: Partial<WorkbookBounds> = {}): WorkbookWork {
    const clock = clocks.get(upload) ?? { microseconds: 0 }
    clocks.set(upload, clock)
    return new WorkbookWork(bounds, clock)
  }

  addBytes(count: number): void {
    this.bytes += count
    if (this.bytes > this.bounds.bytes) throw createTooLargeError()
  }

  addCells(count: number): void {
    this.cells += count
    if (this.cells > this.bounds.cells) throw createTooLargeError()
  }

  addChars(count: number): void {
    this.chars += count
    if (this.chars > this.bounds.chars) throw createTooLargeError()
  }

  begin(): void {
    this.#since = readThreadTime()
  }

  pause(): void {
    this.#clock.microseconds += readThreadTime() - this.#since
    if (this.#clock.microseconds > this.bounds.milliseconds * 1000) throw createTooLargeError()
  }
}

/** Microseconds of the processor that this thread has had. */
function readThreadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/** What cannot be unfolded or is no workbook within. */
export const createBrokenError = (): InvalidInput => new InvalidInput({ file: 'workbookBroken' })

/** More than an honest workbook of its size holds. */
export const createTooLargeError = (): InvalidInput => new InvalidInput({ file: 'workbookTooLarge' })

/** A row with too many cells, too long a cell, or a cell past the sheet. */
export const rowTooLarge = (row: number): InvalidInput =>
  new InvalidInput({ file: { code: 'workbookRowTooLarge', params: { row } } })
