import './privacy.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card } from '@shopify/polaris'
import { Suspense } from 'react'
import { fetchQuery, usePreloadedQuery, useRelayEnvironment, type PreloadedQuery } from 'react-relay/hooks'
import type { privacyLoaderQuery } from '../../../../__generated__/privacyLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { usePolling } from '../../../ui/usePolling.ts'
import { CustomerLookup } from './CustomerLookup.tsx'
import { PrivacyRequestRow } from './PrivacyRequestRow.tsx'
import { privacyQuery } from './privacyLoader.ts'

/** Looks up a customer's data, and lists requests for it or its erasure, with the files for them. */
export function Component() {
  const query = useRouteQuery<privacyLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Privacy query={query} />
    </Suspense>
  )
}

function Privacy({ query }: { query: PreloadedQuery<privacyLoaderQuery> }) {
  const { t } = useLingui()
  const mode = useMode()
  const {
    viewer: { shop },
  } = usePreloadedQuery<privacyLoaderQuery>(privacyQuery, query)
  const environment = useRelayEnvironment()
  usePolling<privacyLoaderQuery>(privacyQuery, shop?.privacyRequests.some(({ status }) => status === 'OPEN') ?? false)
  if (!shop) return null
  const reload = () =>
    void fetchQuery<privacyLoaderQuery>(environment, privacyQuery, {}).subscribe({ error: () => undefined })
  return (
    <AdminPage
      title={t`Privacy requests`}
      subtitle={t`Candor answers your customers’ requests within a day.`}
      backAction={{ content: t`Settings`, url: hrefIn(mode, '/settings') }}
    >
      <BlockStack gap="400">
        <CustomerLookup onAsked={reload} />
        <Card padding="0">
          {shop.privacyRequests.length === 0 ? (
            <EmptyPlace title={t`No privacy requests yet`}>
              <Trans>
                When a customer asks you for their data or its erasure, look them up here, or start it on the customer’s
                page in Shopify. The request then shows up here with its result.
              </Trans>
            </EmptyPlace>
          ) : (
            <ul className="c-privacy">
              {shop.privacyRequests.map((request) => (
                <PrivacyRequestRow key={request.id} request={request} />
              ))}
            </ul>
          )}
        </Card>
      </BlockStack>
    </AdminPage>
  )
}
