import {
  createSourceEventStream,
  executeSubscriptionEvent,
  mapSourceToResponseEvent,
  validateSubscriptionArgs,
  type ExecutionArgs,
  type ExecutionResult,
} from 'graphql'
import type { Shop } from '../../../generated/prisma/client.ts'
import type { Session } from '../../../shop/session/session.ts'
import type { KeyLimit } from '../../limit-by-key.ts'
import type { GqlContext } from '../builder.ts'
import { findOwnerId } from '../limit-documents.ts'

export interface EventExecution {
  limit: KeyLimit
  /** Returns the session's current shop, the same object while it is unchanged; null while it cannot be read. */
  readShop(id: string): Promise<Shop | null>
  contextFor(session: Session): GqlContext
}

interface EventResults {
  shop: Shop | null
  byExecution: Map<string, Promise<ExecutionResult>>
}

const resultsByEvent = new WeakMap<object, EventResults>()

/**
 * Subscribes like graphql-js, but executes an event once for all subscribers with the same query, rights and shop row.
 * A thousand tabs otherwise take a third of a millisecond each. Each execution has a fresh context: old loaders would
 * return old rows, and the shop's plan may have changed.
 */
export async function subscribeTogether(
  { limit, readShop, contextFor }: EventExecution,
  args: ExecutionArgs,
): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const valid = validateSubscriptionArgs(args)
  if (!('schema' in valid)) return { errors: valid }
  const events = await createSourceEventStream(valid)
  if (!(Symbol.asyncIterator in events)) return events
  const { session } = args.contextValue as GqlContext
  const { mode, account, actor } = session
  const text = args.document.loc?.source.body ?? ''
  const execution = JSON.stringify([mode, account?.id, actor, text, args.operationName, args.variableValues])
  // A one-use link works only for the first who uses it.
  const isShared = !text.includes('errorFileUrl')
  let { shop } = session
  return mapSourceToResponseEvent(valid, events, async (event) => {
    shop = (shop && (await readShop(shop.id))) ?? shop
    const run = () =>
      limit.run(findOwnerId(session), async () =>
        executeSubscriptionEvent({ ...event, contextValue: contextFor({ ...session, shop }) }),
      )
    return isShared ? shareResult(event.rootValue as object, { shop, execution }, run) : run()
  })
}

function shareResult(
  event: object,
  { shop, execution }: { shop: Shop | null; execution: string },
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const known = resultsByEvent.get(event)
  const results: EventResults = known?.shop === shop ? known : { shop, byExecution: new Map() }
  resultsByEvent.set(event, results)
  const result = results.byExecution.get(execution) ?? run()
  results.byExecution.set(execution, result)
  return result
}
