import type { FastifyReply } from 'fastify'
import { mostDocumentsWaiting, mutationsAtOnce, questionsAtOnce } from '../../../rules/limits.ts'
import { InvalidInput } from '../errors.ts'
import { limitConcurrency, type ConcurrencyLimit } from '../concurrency-limit.ts'

/** Runs a call's work in a slot of its shop and always releases the slot; sends the response without one. */
type RunLimited = <T>(call: { shopId: string; reply: FastifyReply }, work: () => Promise<T>) => Promise<T>

/**
 * Limits a shop's concurrent REST calls like its documents (server/core/graphql/document-concurrency.ts), but counted
 * separately: further calls queue. A call with a slot may wait for a slot of a file check, never the other way round.
 */
export function limitCallsPerShop(): { read: RunLimited; write: RunLimited } {
  return { read: limitCalls(questionsAtOnce), write: limitCalls(mutationsAtOnce) }
}

function limitCalls(atOnce: number): RunLimited {
  const limit: ConcurrencyLimit = limitConcurrency({ atOnce, mostWaiting: mostDocumentsWaiting })
  return async ({ shopId, reply }, work) => {
    const end = await limit.acquire(shopId)
    try {
      // The client disconnected: skip the work, send nothing and log nothing.
      if (reply.raw.destroyed) throw new InvalidInput({ input: 'malformedInput' })
      return await work()
    } finally {
      end()
    }
  }
}
