import Papa from 'papaparse'
import { InvalidInput } from '../../errors.ts'
import type { MessageCode } from '../../../rules/messages.ts'

export type Delimiter = ',' | ';' | '\t' | '|'
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|']

/** A record longer than this is an unclosed quotation mark that swallows the file. */
const longestRecordChars = 1_000_000
const longestHeaderChars = 64_000

export interface RawRecord {
  /** Number of the record in the file, the header being 1; quoted line ends do not count, blank lines do. */
  row: number
  cells: string[]
  /** Why the record cannot be trusted, if its quotes are broken. */
  broken?: MessageCode
}

export interface Table {
  delimiter: Delimiter
  header: string[]
  /** Every record after the header, in batches as they are read: only one batch is held at a time. */
  records: AsyncGenerator<RawRecord[]>
}

/**
 * Opens a separated text of any length. Line ends must be `\n` (decodeText sees to it).
 * @throws InvalidInput emptyFile; while reading quoteNotClosed
 */
export async function openCsv(text: AsyncIterable<string>): Promise<Table> {
  const pieces: AsyncIterator<string, unknown> = text[Symbol.asyncIterator]()
  let start = ''
  let end = -1
  while (end < 0 && start.length < longestHeaderChars) {
    const next = await pieces.next()
    if (next.done) break
    start += next.value
    start = start.replace(/^[\n\s]+/, '')
    end = endOfRecord(start)
  }
  if (start === '') throw new InvalidInput({ file: 'emptyFile' })
  const named = /^sep=(.)\n/i.exec(start)
  if (named) start = start.slice(named[0].length)
  const first = start.slice(0, endOfRecord(start) + 1 || start.length)
  const delimiter = delimiters.find((one) => one === named?.[1]) ?? sniffDelimiter(first)
  const records = readRecords({ start, pieces, delimiter })
  const opening = await records.next()
  const [header, ...rest] = opening.done ? [] : opening.value
  if (!header) throw new InvalidInput({ file: 'emptyFile' })
  return { delimiter, header: header.cells, records: (async function* () {
    if (rest.length > 0) yield rest
    yield* records
  })() }
}

/** The separator that stands most often outside quotes in the first record; a comma when none does. */
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

async function* readRecords({ start, pieces, delimiter }: { start: string; pieces: AsyncIterator<string, unknown>; delimiter: Delimiter }): AsyncGenerator<RawRecord[]> {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  let row = 0
  let unread = start
  for (let last = false; !last;) {
    const next = await pieces.next()
    last = next.done === true
    if (!next.done) unread += next.value
    // Lines without anything are counted, not read: a file may have millions, and each would be a record of its own.
    const blank = /^\n*/.exec(unread)?.[0].length ?? 0
    row += blank
    unread = unread.slice(blank)
    if (unread === '') continue
    const { data, errors, meta } = parser.parse(unread, 0, !last) as Papa.ParseResult<string[]>
    unread = last ? '' : unread.slice(meta.cursor)
    const broken = new Map<number, MessageCode>()
    for (const error of errors) if (error.row !== undefined && error.row < data.length) broken.set(error.row, error.code === 'MissingQuotes' ? 'quoteNotClosed' : 'badRow')
    if (unread.length > longestRecordChars) throw new InvalidInput({ file: { code: 'quoteNotClosed', params: { row: row + data.length + 1 } } })
    const batch: RawRecord[] = []
    for (const [index, cells] of data.entries()) {
      row++
      if (cells.length === 1 && cells[0] === '') continue
      const reason = broken.get(index)
      batch.push(reason ? { row, cells, broken: reason } : { row, cells })
    }
    if (batch.length > 0) yield batch
  }
}
