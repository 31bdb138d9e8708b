import { bodiesAtOnce, mostDocumentsWaiting, mutationsAtOnce, questionsAtOnce } from '../../../rules/limits.ts'
import type { Session } from '../../shop/session/session.ts'
import { findOwnerId } from './subscriptions/connection-counter.ts'
import { limitConcurrency } from '../concurrency-limit.ts'

/** The slot of one document, from before its body is read until the response. Begins as a body slot. */
export interface DocumentSlot {
  /** Takes a query slot and releases the body slot, when the body has arrived. */
  becomeQuery(): Promise<void>
  /** Takes a mutation slot and releases the query slot. @throws LimitReached */
  becomeMutation(): Promise<void>
  release(): void
}

/** Limits each shop's concurrent documents: more of them wait without delaying other shops. */
export function limitDocuments(): {
  /** @throws LimitReached */
  take(session: Session): Promise<DocumentSlot>
} {
  const bodies = limitConcurrency({ atOnce: bodiesAtOnce, mostWaiting: mostDocumentsWaiting - bodiesAtOnce })
  const questions = limitConcurrency({ atOnce: questionsAtOnce, mostWaiting: bodiesAtOnce })
  const mutations = limitConcurrency({ atOnce: mutationsAtOnce, mostWaiting: mostDocumentsWaiting })
  return {
    async take(session) {
      const owner = findOwnerId(session)
      let leave = await bodies.acquire(owner)
      let ended = false
      const enter = (next: () => void) => {
        leave()
        leave = next
        // The client disconnected during the wait; nothing else releases this slot.
        if (ended) leave()
      }
      return {
        async becomeQuery() {
          enter(await questions.acquire(owner))
        },
        async becomeMutation() {
          leave()
          enter(await mutations.acquire(owner))
        },
        release() {
          ended = true
          leave()
        },
      }
    },
  }
}
