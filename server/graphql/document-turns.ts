import { mostDocumentsWaiting, mutationsAtOnce, questionsAtOnce } from '../../rules/limits.ts'
import type { Session } from '../session/session.ts'
import { ownerOf } from './crowd.ts'
import { makeTurns } from './turns.ts'

/** The turn of one document: from before its body is read until there is an answer. */
export interface DocumentTurn {
  /** It is a mutation: it gives its place to a question, and waits for one among mutations. @throws LimitReached */
  asMutation(): Promise<void>
  end(): void
}

/** Each shop has a few documents at work at a time: what it asks for beyond that waits behind its own, not before those of other shops. */
export function documentTurns(): { take(session: Session): Promise<DocumentTurn> } {
  const questions = makeTurns({ atOnce: questionsAtOnce, mostWaiting: mostDocumentsWaiting })
  const mutations = makeTurns({ atOnce: mutationsAtOnce, mostWaiting: mostDocumentsWaiting })
  return {
    async take(session) {
      const owner = ownerOf(session)
      let end = await questions.take(owner)
      return {
        async asMutation() {
          end()
          end = await mutations.take(owner)
        },
        end: () => end(),
      }
    },
  }
}
