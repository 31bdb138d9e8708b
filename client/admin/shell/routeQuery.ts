import { useEffect } from 'react'
import { loadQuery, type PreloadedQuery } from 'react-relay/hooks'
import { createContext, useLoaderData, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import { createOperationDescriptor, getRequest, type Environment, type GraphQLTaggedNode, type OperationDescriptor, type OperationType } from 'relay-runtime'
import { RequestFailed } from './request.ts'
import type { Session } from './session.ts'

/** What route loaders get from the router, so that the route table needs no environment to exist. */
export const environmentContext = createContext<Environment>()
export const sessionContext = createContext<Session>()

type LoaderArgs = LoaderFunctionArgs<Readonly<RouterContextProvider>>

/** Query references that a page holds, and how many do; one that nobody holds for a while is given back to the store. */
const holders = new Map<PreloadedQuery<OperationType>, number>()
const releaseAfterMilliseconds = 1_000
/** Between asking again for what a page shows, while the server does not answer: long enough for one that is started anew. */
const askAgainAfterMilliseconds = [2_000, 5_000, 15_000, 40_000]

/**
 * A route loader that starts the page's query and hands the reference on at once, so that query and code travel together.
 * Pass every variable of the query, nulls too. A page whose data is here already shows it and is asked for anew beside that: where no answer
 * comes it stays as it is, as Relay would put the failure in its place.
 */
export function queryLoader<Query extends OperationType>(query: GraphQLTaggedNode, variables: (args: LoaderArgs) => Query['variables']) {
  return (args: LoaderArgs): PreloadedQuery<Query> => {
    const environment = args.context.get(environmentContext)
    const wanted = variables(args)
    const operation = createOperationDescriptor(getRequest(query), wanted)
    const held = heldFor<Query>(environment, operation)
    const here = held !== undefined || environment.check(operation).status === 'available'
    const reference = held ?? loadQuery<Query>(environment, query, wanted, { fetchPolicy: here ? 'store-only' : 'store-and-network' })
    if (here) refresh(environment, operation, { waits: askAgainAfterMilliseconds, isShown: () => holders.has(reference) })
    // A navigation that is cut short never shows its page.
    args.request.signal.addEventListener('abort', () => {
      if (!holders.has(reference)) reference.dispose()
    })
    return reference
  }
}

/** What a page shows already, however old it is. */
function heldFor<Query extends OperationType>(environment: Environment, { request }: OperationDescriptor): PreloadedQuery<Query> | undefined {
  const same = (held: PreloadedQuery<OperationType>) =>
    held.environment === environment && held.name === request.node.params.name && JSON.stringify(held.variables) === JSON.stringify(request.variables)
  return [...holders.keys()].find(same)
}

/** Asks again for what a page shows; while no answer comes, again after each of the waits. */
function refresh(environment: Environment, operation: OperationDescriptor, { waits, isShown }: { waits: readonly number[], isShown: () => boolean }): void {
  const [wait, ...later] = waits
  environment.execute({ operation }).subscribe({
    error(error: Error) {
      const passes = error instanceof RequestFailed && error.kind !== 'session'
      if (passes && wait !== undefined) setTimeout(() => isShown() && refresh(environment, operation, { waits: later, isShown }), wait)
    },
  })
}

/** The reference that the route's loader started; hand it to usePreloadedQuery below a Suspense boundary. */
export function useRouteQuery<Query extends OperationType>(): PreloadedQuery<Query> {
  const reference = useLoaderData<unknown>() as PreloadedQuery<Query>
  useEffect(() => {
    holders.set(reference, (holders.get(reference) ?? 0) + 1)
    return () => {
      const left = (holders.get(reference) ?? 1) - 1
      if (left > 0) holders.set(reference, left)
      else holders.delete(reference)
      // Strict mode leaves and comes back at once.
      setTimeout(() => {
        if (!holders.has(reference)) reference.dispose()
      }, releaseAfterMilliseconds)
    }
  }, [reference])
  return reference
}
