import { v7 as uuidv7 } from 'uuid'
import { maxReviewImages, maxReviewVideos } from '../../../../rules/limits.ts'
import { inTransaction, requireFeature, type Ctx } from '../../../core/context.ts'
import { InvalidInput, NotAllowed, NotFound } from '../../../core/errors.ts'
import type { Upload } from '../../../core/files/uploads.ts'
import { lockEditableReview, buildOriginal, lockReview } from '../changes/edit.ts'
import { listMedia, showsMedia, type Media } from './media-rows.ts'
import { setHidden } from '../changes/revert.ts'
import { reportStoreFailures, storeMedium, storePoster } from './store-media.ts'
import { readChangeAuthor, writeReviews, type ColumnValues } from '../write-reviews.ts'
import type { HistoryAction } from '../../../../rules/review-history.ts'
import type { LockedReviewTexts, Original } from '../lock-reviews.ts'

interface HideInput {
  id: string
  /** Review of the picture, if the caller knows it. */
  reviewId?: string
  hidden: boolean
  version?: number | null | undefined
}

/**
 * Hides a picture or video from the storefront, or shows it again. This is moderation, not an edit: the customer need
 * not confirm it, and revert ignores it.
 * @throws NotFound; NotAllowed in the trash
 */
export async function hideReviewMedia(ctx: Ctx, { id, hidden, version, reviewId: given }: HideInput): Promise<void> {
  const reviewId = given ?? (await reviewOfMedia(ctx, id))
  await inTransaction(ctx, async (tx) => {
    const row = await lockReview(tx, reviewId, version)
    if (row.status === 'deleted') throw new NotAllowed('inTrash')
    const media = await listMedia(tx, reviewId)
    const one = media.find((each) => each.id === id)
    if (!one) throw new NotFound()
    if (one.hidden === hidden) return
    await setHidden(tx, [{ id, hidden }])
    const original = row.original && {
      ...row.original,
      media: row.original.media.map((each) => (each.id === id ? { id, hidden } : each)),
    }
    await writeMedia(tx, {
      row,
      action: hidden ? 'mediaHidden' : 'mediaShown',
      mediaId: id,
      set: original ? { original } : {},
      media: media.map((each) => (each.id === id ? { ...each, hidden } : each)),
    })
  })
}

interface AddMediaInput {
  reviewId: string
  version?: number | null | undefined
  upload: Upload
  poster?: Uint8Array | null
}

/**
 * Adds a picture (spec 5) or a video (decisions 'Files') to an editable review. Pictures: gif, jpeg or png, 5 MB, five
 * at most. Returns its id.
 * @throws NotFound, Stale, NotAllowed
 * @throws PlanRequired for a video
 * @throws InvalidInput of `file` or `poster`
 * @throws UpstreamFailed when the file storage refuses it; nothing changes then
 */
export async function addReviewMedia(
  ctx: Ctx,
  { reviewId, version, upload, poster = null }: AddMediaInput,
): Promise<string> {
  const kind = upload.kind === 'video' ? 'video' : 'image'
  // Checked before decoding the picture, and again under the row's lock.
  await inTransaction(ctx, async (tx) => {
    await lockEditableReview(tx, reviewId, version)
    if (kind === 'video') requireFeature(tx, 'videoReviews')
    requireRoom(await listMedia(tx, reviewId), kind)
  })
  const store = reportStoreFailures(ctx)
  const stored = {
    ...(await storeMedium(store, upload, 'file')),
    ...(kind === 'video' && poster ? { posterKey: await storePoster(store, poster) } : {}),
  }
  const id = uuidv7()
  await inTransaction(ctx, async (tx) => {
    const row = await lockEditableReview(tx, reviewId, version)
    const media = await listMedia(tx, reviewId)
    requireRoom(media, kind)
    const added: Media = {
      id,
      reviewId,
      kind: stored.kind,
      status: 'ready',
      hidden: false,
      position: Math.max(-1, ...media.map(({ position }) => position)) + 1,
    }
    await tx.db.reviewMedia.create({ data: { ...added, ...stored, shopId: tx.shop.id, createdAt: tx.now() } })
    await writeMedia(tx, {
      row,
      action: 'mediaAdded',
      mediaId: id,
      set: editOf(originalOf(row, media)),
      media: [...media, added],
    })
  })
  return id
}

/**
 * Removes a picture or video from an editable review. Hides a reviewer's picture, so that revert can show it; deletes
 * one that the merchant added.
 * @throws NotFound, Stale, NotAllowed
 */
export async function removeReviewMedia(
  ctx: Ctx,
  { reviewId, mediaId, version }: { reviewId: string; mediaId: string; version?: number | null | undefined },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockEditableReview(tx, reviewId, version)
    const media = await listMedia(tx, reviewId)
    const one = media.find(({ id }) => id === mediaId)
    if (!one) throw new NotFound()
    const original = originalOf(row, media)
    const theirs = original?.media.some(({ id }) => id === mediaId) ?? false
    if (theirs && one.hidden) return
    if (theirs) await setHidden(tx, [{ id: mediaId, hidden: true }])
    else await tx.db.reviewMedia.delete({ where: { shopId_id: { shopId: tx.shop.id, id: mediaId } } })
    await writeMedia(tx, {
      row,
      action: 'mediaRemoved',
      mediaId,
      set: editOf(original),
      media: media.flatMap((each) => (each.id !== mediaId ? each : theirs ? { ...each, hidden: true } : [])),
    })
  })
}

/** Returns the version for revert. Null for a merchant's own unedited review, to which its pictures belong. */
const originalOf = (row: LockedReviewTexts, media: readonly Media[]): Original | null =>
  row.origin === 'admin' && !row.original ? null : buildOriginal(row, media)
const editOf = (original: Original | null): ColumnValues => (original ? { edited: true, original } : {})

async function reviewOfMedia(ctx: Ctx, id: string): Promise<string> {
  const media = await ctx.db.reviewMedia.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id } },
    select: { reviewId: true },
  })
  if (!media) throw new NotFound()
  return media.reviewId
}

interface MediaWrite {
  row: LockedReviewTexts
  action: HistoryAction
  mediaId: string
  set: ColumnValues
  media: readonly Media[]
}

async function writeMedia(tx: Ctx, { row, action, mediaId, set, media }: MediaWrite): Promise<void> {
  await writeReviews(tx, {
    action,
    by: readChangeAuthor(tx),
    seen: true,
    set: { ...set, hasMedia: showsMedia(media) },
    changes: [{ row, after: { mediaId } }],
  })
}

const most = { image: maxReviewImages, video: maxReviewVideos } as const

function requireRoom(media: readonly Media[], kind: keyof typeof most): void {
  const shown = media.filter((each) => each.kind === kind && each.status !== 'failed' && !each.hidden)
  if (shown.length >= most[kind]) throw new InvalidInput({ file: 'uploadLimitReached' })
}
