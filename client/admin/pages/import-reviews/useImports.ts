import { graphql, usePaginationFragment } from 'react-relay/hooks'
import type { useImports_shop$data, useImports_shop$key } from '../../../__generated__/useImports_shop.graphql.ts'
import type { useImportsQuery } from '../../../__generated__/useImportsQuery.graphql.ts'

const pageSize = 50

const fragment = graphql`
  fragment useImports_shop on Shop @refetchable(queryName: "useImportsQuery") @argumentDefinitions(count: { type: "Int", defaultValue: 50 }, cursor: { type: "String" }) {
    imports(first: $count, after: $cursor) @connection(key: "useImports_imports") {
      edges {
        node {
          id
          status
          startedAt
          ...useRunFigures_run
        }
      }
    }
  }
`

export type ListedImport = useImports_shop$data['imports']['edges'][number]['node']

export interface Imports {
  /** Newest first. */
  runs: readonly ListedImport[]
  /** Loads older imports; null when all are loaded. */
  more: (() => void) | null
  loading: boolean
}

/** Loads the shop's imports: the last fifty, and older ones on request. */
export function useImports(shop: useImports_shop$key | null): Imports {
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<useImportsQuery, useImports_shop$key>(
    fragment,
    shop,
  )
  return {
    runs: data?.imports.edges.map(({ node }) => node) ?? [],
    more: hasNext ? () => void loadNext(pageSize) : null,
    loading: isLoadingNext,
  }
}
