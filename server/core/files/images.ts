import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { Metadata } from 'sharp'
import type { FilePort } from './files.ts'

/** Longest side in pixels of what we keep of a picture. */
export const imageSizes = { large: 1600, medium: 640, small: 160 } as const
export type ImageSize = keyof typeof imageSizes

export interface StoredImage {
  /** `shopId/<sha256 of the bytes as they came>`; the sizes lie below it. */
  key: string
  width: number
  height: number
}

/** Pixels decoded at most (goal R17). */
const maxPixels = 25_000_000

const decodable = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

export type ImageProblem = 'notAnImage' | 'tooManyPixels' | 'damaged'

/** Bytes that are not a picture we keep. SVG and HTML are `notAnImage`, whatever they are called. */
export class ImageRefused extends Error {
  readonly problem: ImageProblem
  constructor(problem: ImageProblem, cause?: unknown) {
    super(`Picture refused: ${problem}`, { cause })
    this.name = 'ImageRefused'
    this.problem = problem
  }
}

/** Where a size of a stored picture lies. */
export function imageKey(key: string, size: ImageSize): string {
  return `${key}/${size}`
}

/**
 * Decodes an untrusted picture and keeps it newly encoded in three sizes, upright and without its metadata (place, camera,
 * comments). The same bytes get the same key, so storing twice is storing once. @throws ImageRefused
 */
export async function storeImage(
  files: Pick<FilePort, 'put'>,
  shopId: string,
  bytes: Uint8Array,
): Promise<StoredImage> {
  const { width, height } = await inspect(bytes)
  const key = `${shopId}/${createHash('sha256').update(bytes).digest('hex')}`
  for (const size of ['small', 'medium', 'large'] as const) {
    await files.put(imageKey(key, size), await encode(bytes, imageSizes[size]), { contentType: 'image/webp' })
  }
  const scale = Math.min(1, imageSizes.large / Math.max(width, height))
  return { key, width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** What bytes are by their content, as a content type; null for what is no file we know. */
export async function detectContentType(bytes: Uint8Array): Promise<string | null> {
  return (await fileTypeFromBuffer(bytes.subarray(0, 4100)))?.mime ?? null
}

/** Looks at the head of the bytes only: type by content, then the size that decoding would need. */
async function inspect(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const format = decodable.get((await detectContentType(bytes)) ?? '')
  if (!format) throw new ImageRefused('notAnImage')
  let about: Metadata
  try {
    about = await sharp(bytes, { limitInputPixels: false }).metadata()
  } catch (error) {
    throw new ImageRefused('damaged', error)
  }
  if (about.format !== format) throw new ImageRefused('notAnImage')
  const { width, height } = about
  if (width * height > maxPixels) throw new ImageRefused('tooManyPixels')
  const turned = (about.orientation ?? 1) >= 5
  return turned ? { width: height, height: width } : { width, height }
}

async function encode(bytes: Uint8Array, longest: number): Promise<Uint8Array> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82, effort: 3 })
      .toBuffer()
  } catch (error) {
    throw new ImageRefused('damaged', error)
  }
}
