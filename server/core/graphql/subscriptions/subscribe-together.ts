import {
  createSourceEventStream,
  executeSubscriptionEvent,
  mapSourceToResponseEvent,
  validateSubscriptionArgs,
  visit,
  BREAK,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type ValidatedSubscriptionArgs,
} from 'graphql'
import { eventsAtOnce } from '../../../../rules/limits.ts'
import type { Shop } from '../../../generated/prisma/client.ts'
import type { Session } from '../../../shop/session/session.ts'
import type { GqlContext } from '../builder.ts'
import { findOwnerId } from './connection-counter.ts'
import { limitConcurrency, type ConcurrencyLimit } from '../../concurrency-limit.ts'

type Result = ReturnType<typeof executeSubscriptionEvent>

/** The answers to an event, by who asks what of it, and what their shop was then; gone with the event. */
const resultsByEvent = new WeakMap<object, Map<string, { shop: Shop | null; result: Result }>>()

/** What each is to have a value of its own of: an address for one use is used up by whoever comes first. */
const fieldsPerSubscriber = new Set(['errorFileUrl'])

/** As many may wait as may be subscribed. */
export const limitEvents = (): ConcurrencyLimit => limitConcurrency({ atOnce: eventsAtOnce, mostWaiting: Infinity })

export interface SubscriptionSource {
  limit: ConcurrencyLimit
  /** The shop of a session as it is now, the same object for all who ask while it has not changed. */
  readShop(id: string): Promise<Shop | null>
  contextFor(session: Session): GqlContext
}

/**
 * Subscribes as graphql-js does, but works out the answer to an event once for all who get the same event (background/watch.ts hands
 * one row to all its watchers) and ask the same of it with the same rights: of a thousand open tabs, each took a third of a
 * millisecond. Of a shop's answers that differ a few are worked out at a time.
 *
 * Each answer has a context of its own: loaders that lived on would tell of rows as they were at the first event, and a shop that was read
 * when the tab came has perhaps another plan by now.
 */
export async function subscribeTogether(
  { limit, readShop, contextFor }: SubscriptionSource,
  args: ExecutionArgs,
): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const valid = validateSubscriptionArgs(args)
  if (!('schema' in valid)) return { errors: valid }
  const events = await createSourceEventStream(valid)
  if (!(Symbol.asyncIterator in events)) return events
  const { session } = args.contextValue as GqlContext
  const owner = findOwnerId(session)
  const work = async (event: ValidatedSubscriptionArgs, shop: Shop | null) => {
    const end = await limit.acquire(owner)
    try {
      return await executeSubscriptionEvent({ ...event, contextValue: contextFor({ ...session, shop }) })
    } finally {
      end()
    }
  }
  let { shop } = session
  const key = needsOwnResult(args.document) ? null : executionKey(args)
  return mapSourceToResponseEvent(valid, events, async (event) => {
    // If the session can't be checked now, the event carries the shop as it was known last.
    shop = (shop && (await readShop(shop.id))) ?? shop
    return key === null ? work(event, shop) : executeOnce({ event, key, shop }, work)
  })
}

interface ExecutionRequest {
  event: ValidatedSubscriptionArgs
  key: string
  shop: Shop | null
}

/** Who has known the shop as it was before is not answered together with those who know it as it is. */
function executeOnce(
  { event, key, shop }: ExecutionRequest,
  work: (event: ValidatedSubscriptionArgs, shop: Shop | null) => Result,
): Result {
  const { rootValue } = event
  if (typeof rootValue !== 'object' || rootValue === null) return work(event, shop)
  const known = resultsByEvent.get(rootValue) ?? new Map<string, { shop: Shop | null; result: Result }>()
  resultsByEvent.set(rootValue, known)
  const given = known.get(key)
  if (given?.shop === shop) return given.result
  const result = work(event, shop)
  known.set(key, { shop, result })
  return result
}

function needsOwnResult(document: DocumentNode): boolean {
  let asks = false
  visit(document, {
    Field: ({ name }) => {
      asks ||= fieldsPerSubscriber.has(name.value)
      return asks ? BREAK : undefined
    },
  })
  return asks
}

/** All that an answer hangs on besides its event and the shop's row. */
function executionKey({ document, operationName, variableValues, contextValue }: ExecutionArgs): string {
  const { mode, shop, account, actor } = (contextValue as GqlContext).session
  return JSON.stringify([mode, shop?.id, account?.id, actor, document.loc?.source.body, operationName, variableValues])
}
