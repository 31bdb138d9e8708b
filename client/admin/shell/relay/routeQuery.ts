import { useEffect } from 'react'
import { loadQuery, type PreloadedQuery } from 'react-relay/hooks'
import { createContext, useLoaderData, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import {
  createOperationDescriptor,
  getRequest,
  type Environment,
  type GraphQLTaggedNode,
  type Observable as RelayObservable,
  type OperationDescriptor,
  type OperationType,
} from 'relay-runtime'
import { askAgainAfterMilliseconds, retriesWhileOffline } from './environment.ts'
import { RequestFailed } from './request.ts'
import type { Session } from '../session/session.ts'

/** Passes the environment to route loaders through the router, so that the route table needs none. */
export const environmentContext = createContext<Environment>()
export const sessionContext = createContext<Session>()

type LoaderArgs = LoaderFunctionArgs<Readonly<RouterContextProvider>>

/** Query references in use, with their number of users. Unused references are released to the store after a while. */
const holders = new Map<PreloadedQuery<OperationType>, number>()
const releaseAfterMilliseconds = 1_000

/**
 * Makes a route loader that starts the page's query and returns its reference. Query and code load in parallel.
 * Pass every variable of the query, nulls too. A page with data in the store shows it and reloads in the background. If
 * the reload fails, the page stays. A page with other variables, such as another search, waits for the server.
 */
export function queryLoader<Query extends OperationType>(
  query: GraphQLTaggedNode,
  variables: (args: LoaderArgs) => Query['variables'],
) {
  return (args: LoaderArgs): PreloadedQuery<Query> => {
    const environment = args.context.get(environmentContext)
    const wanted = variables(args)
    const operation = createOperationDescriptor(getRequest(query), wanted)
    const held = heldFor<Query>(environment, operation)
    const here = held !== undefined || environment.check(operation).status === 'available'
    const reference =
      held ??
      loadQuery<Query>(environment, query, wanted, {
        fetchPolicy: here ? 'store-only' : 'store-and-network',
        // A failure would replace the page on the screen.
        ...(isPageShown(environment, operation) ? { networkCacheConfig: retriesWhileOffline } : {}),
      })
    if (here) refresh(environment, operation, () => holders.has(reference))
    // An aborted navigation never shows its page.
    args.request.signal.addEventListener('abort', () => {
      if (!holders.has(reference)) reference.dispose()
    })
    return reference
  }
}

/** Returns the reference that a page already shows, however old. */
function heldFor<Query extends OperationType>(
  environment: Environment,
  { request }: OperationDescriptor,
): PreloadedQuery<Query> | undefined {
  const same = (held: PreloadedQuery<OperationType>) =>
    held.environment === environment &&
    held.name === request.node.params.name &&
    JSON.stringify(held.variables) === JSON.stringify(request.variables)
  return [...holders.keys()].find(same)
}

/** Returns whether a page of this query is on the screen, with any variables. */
const isPageShown = (environment: Environment, { request }: OperationDescriptor): boolean =>
  [...holders.keys()].some((held) => held.environment === environment && held.name === request.node.params.name)

/** Running and planned reloads, by request. */
const refreshes = new WeakMap<Environment, Map<string, Refresh>>()
type Refresh = (isShown: () => boolean) => void

/** Reloads a page's data. Runs one request per query, so an earlier response never overwrites a later one. */
function refresh(environment: Environment, operation: OperationDescriptor, isShown: () => boolean): void {
  const all = refreshes.get(environment) ?? new Map<string, Refresh>()
  refreshes.set(environment, all)
  const { identifier } = operation.request
  const wanted =
    all.get(identifier) ??
    refreshing(
      () => environment.execute({ operation }),
      () => all.delete(identifier),
    )
  all.set(identifier, wanted)
  wanted(isShown)
}

/** Runs on each call; a call during a run starts one more. Without a response, retries after each delay. */
function refreshing(execute: () => RelayObservable<unknown>, over: () => void): Refresh {
  let isShown = () => true
  let [busy, again] = [false, false]
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = ([wait, ...later]: readonly number[]) => {
    clearTimeout(timer)
    busy = true
    again = false
    execute().subscribe({
      complete() {
        // Wait until Relay has finished this request, too.
        void Promise.resolve().then(() => {
          busy = false
          if (again) ask(askAgainAfterMilliseconds)
          else over()
        })
      },
      error(error: Error) {
        busy = false
        const passes = error instanceof RequestFailed && error.kind !== 'session'
        if (passes && wait !== undefined) timer = setTimeout(() => (isShown() ? ask(later) : over()), wait)
        else over()
      },
    })
  }
  return (shown) => {
    isShown = shown
    again = true
    if (!busy) ask(askAgainAfterMilliseconds)
  }
}

/** Returns the reference that the route's loader started. Pass it to usePreloadedQuery below a Suspense boundary. */
export function useRouteQuery<Query extends OperationType>(): PreloadedQuery<Query> {
  const reference = useLoaderData<unknown>() as PreloadedQuery<Query>
  useEffect(() => {
    holders.set(reference, (holders.get(reference) ?? 0) + 1)
    return () => {
      const left = (holders.get(reference) ?? 1) - 1
      if (left > 0) holders.set(reference, left)
      else holders.delete(reference)
      // Strict mode unmounts and remounts at once.
      setTimeout(() => {
        if (!holders.has(reference)) reference.dispose()
      }, releaseAfterMilliseconds)
    }
  }, [reference])
  return reference
}
