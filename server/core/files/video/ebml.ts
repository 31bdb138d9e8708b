import { trimEndOf } from '../../../../rules/trim-end.ts'
import { VideoRefused, type VideoFile } from './video-file.ts'

/** An element of EBML (RFC 8794). `end` is null for an unknown size, as in a live recording. */
export interface Element {
  id: number
  start: number
  body: number
  end: number | null
}

export type Closed = Element & { end: number }

const longestHead = 12

/** Reads the element at a position. @throws VideoRefused when it is invalid or reaches beyond `to` */
export async function readElement(file: VideoFile, at: number, to: number): Promise<Element> {
  file.step()
  const head = await file.at(at, Math.min(longestHead, to - at))
  const idLength = vintLength(head, 0, 4)
  const sizeLength = vintLength(head, idLength, 8)
  const size = numberAt(head, idLength, sizeLength)
  const body = at + idLength + sizeLength
  if (size !== null && size > to - body) throw new VideoRefused('damaged', 'an element ends after what it stands in')
  return { id: head.readUIntBE(0, idLength), start: at, body, end: size === null ? null : body + size }
}

export async function* iterateElements(file: VideoFile, { body, end }: Closed): AsyncGenerator<Closed> {
  for (let at = body; at < end;) {
    const element = requireClosed(await readElement(file, at, end))
    yield element
    at = element.end
  }
}

/** @throws VideoRefused for an element without an end; only a recording or its clusters may lack one */
export function requireClosed(element: Element): Closed {
  if (element.end === null) throw new VideoRefused('damaged', 'an element has no end')
  return { ...element, end: element.end }
}

/** Returns the length of a variable-size number: the leading zeros of its first byte encode it. */
function vintLength(bytes: Buffer, at: number, most: number): number {
  const length = Math.clz32(bytes[at] ?? 0) - 23
  if (length > most || at + length > bytes.length) throw new VideoRefused('damaged', 'a number is cut short')
  return length
}

/** Reads a variable-size number; null where all its bits are set: unknown. */
function numberAt(bytes: Buffer, at: number, length: number): number | null {
  const [low, high] = [
    length <= 6 ? bytes.readUIntBE(at, length) : bytes.readUIntBE(at + length - 6, 6),
    length <= 6 ? 0 : bytes.readUIntBE(at, length - 6),
  ]
  const mark = 2 ** (7 * length)
  const value = length <= 6 ? low - mark : (high - 2 ** (8 * (length - 6) - length)) * 2 ** 48 + low
  if (length <= 6 ? value === mark - 1 : low === 2 ** 48 - 1 && high === 2 ** (8 * (length - 6) - length + 1) - 1)
    return null
  return value
}

/** Reads the track number at the head of a block, and the number's length. @throws VideoRefused */
export function readTrackNumber(head: Buffer): [track: number, length: number] {
  const length = vintLength(head, 0, 4)
  return [numberAt(head, 0, length) ?? 0, length]
}

export async function readUnsigned(file: VideoFile, { body, end }: Closed): Promise<number> {
  if (end - body > 8) throw new VideoRefused('damaged', 'a number is too long')
  let value = 0
  for (const byte of await file.at(body, end - body)) value = value * 256 + byte
  return value
}

export async function readFloat(file: VideoFile, { body, end }: Closed): Promise<number> {
  const bytes = await file.at(body, Math.min(8, end - body))
  const value =
    bytes.length === 8 && end - body === 8 ? bytes.readDoubleBE(0) : bytes.length === 4 ? bytes.readFloatBE(0) : NaN
  if (!Number.isFinite(value) || value < 0) throw new VideoRefused('damaged', 'a duration is none')
  return value
}

export async function readText(file: VideoFile, { body, end }: Closed): Promise<string> {
  if (end - body > 64) throw new VideoRefused('damaged', 'a name is too long')
  return trimEndOf((await file.at(body, end - body)).toString('latin1'), '\0')
}

const voidId = 0xec

/** Makes an element void with the same length, so that later offsets stay valid. */
export async function dropElement(file: VideoFile, { start, end }: Closed): Promise<void> {
  const length = end - start
  const long = length >= 9
  const head = Buffer.alloc(long ? 9 : 2)
  head[0] = voidId
  if (long) {
    head.writeBigUInt64BE(BigInt(length - 9), 1)
    head[1] = 0x01
  } else head[1] = 0x80 | (length - 2)
  await file.blank(start + head.length, end)
  await file.write(start, head)
}
