import { InvalidInput } from '../../core/errors.ts'
import { yieldEvery } from '../../core/yield-every.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Bytes without a meaning in Windows-1252; a text with one uses another encoding. */
const undefinedIn1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** Western European text has an accent in about every tenth letter. Misread other scripts are nearly all accents. */
const mostAccents = 0.35
const mostControls = 0.001
const leastZeros = 0.2

const nothingSeen = {
  total: 0,
  zerosEven: 0,
  zerosOdd: 0,
  controls: 0,
  high: 0,
  letters: 0,
  undefined1252: 0,
  valid: 0,
  replaced: 0,
  written: 0,
}
type Seen = typeof nothingSeen

/**
 * Finds the encoding by reading every byte: a file may be ASCII for 24 MB up to its last name. A UTF-8 file with a few
 * invalid bytes stays UTF-8; its damaged rows are refused later.
 * @throws InvalidInput emptyFile; encodingUnreadable for binary data and when no encoding is a safe choice
 */
export async function findEncoding(bytes: Bytes): Promise<Encoding> {
  const seen = { ...nothingSeen }
  const asUtf8 = new TextDecoder('utf-8')
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
        seen.high++
        mark = byte === 0xef ? 1 : (mark === 1 && byte === 0xbf) || (mark === 2 && byte === 0xbd) ? mark + 1 : 0
        if (mark === 3) seen.written++
        if (undefinedIn1252.has(byte)) seen.undefined1252++
      } else if (byte >= 0x41) seen.letters++
      else if (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
        if (byte !== 0) seen.controls++
        else if ((seen.total + at) % 2 === 0) seen.zerosEven++
        else seen.zerosOdd++
      }
    }
    seen.total += chunk.length
    await pause()
    countCharacters(asUtf8.decode(chunk, { stream: true }), seen)
  }
  countCharacters(asUtf8.decode(), seen)
  if (seen.total === 0) throw new InvalidInput({ file: 'emptyFile' })
  const found = encodingOfMark(start) ?? chooseEncoding(seen)
  if (!found) throw new InvalidInput({ file: 'encodingUnreadable' })
  return found
}

function chooseEncoding(seen: Seen): Encoding | null {
  const { total, zerosEven, zerosOdd } = seen
  if (zerosOdd > total * leastZeros && zerosEven < zerosOdd / 4) return 'utf-16le'
  if (zerosEven > total * leastZeros && zerosOdd < zerosEven / 4) return 'utf-16be'
  if (zerosEven + zerosOdd > 0 || seen.controls > total * mostControls) return null
  // Damage from before the file was written doesn't hint at another encoding.
  const broken = seen.replaced - seen.written
  if (broken === 0 || seen.valid > broken) return 'utf-8'
  if (seen.undefined1252 > 0 || seen.high > (seen.high + seen.letters) * mostAccents) return null
  return 'windows-1252'
}

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
  const decoder = new TextDecoder(encoding)
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
