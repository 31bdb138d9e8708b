import { graphql, usePaginationFragment } from 'react-relay/hooks'
import { ConnectionHandler, type RecordProxy, type RecordSourceSelectorProxy } from 'relay-runtime'
import type { useImportActsDiscardMutation } from '../../../__generated__/useImportActsDiscardMutation.graphql.ts'
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
          ...ImportHistory_runs
          ...RunningImport_run
          ...ImportedBanner_run
        }
      }
    }
  }
`

export type ListedImport = useImports_shop$data['imports']['edges'][number]['node']

interface Imports {
  /** Newest first. */
  runs: readonly ListedImport[]
  /** Loads older imports; null when all are loaded. */
  more: (() => void) | null
  loading: boolean
}

/** Removes an import that `discardImport` deleted from the list. Loaded older pages stay. */
export function dropDiscarded(store: RecordSourceSelectorProxy<useImportActsDiscardMutation['response']>): void {
  // The generated type omits that the response can be null.
  const data = store.getRootField('discardImport').getLinkedRecord('data') as
    RecordProxy<{ discardedId: string }> | null | undefined
  const discarded = data?.getValue('discardedId')
  const viewer = store.getRoot().getLinkedRecord('viewer') as RecordProxy | null | undefined
  const shop = viewer?.getLinkedRecord('shop')
  const list = shop && ConnectionHandler.getConnection(shop, 'useImports_imports')
  if (list && typeof discarded === 'string') ConnectionHandler.deleteNode(list, discarded)
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
