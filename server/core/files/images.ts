import { createHash } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { Metadata } from 'sharp'
import { maxImageMegapixels } from '../../../rules/limits.ts'
import { isHeicType } from '../../../rules/media-types.ts'
import type { Problem } from '../errors.ts'
import type { FilePort } from './files.ts'

/** Longest side in pixels of each stored size. */
export const imageSizes = { large: 1600, medium: 640, small: 320 } as const
export type ImageSize = keyof typeof imageSizes

export interface StoredImage {
  /** `shopId/<sha256 of the original bytes>`; the sizes are below it. */
  key: string
  width: number
  height: number
}

const maxPixels = maxImageMegapixels * 1_000_000

const decodable = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'heif'],
])

type ImageProblem = 'notAnImage' | 'heic' | 'tooManyPixels' | 'damaged'

const refusals: Readonly<Record<ImageProblem, Problem>> = {
  notAnImage: 'invalidFileType',
  heic: 'heicPhoto',
  tooManyPixels: { code: 'imageTooManyPixels', params: { megapixels: maxImageMegapixels } },
  damaged: 'imageDamaged',
}

/** Refuses bytes that are not a supported picture. SVG and HTML are `notAnImage`, whatever their name. */
export class ImageRefused extends Error {
  readonly problem: ImageProblem
  constructor(problem: ImageProblem, cause?: unknown) {
    super(`Picture refused: ${problem}`, { cause })
    this.name = 'ImageRefused'
    this.problem = problem
  }

  /** The refusal of an upload, for its sender. */
  get refusal(): Problem {
    return refusals[this.problem]
  }
}

export function imageKey(key: string, size: ImageSize): string {
  return `${key}/${size}`
}

/**
 * Decodes an untrusted picture and stores it re-encoded in three sizes, upright and without metadata (place, camera,
 * comments). The same bytes get the same key, so storing twice is safe. @throws ImageRefused
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

/** Returns the content type by the bytes; null for an unknown one. */
export async function detectContentType(bytes: Uint8Array): Promise<string | null> {
  return (await fileTypeFromBuffer(bytes.subarray(0, 4100)))?.mime ?? null
}

/** Reads the head of the bytes only: the type by content, then the size that decoding would need. */
async function inspect(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const contentType = (await detectContentType(bytes)) ?? ''
  // The decoder has no HEVC, whose patents its distributors don't license.
  if (isHeicType(contentType)) throw new ImageRefused('heic')
  const format = decodable.get(contentType)
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
