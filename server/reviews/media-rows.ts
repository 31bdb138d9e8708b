import type { Ctx } from '../context.ts'
import type { ReviewMedia } from '../generated/prisma/client.ts'

export type Media = Pick<ReviewMedia, 'id' | 'reviewId' | 'kind' | 'status' | 'hidden' | 'position'>

/** The pictures and videos of a review in their order; those that could not be fetched are none. */
export function mediaOf(tx: Ctx, reviewId: string): Promise<Media[]> {
  return tx.db.reviewMedia.findMany({
    where: { shopId: tx.shop.id, reviewId },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    select: { id: true, reviewId: true, kind: true, status: true, hidden: true, position: true },
  })
}

/** Whether the storefront shows any of them: what a review's `hasMedia` says. */
export const showsMedia = (media: readonly Pick<Media, 'status' | 'hidden'>[]): boolean => media.some(({ status, hidden }) => status === 'ready' && !hidden)
