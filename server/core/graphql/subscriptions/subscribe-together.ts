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

/** Results of an event by execution key, with their shop. */
const resultsByEvent = new WeakMap<object, Map<string, { shop: Shop | null; result: Result }>>()

/** Fields that need a value per subscriber: a one-use link works only for the first. */
const fieldsPerSubscriber = new Set(['errorFileUrl'])

/** Waiting is unlimited, as subscriptions are limited. */
export const limitEvents = (): ConcurrencyLimit => limitConcurrency({ atOnce: eventsAtOnce, mostWaiting: Infinity })

export interface SubscriptionSource {
  limit: ConcurrencyLimit
  /** Returns the session's current shop, the same object for all callers while it is unchanged. */
  readShop(id: string): Promise<Shop | null>
  contextFor(session: Session): GqlContext
}

/**
 * Subscribes like graphql-js, but executes an event once for all subscribers with the same query and rights. A thousand
 * open tabs otherwise take a third of a millisecond each. A shop's differing results are computed a few at a time. Each
 * result has a fresh context: old loaders would return old rows, and the shop's plan may have changed.
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
    // If the session can't be checked now, uses the last known shop.
    shop = (shop && (await readShop(shop.id))) ?? shop
    return key === null ? work(event, shop) : executeOnce({ event, key, shop }, work)
  })
}

interface ExecutionRequest {
  event: ValidatedSubscriptionArgs
  key: string
  shop: Shop | null
}

/** Subscribers with an older shop row do not share a result with those that have the newer one. */
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

/** Returns a key of everything that affects a result besides the event and the shop's row. */
function executionKey({ document, operationName, variableValues, contextValue }: ExecutionArgs): string {
  const { mode, shop, account, actor } = (contextValue as GqlContext).session
  return JSON.stringify([mode, shop?.id, account?.id, actor, document.loc?.source.body, operationName, variableValues])
}
