import { fetchQuery, graphql } from 'react-relay/hooks'
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import type { Environment, GraphQLTaggedNode, OperationType } from 'relay-runtime'
import type { shopZoneQuery } from '../../__generated__/shopZoneQuery.graphql.ts'
import { environmentContext, queryLoader } from '../shell/relay/routeQuery.ts'
import { readPeriod } from './lists/periods.ts'

type LoaderArgs = LoaderFunctionArgs<Readonly<RouterContextProvider>>

/** The shop's IANA zone and business time, which give its "today". */
interface ShopClock {
  timeZone: string
  now: Date
}

/** Returns the shop's clock, reloaded if `fresh`; the browser's if the request fails. */
async function shopClock(environment: Environment, fresh: boolean): Promise<ShopClock> {
  const query = graphql`
    query shopZoneQuery { viewer { shop { ianaTimezone now } } }
  `
  const fetchPolicy = fresh ? 'network-only' : 'store-or-network'
  const shop = (
    await fetchQuery<shopZoneQuery>(environment, query, {}, { fetchPolicy })
      .toPromise()
      .catch(() => undefined)
  )?.viewer.shop
  return shop
    ? { timeZone: shop.ianaTimezone, now: new Date(shop.now) }
    : { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, now: new Date() }
}

/**
 * Makes the loader of a list whose date filters use days of the shop. Waits for the shop's zone only with a date
 * filter, and for its clock only with a preset.
 */
export function zonedLoader<Query extends OperationType>(
  query: GraphQLTaggedNode,
  {
    dates,
    variables,
  }: {
    /** Names of the date filters in the URL. */
    dates: readonly string[]
    variables: (params: URLSearchParams, clock: ShopClock) => Query['variables']
  },
) {
  return async (args: LoaderArgs) => {
    const { searchParams } = new URL(args.request.url)
    const periods = dates.flatMap((name) => readPeriod(searchParams.get(name)?.split(',') ?? []) ?? [])
    const presets = periods.some(({ days }) => days === null)
    const clock =
      periods.length > 0
        ? await shopClock(args.context.get(environmentContext), presets)
        : { timeZone: 'UTC', now: new Date() }
    return queryLoader<Query>(query, () => variables(searchParams, clock))(args)
  }
}
