import { graphql } from 'react-relay/hooks'
import { toEnumName } from '../../../../../rules/enum-name.ts'
import type { QrProductSort, qrListLoaderQuery } from '../../../../__generated__/qrListLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'
import { connectionArguments, readListState, type ListSpec } from '../../../ui/lists/listState.ts'

export const qrListQuery = graphql`
  query qrListLoaderQuery($first: Int, $after: String, $last: Int, $before: String, $search: String, $sort: QrProductSort) {
    viewer {
      shop {
        id
        qrProducts(first: $first, after: $after, last: $last, before: $before, search: $search, sort: $sort) {
          totalCount
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
          edges { node { id title handle image allStarCount scanCount lastImportedAt } }
        }
      }
    }
  }
`

export const qrListSpec: ListSpec<'tab'> = {
  sorts: ['lastImportedAt_desc', 'lastImportedAt_asc', 'title_asc', 'title_desc'],
  defaultSort: 'lastImportedAt_desc',
  filters: ['tab'],
}

export const qrListLoader = queryLoader<qrListLoaderQuery>(qrListQuery, ({ request }) => {
  const state = readListState(new URL(request.url).searchParams, qrListSpec)
  return {
    ...connectionArguments(state),
    search: state.searchText || null,
    sort: toEnumName(state.sort) as QrProductSort,
  }
})
