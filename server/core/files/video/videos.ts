import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FilePort } from '../files.ts'
import type { VideoUpload } from '../uploads.ts'
import { readIsoMedia } from './iso-media.ts'
import { VideoFile, VideoRefused, type VideoFacts } from './video-file.ts'
import { readWebm } from './webm.ts'

export interface StoredVideo {
  /** `shopId/<sha256 of the original bytes>`; the video is below it. */
  key: string
  /** Whole seconds, at least 1. */
  seconds: number
  width: number
  height: number
}

export const videoKey = (key: string): string => `${key}/video`

const ebmlMark = 0x1a45dfa3

/** Brands of pictures in the same container: HEIC and AVIF. */
const pictureBrands = /^(hei|hev|mif|msf|avi)/

/** Returns whether bytes begin as a supported video; twelve bytes suffice. */
export function isVideo(bytes: Buffer): boolean {
  if (bytes.length < 8) return false
  return bytes.toString('latin1', 4, 8) === 'ftyp'
    ? !pictureBrands.test(bytes.toString('latin1', 8, 12))
    : bytes.readUInt32BE(0) === ebmlMark
}

/**
 * Inspects an upload's content, never its name or headers. Blanks everything that playing does not need: place, camera,
 * dates, titles, and tracks other than picture and sound. Changes the upload's file; does not re-encode.
 * @throws VideoRefused
 */
export async function inspectVideo({ path, size }: Pick<VideoUpload, 'path' | 'size'>): Promise<VideoFacts> {
  const file = await open(path, 'r+')
  try {
    const video = new VideoFile(file, size)
    const isWebm = size >= 4 && (await video.at(0, 4)).readUInt32BE(0) === ebmlMark
    const facts = isWebm ? await readWebm(video) : await readIsoMedia(video)
    if (!(facts.seconds > 0)) throw new VideoRefused('damaged', 'it has no duration')
    return facts
  } finally {
    await file.close()
  }
}

/** Stores an inspected upload. The same bytes get the same key, so storing twice is safe. */
export async function storeVideo(
  files: Pick<FilePort, 'put'>,
  { shopId, upload, facts }: { shopId: string; upload: VideoUpload; facts: VideoFacts },
): Promise<StoredVideo> {
  const key = `${shopId}/${upload.hash}`
  await files.put(videoKey(key), createReadStream(upload.path), { contentType: facts.contentType })
  return { key, seconds: Math.max(1, Math.round(facts.seconds)), width: facts.width, height: facts.height }
}
