import type { FastifyReply } from 'fastify'
import { mostDocumentsWaiting, mutationsAtOnce, questionsAtOnce } from '../../../rules/limits.ts'
import { InvalidInput } from '../errors.ts'
import { limitConcurrency, type ConcurrencyLimit } from '../concurrency-limit.ts'

/** Does the work of a call when its shop has a turn for it, and gives the turn back, whatever comes of it; the answer is sent without one. */
export type RunLimited = <T>(call: { shopId: string; reply: FastifyReply }, work: () => Promise<T>) => Promise<T>

/**
 * A shop has as many calls at work at a time as documents (server/core/graphql/document-limit.ts), beside these: what it asks for beyond that waits
 * behind its own. Inside a turn of a call one of a small file's check may be waited for, never the other way round.
 */
export function limitCallsPerShop(): { read: RunLimited; write: RunLimited } {
  return { read: limitCalls(questionsAtOnce), write: limitCalls(mutationsAtOnce) }
}

function limitCalls(atOnce: number): RunLimited {
  const turns: ConcurrencyLimit = limitConcurrency({ atOnce, mostWaiting: mostDocumentsWaiting })
  return async ({ shopId, reply }, work) => {
    const end = await turns.acquire(shopId)
    try {
      // For a client that disconnected nothing is done and no answer is sent; as of a body that was cut off it is no fault to be logged.
      if (reply.raw.destroyed) throw new InvalidInput({ input: 'malformedInput' })
      return await work()
    } finally {
      end()
    }
  }
}
