import { graphql } from 'react-relay/hooks'
import { toEnumName } from '../../../../../rules/enum-name.ts'
import { DISCOUNT_STATES } from '../../../../../rules/settings/discount.ts'
import type { codesLoaderQuery, DiscountState } from '../../../../__generated__/codesLoaderQuery.graphql.ts'
import { queryLoader } from '../../../shell/relay/routeQuery.ts'
import { connectionArguments, readListState, type ListSpec } from '../../../ui/lists/listState.ts'

export const codesQuery = graphql`
  query codesLoaderQuery($first: Int, $after: String, $last: Int, $before: String, $search: String, $state: DiscountState) {
    viewer {
      shop {
        id
        discounts(first: $first, after: $after, last: $last, before: $before, search: $search, state: $state) {
          totalCount
          pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
          edges { node { id code email type value currency appliesTo state endsAt usedAt usedOrderName revenueCents error createdAt } }
        }
      }
    }
  }
`

export const codesSpec: ListSpec<'state'> = {
  sorts: ['createdAt_desc'],
  defaultSort: 'createdAt_desc',
  filters: ['state'],
}

export const codesLoader = queryLoader<codesLoaderQuery>(codesQuery, ({ request }) => {
  const state = readListState(new URL(request.url).searchParams, codesSpec)
  const chosen = DISCOUNT_STATES.find((each) => each === state.filters.state[0])
  return {
    ...connectionArguments(state),
    search: state.searchText || null,
    state: chosen ? (toEnumName(chosen) as DiscountState) : null,
  }
})
