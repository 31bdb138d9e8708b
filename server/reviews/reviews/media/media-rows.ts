import type { Ctx } from '../../../core/context.ts'
import { imageKey, type ImageSize } from '../../../core/files/images.ts'
import { videoKey } from '../../../core/files/video/videos.ts'
import type { ReviewMedia } from '../../../generated/prisma/client.ts'

export type Media = Pick<ReviewMedia, 'id' | 'reviewId' | 'kind' | 'status' | 'hidden' | 'position'>

/** Returns a review's pictures and videos in order, without those that could not be fetched. */
export function listMedia(tx: Ctx, reviewId: string): Promise<Media[]> {
  return tx.db.reviewMedia.findMany({
    where: { shopId: tx.shop.id, reviewId },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: { id: true, reviewId: true, kind: true, status: true, hidden: true, position: true },
  })
}

/** Returns whether the storefront shows any of them, for `hasMedia`. */
export const showsMedia = (media: readonly Pick<Media, 'status' | 'hidden'>[]): boolean =>
  media.some(({ status, hidden }) => status === 'ready' && !hidden)

/** Returns the URLs of a picture or video in its sizes; null until it is fetched. */
export function buildMediaUrls(
  files: Pick<Ctx['files'], 'url'>,
  { kind, status, key, posterKey }: Pick<ReviewMedia, 'kind' | 'status' | 'key' | 'posterKey'>,
) {
  const at = (size: ImageSize, of = key) => (of ? files.url(imageKey(of, size)) : null)
  if (status !== 'ready') return { url: null, thumbnailUrl: null, mediumUrl: null, posterUrl: null }
  const still = kind === 'video' ? posterKey : key
  return {
    url: kind === 'video' ? files.url(videoKey(key)) : at('large'),
    thumbnailUrl: at('small', still),
    mediumUrl: at('medium', still),
    posterUrl: kind === 'video' ? at('large', posterKey) : null,
  }
}
