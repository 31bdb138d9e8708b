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

/** What route loaders get from the router, so that the route table needs no environment to exist. */
export const environmentContext = createContext<Environment>()
export const sessionContext = createContext<Session>()

type LoaderArgs = LoaderFunctionArgs<Readonly<RouterContextProvider>>

/** Query references that a page holds, and how many do; a reference without holders is returned to the store after a while. */
const holders = new Map<PreloadedQuery<OperationType>, number>()
const releaseAfterMilliseconds = 1_000

/**
 * Makes a route loader that starts the page's query and returns its reference at once, so that query and code load in parallel.
 * Pass every variable of the query, nulls too. A page whose data is in the store shows it and is refetched in the background; without an
 * answer it stays as it is. A page that asks for other data, such as a list for another search, stays until the server has answered.
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
        // A failure would replace the page that is on the screen.
        ...(isPageShown(environment, operation) ? { networkCacheConfig: retriesWhileOffline } : {}),
      })
    if (here) refresh(environment, operation, () => holders.has(reference))
    // A navigation that is cut short never shows its page.
    args.request.signal.addEventListener('abort', () => {
      if (!holders.has(reference)) reference.dispose()
    })
    return reference
  }
}

/** What a page shows already, however old it is. */
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

/** Whether the page of a query is on the screen, with whatever variables. */
const isPageShown = (environment: Environment, { request }: OperationDescriptor): boolean =>
  [...holders.keys()].some((held) => held.environment === environment && held.name === request.node.params.name)

/** What is asked again now, or will be, by what it asks. */
const refreshes = new WeakMap<Environment, Map<string, Refresh>>()
type Refresh = (isShown: () => boolean) => void

/** Asks again for what a page shows. Of all who want the same one request is under way: an answer of before never comes after a later one. */
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

/** Asks when it is called, once more where it was called while it did, and after each of the waits while no answer comes. */
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
        // Once this one is over for Relay as well.
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
