import { fetchQuery, graphql } from 'react-relay/hooks'
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import type { Environment, GraphQLTaggedNode, OperationType } from 'relay-runtime'
import type { shopZoneQuery } from '../../__generated__/shopZoneQuery.graphql.ts'
import { environmentContext, queryLoader } from '../shell/routeQuery.ts'

type LoaderArgs = LoaderFunctionArgs<Readonly<RouterContextProvider>>

/** The IANA zone of the shop; the browser's where no answer comes. */
export async function shopZone(environment: Environment): Promise<string> {
  const query = graphql`
    query shopZoneQuery { viewer { shop { ianaTimezone } } }
  `
  const answer = await fetchQuery<shopZoneQuery>(environment, query, {}, { fetchPolicy: 'store-or-network' }).toPromise().catch(() => undefined)
  return answer?.viewer.shop?.ianaTimezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The loader of a list whose date filters mean days of the shop. Only a list that filters by one waits for the shop's zone. */
export function zonedLoader<Query extends OperationType>(query: GraphQLTaggedNode, { hasDates, variables }: {
  hasDates: (params: URLSearchParams) => boolean
  variables: (params: URLSearchParams, timeZone: string) => Query['variables']
}) {
  return async (args: LoaderArgs) => {
    const { searchParams } = new URL(args.request.url)
    const zone = hasDates(searchParams) ? await shopZone(args.context.get(environmentContext)) : 'UTC'
    return queryLoader<Query>(query, () => variables(searchParams, zone))(args)
  }
}
