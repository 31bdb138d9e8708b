import { bodiesAtOnce, mostDocumentsWaiting, mutationsAtOnce, questionsAtOnce } from '../../../rules/limits.ts'
import type { Session } from '../../shop/session/session.ts'
import { findOwnerId } from './subscriptions/connection-counter.ts'
import { limitConcurrency } from '../concurrency-limit.ts'

/** The turn of one document: from before its body is read until there is an answer. It begins with a place among bodies. */
export interface DocumentSlot {
  /** Its body is here: it gives its place to another one, once it has one among questions. */
  becomeQuery(): Promise<void>
  /** It is a mutation: it gives its place to a question, and waits for one among mutations. @throws LimitReached */
  becomeMutation(): Promise<void>
  release(): void
}

/** Each shop has a few documents at work at a time: what it asks for beyond that waits behind its own, not before those of other shops. */
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
        // Whoever asked went while it waited: no other code releases the place that it has come to.
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
