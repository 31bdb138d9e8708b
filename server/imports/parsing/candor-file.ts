import { isSignatureRow } from '../../reviews/export/file-signature.ts'
import { unguard } from '../../core/formula-guard.ts'
import { openCsv, type RawRecord, type Table } from '../../core/csv.ts'
import { decodeText, type Bytes } from './decode.ts'
import { makeDecoder, type Encoding } from './encodings.ts'

/**
 * Opens our own CSV with every text unchanged, including carriage returns within texts. If another program saved it
 * again, those carriage returns are already lost.
 */
export async function openCandorCsv(bytes: Bytes, encoding: Encoding): Promise<Table> {
  const table = await openCsv(exactText(bytes, encoding))
  return { ...table, records: skipSignature(table.records) }
}

/** Yields every row without guards, with the header and signature: the data that the signature covers. */
export async function* readCandorRows(bytes: Bytes, encoding: Encoding): AsyncGenerator<string[][]> {
  const { header, records } = await openCsv(exactText(bytes, encoding))
  yield [header]
  for await (const some of records) {
    // We never write broken quotes.
    if (some.some(({ broken }) => broken)) return
    yield some.map(({ cells }) => fitToLength(cells, header.length).map(unguard))
  }
}

/** Spreadsheet programs drop or add empty cells at the end of a row. */
export function fitToLength(cells: readonly string[], length: number): string[] {
  const surplus = cells.slice(length).some((cell) => cell !== '')
  return surplus ? [...cells] : Array.from({ length }, (_none, at) => cells[at] ?? '')
}

export async function* skipSignature(records: AsyncIterable<RawRecord[]>): AsyncGenerator<RawRecord[]> {
  for await (const some of records) {
    const kept = some.filter(({ cells }) => !isSignatureRow(cells))
    if (kept.length > 0) yield kept
  }
}

async function* exactText(bytes: Bytes, encoding: Encoding): AsyncGenerator<string> {
  let ends: string | undefined
  const watched = (async function* () {
    for await (const piece of readWholeHeaderFirst(bytes)) {
      ends ??= /[\r\n]/.exec(makeDecoder(encoding).decode(piece))?.[0] ?? ''
      yield piece
    }
  })()
  const pieces: AsyncIterator<Uint8Array, unknown> = watched
  const first = await pieces.next()
  if (first.done) return
  const again = (async function* () {
    yield first.value
    yield* watched
  })()
  yield* ends === '\r' ? decodeText(again, encoding) : decodeAsItIs(again, encoding)
}

const longestNames = 4_096

/** The header's line end shows which line ends the file uses. */
async function* readWholeHeaderFirst(bytes: Bytes): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0)
  let begun = false
  for await (const piece of bytes) {
    if (begun) yield piece
    else {
      start = Buffer.concat([start, piece])
      if (start.length < longestNames) continue
      begun = true
      yield start
    }
  }
  if (!begun) yield start
}

async function* decodeAsItIs(bytes: Bytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = makeDecoder(encoding)
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true })
    if (text) yield text
  }
  const rest = decoder.decode()
  if (rest) yield rest
}
