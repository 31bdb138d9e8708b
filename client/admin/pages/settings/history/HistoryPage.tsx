import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, InlineStack } from '@shopify/polaris'
import { Suspense } from 'react'
import { graphql, usePaginationFragment, usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { HistoryPage_shop$key } from '../../../../__generated__/HistoryPage_shop.graphql.ts'
import type { HistoryPageQuery } from '../../../../__generated__/HistoryPageQuery.graphql.ts'
import type { historyLoaderQuery } from '../../../../__generated__/historyLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { historyQuery } from './historyLoader.ts'
import { Save } from './Save.tsx'

const pageSize = 20

/** Lists the saves of settings in the last year: who changed what, before and after. */
export function Component() {
  const query = useRouteQuery<historyLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<historyLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<historyLoaderQuery>(historyQuery, query)
  return shop && <History shop={shop} />
}

function History({ shop }: { shop: HistoryPage_shop$key }) {
  const { t } = useLingui()
  const { data, loadNext, hasNext, isLoadingNext } = usePaginationFragment<HistoryPageQuery, HistoryPage_shop$key>(
    graphql`
      fragment HistoryPage_shop on Shop @refetchable(queryName: "HistoryPageQuery") @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
        settingHistory(first: $count, after: $cursor) @connection(key: "HistoryPage_settingHistory") {
          edges { node { id ...Save_entry @alias(as: "entry") } }
        }
      }
    `,
    shop,
  )
  const saves = data.settingHistory.edges.map(({ node }) => node)
  return (
    <AdminPage title={t`History`} subtitle={t`Changes of your settings in the last 12 months.`}>
      {saves.length === 0 ? (
        <EmptyPlace title={t`No changes yet`}>
          <Trans>Each change of your settings will show up here: who made it, and what it was before.</Trans>
        </EmptyPlace>
      ) : (
        <BlockStack gap="400">
          <ul className="c-saves">
            {saves.map(({ id, entry }) => (
              <li key={id}>
                <Save entry={entry} />
              </li>
            ))}
          </ul>
          {hasNext && (
            <InlineStack align="center">
              <Button loading={isLoadingNext} onClick={() => void loadNext(pageSize)}>{t`Show more`}</Button>
            </InlineStack>
          )}
        </BlockStack>
      )}
    </AdminPage>
  )
}
