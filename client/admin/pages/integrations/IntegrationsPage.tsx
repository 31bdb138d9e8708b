import './integrations.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { integrationsLoaderQuery } from '../../../__generated__/integrationsLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { EmptyPlace } from '../../ui/EmptyPlace.tsx'
import { FeedsCard } from '../../ui/feeds/FeedsCard.tsx'
import { DeliveryLog } from './DeliveryLog.tsx'
import { IntegrationCard } from './IntegrationCard.tsx'
import { integrationsQuery } from './integrationsLoader.ts'

/** Lists services that a shop can connect to, and deliveries to them (spec 2). */
export function Component() {
  const query = useRouteQuery<integrationsLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Integrations query={query} />
    </Suspense>
  )
}

function Integrations({ query }: { query: PreloadedQuery<integrationsLoaderQuery> }) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const {
    viewer: { shop },
  } = usePreloadedQuery<integrationsLoaderQuery>(integrationsQuery, query)
  if (!shop) return null
  const deliveries = shop.integrationDeliveries.edges.map(({ node }) => node)
  return (
    <AdminPage title={t`Integrations`}>
      {shop.integrations.length === 0 ? (
        <EmptyPlace title={t`No integrations yet`}>
          <Trans>Services that Candor can connect to will show up here.</Trans>
        </EmptyPlace>
      ) : (
        <BlockStack gap="400">
          <ul className="c-integrations">
            {shop.integrations.map(({ id, card }) => (
              <li key={id}>
                <IntegrationCard integration={card} onTested={() => void revalidate()} />
              </li>
            ))}
          </ul>
          <FeedsCard shop={shop.feedsCard} />
          <DeliveryLog deliveries={deliveries} />
        </BlockStack>
      )}
    </AdminPage>
  )
}
