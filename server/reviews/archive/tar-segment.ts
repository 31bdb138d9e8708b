import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'

/** A file of the archive. */
export interface Entry {
  name: string
  size: number
  content: AsyncIterable<Uint8Array>
}

export const entryOf = (name: string, bytes: Uint8Array): Entry => ({
  name,
  size: bytes.length,
  content: Readable.from([bytes]),
})

/** Ends a tar file; only the last segment has it. */
const trailerBytes = 1_024

/**
 * Compresses entries into a segment. Segments are whole gzip files without a tar trailer, so that they can be joined.
 * @param isLast asked at the end: the last segment gets the trailer
 */
export function packSegment(
  entries: AsyncIterable<Entry>,
  { isLast, mtime }: { isLast(): boolean; mtime: Date },
): Readable {
  const { readable, controller } = createTarPacker()
  const packing = async () => {
    for await (const { name, size, content } of entries) {
      const writer = controller.add({ name, size, mtime, type: 'file', mode: 0o600 }).getWriter()
      for await (const piece of content) await writer.write(piece)
      await writer.close()
    }
    controller.finalize()
  }
  packing().catch((error: unknown) => controller.error(error))
  const tar = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0])
  const gzip = createGzip({ level: 1 })
  pipeline(withoutTrailer(tar, isLast), gzip).catch(() => undefined)
  return gzip
}

async function* withoutTrailer(tar: AsyncIterable<Buffer>, isLast: () => boolean): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of tar) {
    // Large pieces are not copied.
    const all = piece.length < trailerBytes ? Buffer.concat([held, piece]) : piece
    if (all === piece && held.length > 0) yield held
    const sure = Math.max(0, all.length - trailerBytes)
    if (sure > 0) yield all.subarray(0, sure)
    held = all.subarray(sure)
  }
  if (isLast()) yield held
}
