import { graphql } from 'react-relay/hooks'
import type { requestListLoaderQuery } from '../../../../__generated__/requestListLoaderQuery.graphql.ts'
import { connectionArguments, readListState } from '../../../ui/lists/listState.ts'
import { zonedLoader } from '../../../ui/shopZone.ts'
import { dateFilters, filterOf, requestListSpec, sortOf } from './requestListSpec.ts'

export const requestListQuery = graphql`
  query requestListLoaderQuery($first: Int, $after: String, $last: Int, $before: String, $filter: QueueFilter, $sort: QueueSort) {
    viewer {
      shop {
        id
        ...useRequestFilters_shop
        ...DelayBanner_shop
        ...QuotaBanner_shop
        ...DismissibleBanner_shop
        requestTiming { sendMethod }
        pushKinds
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

export const requestListLoader = zonedLoader<requestListLoaderQuery>(requestListQuery, {
  dates: dateFilters,
  variables(params, { now, timeZone }) {
    const state = readListState(params, requestListSpec)
    return { ...connectionArguments(state), filter: filterOf(state, now, timeZone), sort: sortOf(state.sort) }
  },
})
