import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FilePort } from '../core/files/files.ts'
import { productPicture, renderPicture } from './catalog/art.ts'
import { demoCatalog } from './catalog/catalog.ts'

/** Edge lengths in pixels. */
export const pictureSizes = [600, 1200] as const
type PictureSize = (typeof pictureSizes)[number]

const painting = new Map<string, Promise<Buffer>>()

/** Returns a picture of a product as WebP: painted on the first request, then stored. Null for an unknown product. */
export async function demoPicture(
  files: FilePort,
  handle: string,
  size: PictureSize,
): Promise<{ etag: string; bytes: Buffer } | null> {
  const product = demoCatalog('').find((candidate) => candidate.handle === handle)
  if (!product) return null
  const picture = productPicture(...product.picture)
  const hash = createHash('sha256').update(picture).digest('hex').slice(0, 16)
  const key = `demo/pictures/${hash}-${size}`
  const kept = await files.get(key)
  return {
    etag: `"${hash}-${size}"`,
    bytes: kept ? await buffer(kept.stream) : await paintOnce(files, { key, picture, size }),
  }
}

function paintOnce(
  files: FilePort,
  { key, picture, size }: { key: string; picture: string; size: PictureSize },
): Promise<Buffer> {
  const running = painting.get(key)
  if (running) return running
  const started = renderPicture(picture, size)
    .then(async (bytes) => {
      await files.put(key, bytes, { contentType: 'image/webp' })
      return bytes
    })
    .finally(() => painting.delete(key))
  painting.set(key, started)
  return started
}
