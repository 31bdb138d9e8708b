import type { HistoryAction, HistoryActorKind } from '../../../../rules/review-history.ts'
import type { Review, ReviewHistory } from '../../../generated/prisma/client.ts'

type Arrived = Pick<Review, 'shopId' | 'id' | 'origin' | 'importId' | 'enteredAt'>

const arrivals: readonly string[] = ['imported', 'created', 'submitted'] satisfies HistoryAction[]

/**
 * Returns a review's history, newest first, with its arrival as the oldest entry. Imports write no such entry: a
 * million rows would only repeat the review's own data.
 */
export function addArrivalEntry(review: Arrived, history: readonly ReviewHistory[]): ReviewHistory[] {
  const oldest = history.at(-1)
  if (oldest && arrivals.includes(oldest.action)) return [...history]
  const { shopId, id, enteredAt } = review
  // A restored review has a later `enteredAt` than its first entry.
  const createdAt = oldest && oldest.createdAt < enteredAt ? oldest.createdAt : enteredAt
  return [
    ...history,
    { shopId, id, reviewId: id, ...arrivalOf(review), actorName: '', bulkId: null, before: {}, after: {}, createdAt },
  ]
}

function arrivalOf({ origin, importId }: Arrived): { action: HistoryAction; actor: HistoryActorKind } {
  if (importId !== null || origin === 'imported') return { action: 'imported', actor: 'merchant' }
  return origin === 'admin' ? { action: 'created', actor: 'merchant' } : { action: 'submitted', actor: 'customer' }
}
