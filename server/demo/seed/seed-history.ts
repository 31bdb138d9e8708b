import type { Prisma } from '../../generated/prisma/client.ts'
import type { HistoryAction } from '../../../rules/review-history.ts'
import { uuidAt, type Random } from './seed-random.ts'
import type { ReviewRow } from './seed-reviews.ts'

type HistoryRow = Prisma.ReviewHistoryCreateManyInput

const minute = 60_000
const hour = 60 * minute
const decided: Readonly<Record<string, HistoryAction>> = {
  published: 'published',
  hidden: 'hidden',
  deleted: 'trashed',
}

/** Creates the reviews' history. Imported reviews have none but their reason. */
export function makeHistory(
  random: Random,
  { reviews, merchant, now }: { reviews: readonly ReviewRow[]; merchant: string; now: Date },
): HistoryRow[] {
  return reviews.flatMap((review) => {
    const { shopId, id: reviewId, status, decidedBy, origin, createdAt } = review
    const at = (moment: Date | string, row: Pick<HistoryRow, 'action' | 'actor'> & Partial<HistoryRow>): HistoryRow => {
      // Keeps times after the review and never in the future.
      const time =
        row.action === 'submitted'
          ? createdAt.getTime()
          : Math.max(Math.min(new Date(moment).getTime(), now.getTime() - minute), createdAt.getTime() + minute)
      return {
        shopId,
        id: uuidAt(random, time),
        reviewId,
        before: {},
        after: {},
        actorName: row.actor === 'merchant' ? merchant : '',
        createdAt: new Date(time),
        ...row,
      }
    }
    const rows: HistoryRow[] = []
    const own = origin === 'customer' || origin === 'guest'
    if (own)
      rows.push(
        at(createdAt, {
          action: 'submitted',
          actor: 'customer',
          after: { status: decidedBy === 'merchant' ? 'pending' : status },
        }),
      )
    const action = decided[status]
    if (own && decidedBy === 'merchant' && action) {
      const moment =
        status === 'deleted' && review.deletedAt
          ? review.deletedAt
          : new Date(createdAt.getTime() + (2 + random.next() * 40) * hour)
      rows.push(
        at(moment, {
          action,
          actor: 'merchant',
          before: { status: status === 'published' ? 'pending' : 'published' },
          after: { status },
        }),
      )
    }
    if (review.replyContent && review.replyAt)
      rows.push(
        at(review.replyAt, { action: 'replied', actor: 'merchant', after: { replyContent: review.replyContent } }),
      )
    if (review.editRequest && review.editRequestedAt) {
      const { title = '', content = '', variantTitle } = review
      const proposal = {
        title,
        content: `${content} (${variantTitle})`.trim(),
        media: [],
        note: 'May we add which one you bought? It helps other shoppers.',
      }
      rows.push(
        at(review.editRequestedAt, {
          action: 'editRequested',
          actor: 'merchant',
          before: { title, content, media: [] },
          after: { editRequest: 'unconfirmed', ...proposal },
        }),
      )
      if (review.editRequest === 'denied') {
        const answered = new Date(new Date(review.editRequestedAt).getTime() + (1 + random.next() * 8) * hour)
        rows.push(at(answered, { action: 'editDenied', actor: 'customer' }))
      }
    }
    return rows
  })
}
