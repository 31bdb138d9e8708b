import type { FastifyReply } from 'fastify'
import { mostDocumentsWaiting, mutationsAtOnce, questionsAtOnce } from '../../../rules/limits.ts'
import { InvalidInput } from '../errors.ts'
import { makeTurns, type Turns } from '../turns-by-owner.ts'

/** Does the work of a call when its shop has a turn for it, and gives the turn back, whatever comes of it; the answer is sent without one. */
export type InTurn = <T>(call: { shopId: string; reply: FastifyReply }, work: () => Promise<T>) => Promise<T>

/**
 * A shop has as many calls at work at a time as documents (server/core/graphql/document-turns.ts), beside these: what it asks for beyond that waits
 * behind its own. Inside a turn of a call one of a small file's check may be waited for, never the other way round.
 */
export function shopTurns(): { read: InTurn; write: InTurn } {
  return { read: inTurnOf(questionsAtOnce), write: inTurnOf(mutationsAtOnce) }
}

function inTurnOf(atOnce: number): InTurn {
  const turns: Turns = makeTurns({ atOnce, mostWaiting: mostDocumentsWaiting })
  return async ({ shopId, reply }, work) => {
    const end = await turns.take(shopId)
    try {
      // For a client that disconnected nothing is done and no answer is sent; as of a body that was cut off it is no fault to be logged.
      if (reply.raw.destroyed) throw new InvalidInput({ input: 'malformedInput' })
      return await work()
    } finally {
      end()
    }
  }
}
