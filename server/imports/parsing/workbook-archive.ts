import { createInflateRaw } from 'node:zlib'
import { yieldEvery } from '../../core/yield-every.ts'
import { createBrokenError, createTooLargeError, type WorkbookWork } from './workbook-work.ts'

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const pieceBytes = 64 * 1024
const stored = 0
const deflated = 8

/** The parts of a workbook by name, decompressed on demand and counted against the limits. */
export class WorkbookArchive {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #work: WorkbookWork
  readonly #entries = new Map<string, { method: number; folded: number; at: number }>()

  /** @throws InvalidInput workbookBroken, workbookTooLarge */
  constructor(bytes: Uint8Array, work: WorkbookWork) {
    this.#bytes = bytes
    this.#work = work
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#readContents()
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Yields a part's bytes in pieces, decompressed on demand. */
  async *unfold(name: string, mostBytes = this.#work.bounds.bytes): AsyncGenerator<Buffer> {
    const folded = this.#folded(name)
    const { ratio, ratioFrom } = this.#work.bounds
    let unfolded = 0
    for await (const piece of this.#entries.get(name)?.method === stored ? inPieces(folded) : inflated(folded)) {
      unfolded += piece.length
      this.#work.addBytes(piece.length)
      if (unfolded > mostBytes || (unfolded > ratioFrom && unfolded > folded.length * ratio))
        throw createTooLargeError()
      yield piece
    }
  }

  #folded(name: string): Uint8Array {
    const entry = this.#entries.get(name)
    if (!entry || entry.at + 30 > this.#bytes.length || this.#view.getUint32(entry.at, true) !== localMark)
      throw createBrokenError()
    const start = entry.at + 30 + this.#view.getUint16(entry.at + 26, true) + this.#view.getUint16(entry.at + 28, true)
    if (start + entry.folded > this.#bytes.length || (entry.method !== stored && entry.method !== deflated))
      throw createBrokenError()
    return this.#bytes.subarray(start, start + entry.folded)
  }

  #readContents(): void {
    const { length } = this.#bytes
    let end = length - 22
    const earliest = Math.max(0, end - 0xffff)
    while (end >= earliest && this.#view.getUint32(end, true) !== endMark) end--
    if (end < earliest) throw createBrokenError()
    const entries = this.#view.getUint16(end + 10, true)
    if (entries > this.#work.bounds.entries) throw createTooLargeError()
    let at = this.#view.getUint32(end + 16, true)
    for (let entry = 0; entry < entries; entry++) {
      if (at + 46 > length || this.#view.getUint32(at, true) !== entryMark) throw createBrokenError()
      const nameLength = this.#view.getUint16(at + 28, true)
      const name = new TextDecoder().decode(this.#bytes.subarray(at + 46, at + 46 + nameLength)).replace(/^\//, '')
      this.#entries.set(name, {
        method: this.#view.getUint16(at + 10, true),
        folded: this.#view.getUint32(at + 20, true),
        at: this.#view.getUint32(at + 42, true),
      })
      at += 46 + nameLength + this.#view.getUint16(at + 30, true) + this.#view.getUint16(at + 32, true)
    }
  }
}

async function* inflated(folded: Uint8Array): AsyncGenerator<Buffer> {
  const stream = createInflateRaw({ chunkSize: pieceBytes })
  stream.end(folded)
  try {
    for await (const piece of stream) yield piece as Buffer
  } catch (error) {
    // Rethrows errors that the consumer of the pieces threw.
    throw String((error as { code?: unknown }).code).startsWith('Z_') ? createBrokenError() : error
  }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Buffer> {
  const pause = yieldEvery()
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    await pause()
    yield Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(pieceBytes, bytes.length - at))
  }
}
