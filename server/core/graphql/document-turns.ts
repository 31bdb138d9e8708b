import { bodiesAtOnce, mostDocumentsWaiting, mutationsAtOnce, questionsAtOnce } from '../../../rules/limits.ts'
import type { Session } from '../../shop/session/session.ts'
import { ownerOf } from './subscriptions/crowd.ts'
import { makeTurns } from '../turns-by-owner.ts'

/** The turn of one document: from before its body is read until there is an answer. It begins with a place among bodies. */
export interface DocumentTurn {
  /** Its body is here: it gives its place to another one, once it has one among questions. */
  asQuestion(): Promise<void>
  /** It is a mutation: it gives its place to a question, and waits for one among mutations. @throws LimitReached */
  asMutation(): Promise<void>
  end(): void
}

/** Each shop has a few documents at work at a time: what it asks for beyond that waits behind its own, not before those of other shops. */
export function documentTurns(): {
  /** @throws LimitReached */
  take(session: Session): Promise<DocumentTurn>
} {
  const bodies = makeTurns({ atOnce: bodiesAtOnce, mostWaiting: mostDocumentsWaiting - bodiesAtOnce })
  const questions = makeTurns({ atOnce: questionsAtOnce, mostWaiting: bodiesAtOnce })
  const mutations = makeTurns({ atOnce: mutationsAtOnce, mostWaiting: mostDocumentsWaiting })
  return {
    async take(session) {
      const owner = ownerOf(session)
      let leave = await bodies.take(owner)
      let ended = false
      const enter = (next: () => void) => {
        leave()
        leave = next
        // Whoever asked went while it waited: no other code releases the place that it has come to.
        if (ended) leave()
      }
      return {
        async asQuestion() {
          enter(await questions.take(owner))
        },
        async asMutation() {
          leave()
          enter(await mutations.take(owner))
        },
        end() {
          ended = true
          leave()
        },
      }
    },
  }
}
