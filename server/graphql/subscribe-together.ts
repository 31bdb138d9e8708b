import {
  createSourceEventStream, executeSubscriptionEvent, mapSourceToResponseEvent, validateSubscriptionArgs, visit, BREAK,
  type DocumentNode, type ExecutionArgs, type ExecutionResult, type ValidatedSubscriptionArgs,
} from 'graphql'
import { newsAtOnce } from '../../rules/limits.ts'
import type { GqlContext } from './builder.ts'
import { ownerOf } from './crowd.ts'
import { makeTurns, type Turns } from './turns.ts'

type Result = ReturnType<typeof executeSubscriptionEvent>

/** The answers to an event, by who asks what of it; gone with the event. */
const answers = new WeakMap<object, Map<string, Result>>()

/** What each is to have a value of its own of: an address for one use is used up by whoever comes first. */
const ownToEach = new Set(['errorFileUrl'])

/** As many may wait as may be subscribed. */
export const makeNewsTurns = (): Turns => makeTurns({ atOnce: newsAtOnce, mostWaiting: Infinity })

/**
 * Subscribes as graphql-js does, but works out the answer to an event once for all who get the same event (background/watch.ts hands
 * one row to all its watchers) and ask the same of it with the same rights: of a thousand open tabs, each took a third of a
 * millisecond. Of a shop's answers that differ a few are worked out at a time.
 */
export async function subscribeTogether(turns: Turns, args: ExecutionArgs): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const valid = validateSubscriptionArgs(args)
  if (!('schema' in valid)) return { errors: valid }
  const events = await createSourceEventStream(valid)
  if (!(Symbol.asyncIterator in events)) return events
  const owner = ownerOf((args.contextValue as GqlContext).session)
  const answer = async (event: ValidatedSubscriptionArgs) => {
    const end = await turns.take(owner)
    try {
      return await executeSubscriptionEvent(event)
    } finally {
      end()
    }
  }
  if (asksForItsOwn(args.document)) return mapSourceToResponseEvent(valid, events, answer)
  const question = questionOf(args)
  return mapSourceToResponseEvent(valid, events, (event) => once({ event, question }, answer))
}

function once({ event, question }: { event: ValidatedSubscriptionArgs; question: string }, work: (event: ValidatedSubscriptionArgs) => Result): Result {
  const { rootValue } = event
  if (typeof rootValue !== 'object' || rootValue === null) return work(event)
  const known = answers.get(rootValue) ?? new Map<string, Result>()
  answers.set(rootValue, known)
  const answer = known.get(question) ?? work(event)
  known.set(question, answer)
  return answer
}

function asksForItsOwn(document: DocumentNode): boolean {
  let asks = false
  visit(document, { Field: ({ name }) => {
    asks ||= ownToEach.has(name.value)
    return asks ? BREAK : undefined
  } })
  return asks
}

/** All that an answer hangs on besides its event. */
function questionOf({ document, operationName, variableValues, contextValue }: ExecutionArgs): string {
  const { mode, shop, account, actor } = (contextValue as GqlContext).session
  return JSON.stringify([mode, shop?.id, account?.id, actor, document.loc?.source.body, operationName, variableValues])
}
