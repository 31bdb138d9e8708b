import { graphql } from 'react-relay/hooks'
import type { requestListLoaderQuery } from '../../../../__generated__/requestListLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/routeQuery.ts'
import { connectionArguments, readListState } from '../../../ui/listState.ts'
import { filterOf, requestListSpec, sortOf } from './requestListSpec.ts'

export const requestListQuery = graphql`
  query requestListLoaderQuery($first: Int, $after: String, $last: Int, $before: String, $filter: QueueFilter, $sort: QueueSort) {
    viewer {
      shop {
        id
        ...useRequestFilters_shop
        ...QuotaBanner_shop
        ...DismissibleBanner_shop
        emailQueueTabs { tab count }
        emailQueue(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort) {
          totalCount
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
          edges {
            node {
              id
              status
              isBlockCustomer
              ...RequestRow_item
            }
          }
        }
      }
    }
  }
`

export const requestListLoader = queryLoader<requestListLoaderQuery>(requestListQuery, ({ request }) => {
  const state = readListState(new URL(request.url).searchParams, requestListSpec)
  // The browser's zone stands in for the shop's: the loader runs before anything is known of the shop.
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { ...connectionArguments(state), filter: filterOf(state, new Date(), timeZone), sort: sortOf(state.sort) }
})
