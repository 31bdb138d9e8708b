import { graphql } from 'react-relay/hooks'
import { isCounted } from '../../../../../rules/review-totals.ts'
import type { reviewListLoaderQuery } from '../../../../__generated__/reviewListLoaderQuery.graphql.ts'
import { connectionArguments, readListState } from '../../../ui/lists/listState.ts'
import { zonedLoader } from '../../../ui/shopZone.ts'
import { filterOf, reviewListSpec, sortOf } from './reviewListSpec.ts'

export const reviewListQuery = graphql`
  query reviewListLoaderQuery($first: Int, $after: String, $last: Int, $before: String, $filter: ReviewFilter, $sort: ReviewSort, $counted: Boolean!) {
    viewer {
      shop {
        reviewCounts { status count }
        ...useSavedViews_shop
        bulkRuns(first: 1) { id ...BulkBanner_run }
        reviews(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort) {
          totalCount @include(if: $counted)
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
          edges {
            node {
              id
              ...ReviewRow_review
              ...listActs_review @relay(mask: false)
            }
          }
        }
      }
    }
  }
`

export const reviewListLoader = zonedLoader<reviewListLoaderQuery>(reviewListQuery, {
  dates: ['createdDate'],
  variables(params, { now, timeZone }) {
    const state = readListState(params, reviewListSpec)
    const filter = filterOf(state, now, timeZone)
    return { ...connectionArguments(state), filter, sort: sortOf(state.sort), counted: isCounted(filter) }
  },
})
