import { graphql } from 'react-relay/hooks'
import type { reviewListLoaderQuery } from '../../../__generated__/reviewListLoaderQuery.graphql.ts'
import { queryLoader } from '../../shell/routeQuery.ts'
import { connectionArguments, readListState } from '../../ui/listState.ts'
import { filterOf, reviewListSpec, sortOf } from './reviewListSpec.ts'

export const reviewListQuery = graphql`
  query reviewListLoaderQuery($first: Int, $after: String, $last: Int, $before: String, $filter: ReviewFilter, $sort: ReviewSort) {
    viewer {
      shop {
        reviewCounts { status count }
        reviews(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort) {
          totalCount
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
          edges {
            node {
              id
              status
              actions { action allowed }
              ...ReviewRow_review
            }
          }
        }
      }
    }
  }
`

export const reviewListLoader = queryLoader<reviewListLoaderQuery>(reviewListQuery, ({ request }) => {
  const state = readListState(new URL(request.url).searchParams, reviewListSpec)
  return { ...connectionArguments(state), filter: filterOf(state), sort: sortOf(state.sort) }
})
