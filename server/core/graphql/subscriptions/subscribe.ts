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
  /** Returns the session's current shop; null while it cannot be read. */
  readShop(id: string): Promise<Shop | null>
  contextFor(session: Session): GqlContext
}

/**
 * Subscribes like graphql-js, but executes each event with a fresh context: old loaders would return old rows, and the
 * shop's plan may have changed. Executes a shop's events a few at a time, so that its tabs do not delay other shops.
 */
export async function subscribeWithFreshContext(
  { limit, readShop, contextFor }: EventExecution,
  args: ExecutionArgs,
): Promise<AsyncIterable<ExecutionResult> | ExecutionResult> {
  const valid = validateSubscriptionArgs(args)
  if (!('schema' in valid)) return { errors: valid }
  const events = await createSourceEventStream(valid)
  if (!(Symbol.asyncIterator in events)) return events
  const { session } = args.contextValue as GqlContext
  let { shop } = session
  return mapSourceToResponseEvent(valid, events, async (event) => {
    shop = (shop && (await readShop(shop.id))) ?? shop
    const contextValue = contextFor({ ...session, shop })
    return limit.run(findOwnerId(session), async () => executeSubscriptionEvent({ ...event, contextValue }))
  })
}
