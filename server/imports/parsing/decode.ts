import { InvalidInput } from '../../core/errors.ts'
import { yieldEvery } from '../../core/yield-every.ts'
import { detectEncoding, type Reading } from './detect-encoding.ts'
import { makeDecoder, type Encoding } from './encodings.ts'
import { LineSampler } from './line-sampler.ts'

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Binary data has a control character in about every tenth byte, a damaged text has few. */
const mostControls = 0.03
const leastZeros = 0.2
const nothingSeen = {
  total: 0,
  zerosEven: 0,
  zerosOdd: 0,
  controls: 0,
  valid: 0,
  replaced: 0,
  written: 0,
}
type Seen = typeof nothingSeen

/** How a file is read. Other readings follow if the bytes leave it open: the merchant is asked. */
export interface FoundEncoding {
  encoding: Encoding
  readings: Reading[]
}

/**
 * Finds the encoding by reading every byte: a file may be ASCII for 24 MB up to its last name. A UTF-8 file with a few
 * invalid bytes stays UTF-8; its damaged rows are refused later.
 * @throws InvalidInput emptyFile; encodingUnreadable for binary data and when no reading is text
 */
export async function findEncoding(bytes: Bytes): Promise<FoundEncoding> {
  const seen = { ...nothingSeen }
  const asUtf8 = new TextDecoder('utf-8')
  const sampler = new LineSampler()
  /** The first bytes of the file, however small its pieces: a byte order mark can only be here. */
  const start: number[] = []
  /** Matched bytes of a replacement character (three bytes) that the file itself contains. */
  let mark = 0
  const pause = yieldEvery()
  for await (const chunk of bytes) {
    if (start.length < longestMark) start.push(...chunk.subarray(0, longestMark - start.length))
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number
      if (byte >= 0x80) {
        mark = byte === 0xef ? 1 : (mark === 1 && byte === 0xbf) || (mark === 2 && byte === 0xbd) ? mark + 1 : 0
        if (mark === 3) seen.written++
      } else if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
        if (byte !== 0) seen.controls++
        else if ((seen.total + at) % 2 === 0) seen.zerosEven++
        else seen.zerosOdd++
      }
    }
    sampler.add(chunk)
    seen.total += chunk.length
    await pause()
    countCharacters(asUtf8.decode(chunk, { stream: true }), seen)
  }
  countCharacters(asUtf8.decode(), seen)
  if (seen.total === 0) throw new InvalidInput({ file: 'emptyFile' })
  const unicode = encodingOfMark(start) ?? unicodeOf(seen)
  if (unicode) return { encoding: unicode, readings: [] }
  const readings = isBinary(seen) ? [] : await detectEncoding(sampler.lines())
  const [likeliest] = readings
  if (!likeliest) throw new InvalidInput({ file: 'encodingUnreadable' })
  return { encoding: likeliest.encoding, readings: readings.length > 1 ? readings : [] }
}

function unicodeOf(seen: Seen): Encoding | null {
  const { total, zerosEven, zerosOdd } = seen
  if (zerosOdd > total * leastZeros && zerosEven < zerosOdd / 4) return 'utf-16le'
  if (zerosEven > total * leastZeros && zerosOdd < zerosEven / 4) return 'utf-16be'
  // Damage from before the file was written doesn't hint at another encoding.
  const broken = seen.replaced - seen.written
  return !isBinary(seen) && (broken === 0 || seen.valid > broken) ? 'utf-8' : null
}

/** Whether there are too many control characters for a text. One or two may be in any file. */
const isBinary = ({ total, controls, zerosEven, zerosOdd }: Seen): boolean =>
  controls + zerosEven + zerosOdd > 1 + total * mostControls

function countCharacters(text: string, seen: Seen): void {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0xfffd) seen.replaced++
    else if (unit >= 0x80) seen.valid++
  }
}

const longestMark = 4

function encodingOfMark(start: readonly number[]): Encoding | null {
  const [a, b, c, d] = start
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe && !(c === 0 && d === 0)) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return null
}

/**
 * Decodes text in pieces without the byte order mark, with `\n` as line end. Drops NUL, which some exporters write in
 * empty cells and PostgreSQL can't store.
 */
export async function* decodeText(bytes: Bytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = makeDecoder(encoding)
  let heldReturn = false
  for await (const chunk of bytes) {
    let text = withoutNul(decoder.decode(chunk, { stream: true }))
    if (heldReturn) text = '\r' + text
    // Holds back a final carriage return: it may be half of a line end.
    heldReturn = text.endsWith('\r')
    if (heldReturn) text = text.slice(0, -1)
    if (text) yield unifyLineEnds(text)
  }
  const rest = (heldReturn ? '\r' : '') + withoutNul(decoder.decode())
  if (rest) yield unifyLineEnds(rest)
}

const withoutNul = (text: string): string => text.replaceAll('\0', '')
const unifyLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)
