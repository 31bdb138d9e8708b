import { InvalidInput } from '../../core/errors.ts'

const megabyte = 1024 * 1024

/**
 * Limits for reading a workbook. An honest cell holds up to 32,767 characters, a row up to 16,384 cells. Text in a
 * sheet of 25 MB decompresses to about ten times its size, styled empty cells to twenty times.
 */
export const workbookBounds = {
  entries: 1_000,
  /** All decompressed bytes; reading an entry twice counts twice. */
  bytes: 400 * megabyte,
  /** Ratio to the compressed size, for entries above `ratioFrom`. */
  ratio: 100,
  ratioFrom: 8 * megabyte,
  /** A tag, a comment or the text between two tags. */
  tokenBytes: megabyte,
  depth: 64,
  rowBytes: 4 * megabyte,
  /** Characters of a row. Counts shared texts in full, though their references are short. */
  rowChars: megabyte,
  rowCells: 16_384,
  rows: 1_048_576,
  /** All sheets together, including skipped ones. */
  cells: 50_000_000,
  /** Characters of all cells: ten times the largest upload. */
  chars: 250 * megabyte,
  /** The list of shared texts is held in memory. */
  sharedBytes: 64 * megabyte,
  sharedTexts: 1_000_000,
  /** Any other part, such as the list of sheets and the styles. */
  partBytes: 8 * megabyte,
  /**
   * CPU time of our own parsing, over all reads of the file. Excludes the consumer of the rows and other processes. The
   * largest honest file takes 4 s.
   */
  milliseconds: 8_000,
}

/** Limits in the serving process (isLarge); larger workbooks go to the worker. Honest files need half. */
export const littleWorkbook = { bytes: 12 * megabyte, chars: 8 * megabyte, cells: 500_000 }

export type WorkbookBounds = Readonly<typeof workbookBounds>

/** CPU time of all reads of an upload so far. */
interface Clock {
  microseconds: number
}

const clocks = new WeakMap<Uint8Array, Clock>()

/** Counts the work of one read as it happens, because a file's own sizes can't be trusted. */
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

  /** Starts a read whose time adds to that of earlier reads of the same upload. */
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

function readThreadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

export const createBrokenError = (): InvalidInput => new InvalidInput({ file: 'workbookBroken' })

/** The content exceeds that of an honest workbook. */
export const createTooLargeError = (): InvalidInput => new InvalidInput({ file: 'workbookTooLarge' })

/** A row has too many cells, too long a cell, or a cell past the sheet. */
export const createRowTooLargeError = (row: number): InvalidInput =>
  new InvalidInput({ file: { code: 'workbookRowTooLarge', params: { row } } })
