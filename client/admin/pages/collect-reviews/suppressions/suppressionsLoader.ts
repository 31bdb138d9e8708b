import { graphql } from 'react-relay/hooks'
import { toEnumName } from '../../../../../rules/enum-name.ts'
import { SUPPRESSION_REASONS } from '../../../../../rules/suppressions.ts'
import type {
  SuppressionReason,
  suppressionsLoaderQuery,
} from '../../../../__generated__/suppressionsLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'
import { connectionArguments, readListState, type ListSpec } from '../../../ui/lists/listState.ts'

export const suppressionsQuery = graphql`
  query suppressionsLoaderQuery($first: Int, $after: String, $last: Int, $before: String, $search: String, $reason: SuppressionReason) {
    viewer {
      shop {
        id
        suppressions(first: $first, after: $after, last: $last, before: $before, search: $search, reason: $reason) {
          totalCount
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
          edges { node { id email reason createdAt } }
        }
      }
    }
  }
`

export const suppressionsSpec: ListSpec<'reason'> = {
  sorts: ['createdAt_desc'],
  defaultSort: 'createdAt_desc',
  filters: ['reason'],
}

export const suppressionsLoader = queryLoader<suppressionsLoaderQuery>(suppressionsQuery, ({ request }) => {
  const state = readListState(new URL(request.url).searchParams, suppressionsSpec)
  const reason = SUPPRESSION_REASONS.find((each) => each === state.filters.reason[0])
  return {
    ...connectionArguments(state),
    search: state.searchText || null,
    reason: reason ? (toEnumName(reason) as SuppressionReason) : null,
  }
})
