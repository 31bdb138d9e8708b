import { CsvSplitter, tooWide, type RawRecord } from './csv-splitter.ts'
import { InvalidInput } from './errors.ts'

export type { RawRecord }

type Delimiter = ',' | ';' | '\t' | '|'
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

const longestHeaderChars = 64_000
/** Matches blank lines above the header. A tab stays: it may end a first column without a name. */
const emptyLines = /^(?:\s*\n)*[^\S\t\n]*/

export interface Table {
  delimiter: Delimiter
  header: string[]
  /** The records after the header, in batches. Only one batch is in memory at a time. */
  records: AsyncGenerator<RawRecord[]>
}

/** Records in which the header is looked for. */
const headerRecords = 10

/**
 * Opens a CSV text of any length. Its line ends must be `\n`.
 * @param options.isHeader finds the header among the first ten records; the first one by default
 * @throws InvalidInput emptyFile, importTooManyColumns; while reading quoteNotClosed
 */
export async function openCsv(
  text: AsyncIterable<string>,
  { isHeader }: { isHeader?: (cells: string[]) => boolean } = {},
): Promise<Table> {
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
  let delimiter = delimiters.find((one) => one === named?.[1]) ?? sniffDelimiter(first)
  let row = 0
  if (isHeader && !isHeader(splitRecord(first, delimiter))) {
    start = await readStart(start, pieces)
    const found = findHeader(start, isHeader)
    if (found) [start, delimiter, row] = [start.slice(found.at), named ? delimiter : found.delimiter, found.row]
  }
  const records = readRecords({ start, pieces, delimiter, row })
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

async function readStart(start: string, pieces: AsyncIterator<string, unknown>): Promise<string> {
  let read = start
  while (read.length < longestHeaderChars) {
    const next = await pieces.next()
    if (next.done) break
    read += next.value
  }
  return read
}

const splitRecord = (record: string, delimiter: Delimiter): string[] => {
  const splitter = new CsvSplitter(delimiter)
  splitter.add(record)
  return splitter.take(true)[0]?.cells ?? []
}

/** Finds the header below title lines. Returns its position, its separator and the number of lines above. */
function findHeader(
  start: string,
  isHeader: (cells: string[]) => boolean,
): { at: number; delimiter: Delimiter; row: number } | null {
  let at = 0
  for (let row = 0; row < headerRecords && at < start.length; row++) {
    const length = endOfRecord(start.slice(at))
    const record = start.slice(at, length < 0 ? start.length : at + length)
    const delimiter = sniffDelimiter(record)
    if (isHeader(splitRecord(record, delimiter))) return { at, delimiter, row }
    if (length < 0) return null
    at += length + 1
  }
  return null
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
  row,
}: {
  start: string
  pieces: AsyncIterator<string, unknown>
  delimiter: Delimiter
  row: number
}): AsyncGenerator<RawRecord[]> {
  const splitter = new CsvSplitter(delimiter, row)
  splitter.add(start)
  for (let last = false; !last;) {
    const next = await pieces.next()
    last = next.done === true
    if (!next.done) splitter.add(next.value)
    const batch = splitter.take(last)
    if (batch.length > 0) yield batch
  }
}
