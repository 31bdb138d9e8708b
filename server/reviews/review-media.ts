import { v7 as uuidv7 } from 'uuid'
import { maxReviewImages } from '../../rules/limits.ts'
import { imageProblem } from '../../rules/review-input.ts'
import { inTransaction, type Ctx } from '../context.ts'
import { InvalidInput, NotAllowed, NotFound, UpstreamFailed, UserError } from '../errors.ts'
import { contentTypeOf, ImageRefused } from '../files/images.ts'
import { keepImage } from '../files/unused-files.ts'
import { editable, firstOf, lockedReview } from './edit.ts'
import { mediaOf, showsMedia, type Media } from './media-rows.ts'
import { setHidden } from './revert.ts'
import { byActor, writeReviews, type ColumnValues } from './write.ts'
import type { HistoryAction } from '../../rules/review-history.ts'
import type { LockedTexts } from './locked.ts'

export interface HideInput {
  id: string
  /** Whose it is, where the caller knows. */
  reviewId?: string
  hidden: boolean
  version?: number | null | undefined
}

/**
 * Hides a single picture or video from the storefront, or shows it again. That is moderation and no edit: the customer need not
 * confirm it, and revert leaves it as it is.
 * @throws NotFound; NotAllowed in the trash
 */
export async function hideReviewMedia(ctx: Ctx, { id, hidden, version, reviewId: given }: HideInput): Promise<void> {
  const reviewId = given ?? await reviewOfMedia(ctx, id)
  await inTransaction(ctx, async (tx) => {
    const row = await lockedReview(tx, reviewId, version)
    if (row.status === 'deleted') throw new NotAllowed('inTrash')
    const media = await mediaOf(tx, reviewId)
    const one = media.find((each) => each.id === id)
    if (!one) throw new NotFound()
    if (one.hidden === hidden) return
    await setHidden(tx, [{ id, hidden }])
    const original = row.original && { ...row.original, media: row.original.media.map((each) => (each.id === id ? { id, hidden } : each)) }
    await writeMedia(tx, {
      row, action: hidden ? 'mediaHidden' : 'mediaShown', mediaId: id, set: original ? { original } : {},
      media: media.map((each) => (each.id === id ? { ...each, hidden } : each)),
    })
  })
}

/** A medium as the store has it; the row that names it comes later. */
interface StoredMedia {
  kind: 'image' | 'video'
  key: string
  posterKey: string
  seconds: number
  width: number
  height: number
}

/**
 * Adds a picture to a review that may be edited (spec 5: gif, jpeg, png, 5 MB, five of them). Answers its id.
 * @throws NotFound, Stale, NotAllowed; InvalidInput of `file`; UpstreamFailed when the file store does not take it, and then
 * nothing has changed
 */
export async function addReviewMedia(ctx: Ctx, { reviewId, version, bytes }: { reviewId: string; version?: number | null | undefined; bytes: Uint8Array }): Promise<string> {
  // Looked at before the picture is decoded, and again when the row is locked.
  await inTransaction(ctx, async (tx) => {
    await editable(tx, reviewId, version)
    requireRoom(await mediaOf(tx, reviewId))
  })
  const stored = await storeMedia(ctx, bytes)
  const id = uuidv7()
  await inTransaction(ctx, async (tx) => {
    const row = await editable(tx, reviewId, version)
    const media = await mediaOf(tx, reviewId)
    requireRoom(media)
    const added: Media = { id, reviewId, kind: stored.kind, status: 'ready', hidden: false, position: Math.max(-1, ...media.map(({ position }) => position)) + 1 }
    await tx.db.reviewMedia.create({ data: { ...added, ...stored, shopId: tx.shop.id, createdAt: tx.now() } })
    await writeMedia(tx, { row, action: 'mediaAdded', mediaId: id, set: { edited: true, original: firstOf(row, media) }, media: [...media, added] })
  })
  return id
}

/**
 * Takes a picture or video out of a review that may be edited. One that the reviewer sent is hidden, so that revert gives it
 * back; one that the merchant added is deleted.
 * @throws NotFound, Stale, NotAllowed
 */
export async function removeReviewMedia(ctx: Ctx, { reviewId, mediaId, version }: { reviewId: string; mediaId: string; version?: number | null | undefined }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await editable(tx, reviewId, version)
    const media = await mediaOf(tx, reviewId)
    const one = media.find(({ id }) => id === mediaId)
    if (!one) throw new NotFound()
    const original = firstOf(row, media)
    const theirs = original.media.some(({ id }) => id === mediaId)
    if (theirs && one.hidden) return
    if (theirs) await setHidden(tx, [{ id: mediaId, hidden: true }])
    else await tx.db.reviewMedia.delete({ where: { shopId_id: { shopId: tx.shop.id, id: mediaId } } })
    await writeMedia(tx, {
      row, action: 'mediaRemoved', mediaId, set: { edited: true, original },
      media: media.flatMap((each) => (each.id !== mediaId ? each : theirs ? { ...each, hidden: true } : [])),
    })
  })
}

async function reviewOfMedia(ctx: Ctx, id: string): Promise<string> {
  const media = await ctx.db.reviewMedia.findUnique({ where: { shopId_id: { shopId: ctx.shop.id, id } }, select: { reviewId: true } })
  if (!media) throw new NotFound()
  return media.reviewId
}

interface MediaWrite {
  row: LockedTexts
  action: HistoryAction
  mediaId: string
  set: ColumnValues
  /** As it is now. */
  media: readonly Media[]
}

async function writeMedia(tx: Ctx, { row, action, mediaId, set, media }: MediaWrite): Promise<void> {
  await writeReviews(tx, { action, by: byActor(tx), seen: true, set: { ...set, hasMedia: showsMedia(media) }, changes: [{ row, after: { mediaId } }] })
}

function requireRoom(media: readonly Media[]): void {
  const pictures = media.filter(({ kind, status, hidden }) => kind === 'image' && status !== 'failed' && !hidden)
  if (pictures.length >= maxReviewImages) throw new InvalidInput({ file: 'uploadLimitReached' })
}

/** Looks at what the bytes are, never at a name or a header, and keeps them. Videos would be a second branch here. */
async function storeMedia(ctx: Ctx, bytes: Uint8Array): Promise<StoredMedia> {
  const problem = imageProblem([{ contentType: await contentTypeOf(bytes) ?? '', size: bytes.length }])
  if (problem) throw new InvalidInput({ file: problem })
  try {
    return { kind: 'image', posterKey: '', seconds: 0, ...await keepImage({ db: ctx.db, files: refusing(ctx) }, ctx.shop.id, bytes) }
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    throw new InvalidInput({ file: error.problem === 'tooManyPixels' ? 'invalidFileSize' : 'invalidFileType' })
  }
}

/** A store that is full or away is no bug of ours: the action says so. */
function refusing({ files, log }: Ctx): Ctx['files'] {
  return {
    ...files,
    put: (...args) => files.put(...args).catch((error: unknown) => {
      if (error instanceof UserError) throw error
      log.error({ err: error }, 'the file store does not take a picture')
      throw new UpstreamFailed('upstreamFailed')
    }),
  }
}
