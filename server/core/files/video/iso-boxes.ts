import { VideoRefused, type VideoFile } from './video-file.ts'

/** A box of ISO 14496-12: positions of its start, content and end. */
export interface Box {
  type: string
  start: number
  body: number
  end: number
}

const headBytes = 8
const longHeadBytes = 16

/** Yields the boxes of a range; only a file's last box may omit its length. @throws VideoRefused */
export async function* iterateBoxes(file: VideoFile, from: number, to: number): AsyncGenerator<Box> {
  let at = from
  while (to - at >= headBytes) {
    file.step()
    const head = await file.at(at, Math.min(longHeadBytes, to - at))
    const type = head.toString('latin1', 4, 8)
    const [size, body] = sizeOf(head, { at, to, open: to === file.size })
    yield { type, start: at, body, end: at + size }
    at += size
  }
  // Some writers end a list with four zeros.
  await file.blank(at, to)
}

function sizeOf(
  head: Buffer,
  { at, to, open }: { at: number; to: number; open: boolean },
): [size: number, body: number] {
  const short = head.readUInt32BE(0)
  if (short === 0 && open) return [to - at, at + headBytes]
  if (short !== 1) return [requireBetween(short, headBytes, to - at), at + headBytes]
  if (head.length < longHeadBytes) throw new VideoRefused('damaged', 'a box is cut short')
  const long = head.readBigUInt64BE(headBytes)
  return [
    requireBetween(long > BigInt(Number.MAX_SAFE_INTEGER) ? Infinity : Number(long), longHeadBytes, to - at),
    at + longHeadBytes,
  ]
}

function requireBetween(size: number, least: number, most: number): number {
  if (size < least || size > most) throw new VideoRefused('damaged', 'a box has no honest size')
  return size
}

const free = Buffer.from('free')

/** Makes a box `free` with the same length, so that later offsets stay valid. */
export async function dropBox(file: VideoFile, { start, body, end }: Box): Promise<void> {
  await file.write(start + 4, free)
  await file.blank(body, end)
}

export async function readFromBox(
  file: VideoFile,
  { body, end }: Box,
  [offset, length]: readonly [number, number],
): Promise<Buffer> {
  if (body + offset + length > end) throw new VideoRefused('damaged', 'a box is too short')
  return file.at(body + offset, length)
}

/** Yields a table's rows after `head` bytes and a count. @throws VideoRefused when rows are missing */
export async function* iterateRows(
  file: VideoFile,
  box: Box,
  { head = 4, width }: { head?: number; width: number },
): AsyncGenerator<Buffer> {
  const count = (await readFromBox(file, box, [head, 4])).readUInt32BE(0)
  if (box.body + head + 4 + count * width > box.end) throw new VideoRefused('damaged', 'a table is cut short')
  const atOnce = Math.floor(32_768 / width)
  for (let row = 0; row < count; row += atOnce) {
    const taken = Math.min(atOnce, count - row)
    const rows = Buffer.from(await readFromBox(file, box, [head + 4 + row * width, taken * width]))
    for (let at = 0; at < rows.length; at += width) {
      file.step()
      yield rows.subarray(at, at + width)
    }
  }
}

/** Reads time scale and duration in seconds of mvhd or mdhd; 0 if unknown. Blanks the dates. */
export async function readTimes(file: VideoFile, box: Box): Promise<{ scale: number; seconds: number }> {
  const long = await dropDates(file, box)
  const fields = await readFromBox(file, box, [long ? 20 : 12, long ? 12 : 8])
  const scale = fields.readUInt32BE(0)
  if (scale === 0) throw new VideoRefused('damaged', 'it has no time scale')
  const unknown = long ? fields.readBigUInt64BE(4) === 0xffff_ffff_ffff_ffffn : fields.readUInt32BE(4) === 0xffff_ffff
  const duration = long ? Number(fields.readBigUInt64BE(4)) : fields.readUInt32BE(4)
  return { scale, seconds: unknown ? 0 : duration / scale }
}

/** Blanks the creation and change dates in mvhd, tkhd and mdhd. Returns whether the box has long fields. */
export async function dropDates(file: VideoFile, box: Box): Promise<boolean> {
  const long = (await readFromBox(file, box, [0, 20]))[0] === 1
  await file.blank(box.body + 4, box.body + (long ? 20 : 12))
  return long
}
