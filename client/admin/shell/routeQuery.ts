import { useEffect } from 'react'
import { loadQuery, type PreloadedQuery } from 'react-relay/hooks'
import { createContext, useLoaderData, type LoaderFunctionArgs, type RouterContextProvider } from 'react-router'
import type { Environment, GraphQLTaggedNode, OperationType } from 'relay-runtime'
import type { Session } from './session.ts'

/** What route loaders get from the router, so that the route table needs no environment to exist. */
export const environmentContext = createContext<Environment>()
export const sessionContext = createContext<Session>()

type LoaderArgs = LoaderFunctionArgs<Readonly<RouterContextProvider>>

/** Pages that hold a query reference; one that nobody holds for a while is given back to the store. */
const holders = new WeakMap<object, number>()
const releaseAfterMilliseconds = 1_000

/**
 * A route loader that starts the page's query and hands the reference on at once, so that query and code travel together.
 * Pass every variable of the query, nulls too.
 */
export function queryLoader<Query extends OperationType>(query: GraphQLTaggedNode, variables: (args: LoaderArgs) => Query['variables']) {
  return (args: LoaderArgs): PreloadedQuery<Query> => {
    const reference = loadQuery<Query>(args.context.get(environmentContext), query, variables(args), { fetchPolicy: 'store-and-network' })
    // A navigation that is cut short never shows its page.
    args.request.signal.addEventListener('abort', () => {
      if (!holders.get(reference)) reference.dispose()
    })
    return reference
  }
}

/** The reference that the route's loader started; hand it to usePreloadedQuery below a Suspense boundary. */
export function useRouteQuery<Query extends OperationType>(): PreloadedQuery<Query> {
  const reference = useLoaderData<unknown>() as PreloadedQuery<Query>
  useEffect(() => {
    holders.set(reference, (holders.get(reference) ?? 0) + 1)
    return () => {
      holders.set(reference, (holders.get(reference) ?? 1) - 1)
      // Strict mode leaves and comes back at once.
      setTimeout(() => {
        if (!holders.get(reference)) reference.dispose()
      }, releaseAfterMilliseconds)
    }
  }, [reference])
  return reference
}
