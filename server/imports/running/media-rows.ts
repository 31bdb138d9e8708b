import { v7 as uuidv7 } from 'uuid'
import type { Ctx } from '../../core/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { ownMediaRow } from '../media/own-media.ts'
import type { ImportedReview } from '../sources/source.ts'

export type MediaRow = Prisma.ReviewMediaCreateManyInput

/** Returns rows of media to fetch, or to copy if the file is our own export. In the review's order. */
export function mediaRows(tx: Ctx, reviewId: string, { own, pictures, videos }: ImportedReview): MediaRow[] {
  const base = { shopId: tx.shop.id, reviewId, status: 'pending' as const, createdAt: tx.now() }
  const fetched = (sourceUrl: string) => ({ sourceUrl, host: hostOf(sourceUrl), nextAt: new Date() })
  if (!own) {
    const media = [
      ...pictures.map((url) => ({ url, kind: 'image' as const })),
      ...videos.map((url) => ({ url, kind: 'video' as const })),
    ]
    return media.map(({ url, kind }, position) => ({ ...base, id: uuidv7(), position, kind, ...fetched(url) }))
  }
  return own.media.map((one, position) => {
    const row = { ...base, id: uuidv7(), position, kind: one.kind, hidden: one.hidden }
    return one.sourceUrl || one.key
      ? { ...row, ...(ownMediaRow(tx, one) ?? fetched(one.sourceUrl ?? '')) }
      : { ...row, status: 'failed' }
  })
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '')
