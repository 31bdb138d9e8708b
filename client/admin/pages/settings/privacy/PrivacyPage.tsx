import './privacy.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { privacyLoaderQuery } from '../../../../__generated__/privacyLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { PrivacyRequestRow } from './PrivacyRequestRow.tsx'
import { privacyQuery } from './privacyLoader.ts'

/** Lists customers' requests for their data or its erasure, with the files for them. */
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
  if (!shop) return null
  return (
    <AdminPage
      title={t`Privacy requests`}
      subtitle={t`Candor answers your customers’ requests within a day.`}
      backAction={{ content: t`Settings`, url: hrefIn(mode, '/settings') }}
    >
      <Card padding="0">
        {shop.privacyRequests.length === 0 ? (
          <EmptyPlace title={t`No privacy requests yet`}>
            <Trans>
              When a customer asks you for their data or its erasure, start it on the customer’s page in Shopify. The
              request then shows up here with its result.
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
    </AdminPage>
  )
}
