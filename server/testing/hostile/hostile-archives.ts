import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A raw entry of an archive, possibly with false metadata. */
export interface RawEntry {
  name: string
  folded: Buffer
  /** Declared uncompressed size. */
  size?: number
  method?: number
  flags?: number
  /** Index of the entry whose compressed bytes it shares. */
  sameAs?: number
}

export const foldedEntry = (name: string, content: string | Buffer): RawEntry => ({
  name,
  folded: deflateRawSync(content),
  size: Buffer.byteLength(content),
})

/** Builds a deflate stream that inflates to `start`, copies of the piece up to `most` bytes, and `end`. */
export function foldedBomb({
  start,
  piece,
  times,
  most,
  end,
}: {
  start: string
  piece: Buffer
  times: number
  most: number
  end: string
}): Buffer {
  const part = (content: string | Buffer) => deflateRawSync(content, { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
  const folded = part(piece)
  return Buffer.concat([
    part(start),
    ...Array.from<Buffer>({ length: Math.min(times, Math.floor(most / folded.length)) }).fill(folded),
    deflateRawSync(end),
  ])
}

/** Writes an archive of raw entries. `count`: the declared number of entries. */
export function rawArchive(entries: readonly RawEntry[], { count = entries.length, comment = '' } = {}): Buffer {
  const [files, contents, places]: [Buffer[], Buffer[], number[]] = [[], [], []]
  let at = 0
  for (const { name, folded, size = folded.length, method = 8, flags = 0, sameAs } of entries) {
    const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)]
    local.writeUInt32LE(0x04034b50)
    central.writeUInt32LE(0x02014b50)
    for (const [header, start] of [
      [local, 6],
      [central, 8],
    ] as const) {
      header.writeUInt16LE(flags, start)
      header.writeUInt16LE(method, start + 2)
      header.writeUInt32LE(crc32(folded), start + 8)
      header.writeUInt32LE(folded.length, start + 12)
      header.writeUInt32LE(size >>> 0, start + 16)
      header.writeUInt16LE(Math.min(Buffer.byteLength(name), 0xffff), start + 20)
    }
    const place = sameAs === undefined ? at : (places[sameAs] ?? at)
    places.push(place)
    central.writeUInt32LE(place, 42)
    if (sameAs === undefined) {
      files.push(local, Buffer.from(name), folded)
      at += 30 + Buffer.byteLength(name) + folded.length
    }
    contents.push(central, Buffer.from(name))
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(count & 0xffff, 8)
  end.writeUInt16LE(count & 0xffff, 10)
  end.writeUInt32LE(
    contents.reduce((sum, { length }) => sum + length, 0),
    12,
  )
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(Math.min(comment.length, 0xffff), 20)
  return Buffer.concat([...files, ...contents, end, Buffer.from(comment)])
}
