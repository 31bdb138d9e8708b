import type { Readable } from 'node:stream'
import { normalizeLine } from '../../../../rules/clean-text.ts'
import { maxReviewImages } from '../../../../rules/limits.ts'
import { allows } from '../../../../rules/plans.ts'
import type { Ctx } from '../../../core/context.ts'
import type { Uploads, VideoUpload } from '../../../core/files/uploads.ts'
import { isVideo } from '../../../core/files/video/videos.ts'

/** A form's picture; `name` is its file name on the sender's device. */
interface PostedPicture {
  name: string
  bytes: Buffer
}

export interface PostedMedia {
  pictures: PostedPicture[]
  /** At most one (`maxReviewVideos`). */
  video: (VideoUpload & { name: string }) | null
  /** Frame of the video, captured by the shopper's browser. */
  poster: Buffer | null
  /** More files arrived than are read. */
  tooMany: boolean
}

const mostNameChars = 80

export const createPostedMedia = (): PostedMedia => ({ pictures: [], video: null, poster: null, tooMany: false })

export const mediaFields = { files: 'images', poster: 'poster' } as const

interface TakenPart {
  posted: PostedMedia
  uploads: Uploads
  file: Readable
}

interface TakenFile extends TakenPart {
  name: string
  /** Whether the request may hold another video. */
  room?: boolean
}

/** Reads a file into `posted`, up to one picture too many, so that the rules name it. Returns the bytes read. */
export async function takeFile(
  { shop }: Pick<Ctx, 'shop'>,
  { posted, uploads, file, name, room = true }: TakenFile,
): Promise<number> {
  const offered = allows(shop.plan, 'videoReviews')
  const upload = await uploads.receive(file, { video: offered && room && posted.video === null })
  if (upload.kind === 'video') {
    posted.video = { ...upload, name: shownName(name) }
    return upload.size
  }
  // A browser sends an empty part for a field without a file.
  if (upload.bytes.length === 0) return 0
  if (posted.pictures.length > maxReviewImages || (offered && isVideo(upload.bytes))) posted.tooMany = true
  else posted.pictures.push({ name: shownName(name), bytes: upload.bytes })
  return upload.bytes.length
}

/** Shortens a file name for a message: a sender may choose any name. */
const shownName = (name: string): string => normalizeLine(name).slice(0, mostNameChars).toWellFormed()

/** Reads the video's frame. Returns the number of bytes. */
export async function takePoster({ posted, uploads, file }: TakenPart): Promise<number> {
  const upload = await uploads.receive(file, { video: false })
  if (upload.kind === 'video' || upload.bytes.length === 0) return 0
  posted.poster = upload.bytes
  return upload.bytes.length
}
