import { imageProblem, videoProblem } from '../../../../rules/review-input.ts'
import type { Ctx } from '../../../core/context.ts'
import { InvalidInput, UpstreamFailed, UserError } from '../../../core/errors.ts'
import { detectContentType, ImageRefused } from '../../../core/files/images.ts'
import { saveImage, saveVideo } from '../../../core/files/unused-files.ts'
import type { Upload, VideoUpload } from '../../../core/files/uploads.ts'
import { inspectVideo } from '../../../core/files/video/videos.ts'
import { VideoRefused } from '../../../core/files/video/video-file.ts'

/** A stored picture or video without its row yet. */
export interface StoredMedium {
  kind: 'image' | 'video'
  key: string
  posterKey: string
  /** 0 for pictures. */
  seconds: number
  width: number
  height: number
}

type Place = Pick<Ctx, 'db' | 'files' | 'shop'>

/**
 * Stores an upload: re-encodes a picture, strips a video's metadata. Detects the type by content, never by name or
 * header (goal R17). Call it outside of transactions.
 * @throws InvalidInput of `field`
 */
export function storeMedium(place: Place, upload: Upload, field: string): Promise<StoredMedium> {
  return upload.kind === 'video' ? storeVideo(place, upload, field) : storePicture(place, upload.bytes, field)
}

async function storePicture(place: Place, bytes: Uint8Array, field: string): Promise<StoredMedium> {
  const problem = imageProblem([{ contentType: (await detectContentType(bytes)) ?? '', size: bytes.length }])
  if (problem) throw new InvalidInput({ [field]: problem })
  try {
    return { kind: 'image', posterKey: '', seconds: 0, ...(await saveImage(place, place.shop.id, bytes)) }
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    throw new InvalidInput({ [field]: error.refusal })
  }
}

async function storeVideo(place: Place, upload: VideoUpload, field: string): Promise<StoredMedium> {
  const large = videoProblem(upload)
  if (large) throw new InvalidInput({ [field]: large })
  const facts = await inspectVideo(upload).catch((error: unknown) => {
    throw error instanceof VideoRefused ? new InvalidInput({ [field]: 'videoUnreadable' }) : error
  })
  const long = videoProblem({ size: upload.size, seconds: facts.seconds })
  if (long) throw new InvalidInput({ [field]: long })
  return { kind: 'video', posterKey: '', ...(await saveVideo(place, place.shop.id, { upload, facts })) }
}

/** Stores a video frame from the sender's browser; returns its key. @throws InvalidInput of `poster` */
export async function storePoster(place: Place, poster: Uint8Array): Promise<string> {
  return (await storePicture(place, poster, 'poster')).key
}

/** Returns a place that reports storage failures as UpstreamFailed, since a full or unreachable storage is no bug. */
export function reportStoreFailures({ db, shop, files, log }: Ctx): Place {
  const put: Ctx['files']['put'] = (...args) =>
    files.put(...args).catch((error: unknown) => {
      if (error instanceof UserError) throw error
      log.error({ err: error }, 'the file store does not take a picture or video')
      throw new UpstreamFailed('upstreamFailed')
    })
  return { db, shop, files: { ...files, put } }
}
