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
import { newsAtOnce } from '../../../../rules/limits.ts'
import type { Shop } from '../../../generated/prisma/client.ts'
import type { Session } from '../../../shop/session/session.ts'
import type { GqlContext } from '../builder.ts'
import { ownerOf } from './crowd.ts'
import { makeTurns, type Turns } from '../../turns-by-owner.ts'

type Result = ReturnType<typeof executeSubscriptionEvent>

/** The answers to an event, by who asks what of it, and what their shop was then; gone with the event. */
const answers = new WeakMap<object, Map<string, { shop: Shop | null; result: Result }>>()

/** What each is to have a value of its own of: an address for one use is used up by whoever comes first. */
const ownToEach = new Set(['errorFileUrl'])

/** As many may wait as may be subscribed. */
export const makeNewsTurns = (): Turns => makeTurns({ atOnce: newsAtOnce, mostWaiting: Infinity })

export interface News {
  turns: Turns
  /** The shop of a session as it is now, the same object for all who ask while it has not changed. */
  shopNow(id: string): Promise<Shop | null>
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
  { turns, shopNow, contextFor }: News,
  args: ExecutionArgs,
): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const valid = validateSubscriptionArgs(args)
  if (!('schema' in valid)) return { errors: valid }
  const events = await createSourceEventStream(valid)
  if (!(Symbol.asyncIterator in events)) return events
  const { session } = args.contextValue as GqlContext
  const owner = ownerOf(session)
  const work = async (event: ValidatedSubscriptionArgs, shop: Shop | null) => {
    const end = await turns.take(owner)
    try {
      return await executeSubscriptionEvent({ ...event, contextValue: contextFor({ ...session, shop }) })
    } finally {
      end()
    }
  }
  let { shop } = session
  const question = asksForItsOwn(args.document) ? null : questionOf(args)
  return mapSourceToResponseEvent(valid, events, async (event) => {
    // If the session can't be checked now, the event carries the shop as it was known last.
    shop = (shop && (await shopNow(shop.id))) ?? shop
    return question === null ? work(event, shop) : once({ event, question, shop }, work)
  })
}

interface Asked {
  event: ValidatedSubscriptionArgs
  question: string
  shop: Shop | null
}

/** Who has known the shop as it was before is not answered together with those who know it as it is. */
function once(
  { event, question, shop }: Asked,
  work: (event: ValidatedSubscriptionArgs, shop: Shop | null) => Result,
): Result {
  const { rootValue } = event
  if (typeof rootValue !== 'object' || rootValue === null) return work(event, shop)
  const known = answers.get(rootValue) ?? new Map<string, { shop: Shop | null; result: Result }>()
  answers.set(rootValue, known)
  const given = known.get(question)
  if (given?.shop === shop) return given.result
  const result = work(event, shop)
  known.set(question, { shop, result })
  return result
}

function asksForItsOwn(document: DocumentNode): boolean {
  let asks = false
  visit(document, {
    Field: ({ name }) => {
      asks ||= ownToEach.has(name.value)
      return asks ? BREAK : undefined
    },
  })
  return asks
}

/** All that an answer hangs on besides its event and the shop's row. */
function questionOf({ document, operationName, variableValues, contextValue }: ExecutionArgs): string {
  const { mode, shop, account, actor } = (contextValue as GqlContext).session
  return JSON.stringify([mode, shop?.id, account?.id, actor, document.loc?.source.body, operationName, variableValues])
}
