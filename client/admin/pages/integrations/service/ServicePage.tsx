import '../integrations.css'
import { useLingui } from '@lingui/react/macro'
import { Banner, BlockStack } from '@shopify/polaris'
import { Suspense, type ReactNode } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { Feature } from '../../../../../rules/plans.ts'
import type { serviceLoaderQuery } from '../../../../__generated__/serviceLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { PlanBadge, useFeature } from '../../../ui/PlanGate.tsx'
import { DeliveryLog } from '../DeliveryLog.tsx'
import { IntegrationCard } from '../IntegrationCard.tsx'
import { services } from '../services.ts'
import { serviceQuery } from './serviceLoader.ts'

/** The page of a service that needs no settings: its connection, its test and its log (spec 2). */
export function Component() {
  return <ServicePage />
}

interface Props {
  /** Stands between the connection and the log. */
  children?: ReactNode
}

/** The page of the service in the address. */
export function ServicePage({ children }: Props) {
  const query = useRouteQuery<serviceLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Service query={query}>{children}</Service>
    </Suspense>
  )
}

function Service({ query, children }: { query: PreloadedQuery<serviceLoaderQuery>; children: ReactNode }) {
  const { t, i18n } = useLingui()
  const mode = useMode()
  const { revalidate } = useRevalidator()
  const {
    viewer: { shop },
  } = usePreloadedQuery<serviceLoaderQuery>(serviceQuery, query)
  const { key } = query.variables
  const integration = shop?.integrations.find((each) => each.key === key)
  if (!shop || !integration) return null
  const service = services[key]
  return (
    <AdminPage
      title={integration.name}
      {...(service && { subtitle: i18n._(service.text) })}
      backAction={{ content: t`Integrations`, url: hrefIn(mode, '/settings/integration') }}
    >
      <BlockStack gap="400">
        {integration.feature && integration.isConnected && <PlanNote feature={integration.feature as Feature} />}
        <IntegrationCard integration={integration.card} isOwnPage onTested={() => void revalidate()} />
        {children}
        <DeliveryLog deliveries={shop.integrationDeliveries.edges.map(({ node }) => node)} isOfOne />
      </BlockStack>
    </AdminPage>
  )
}

/** Says that nothing is sent, if a connected shop's plan became too low. */
function PlanNote({ feature }: { feature: Feature }) {
  const { t } = useLingui()
  const { allowed } = useFeature(feature)
  if (allowed) return null
  return (
    <Banner tone="warning" title={t`Your plan no longer includes this integration`}>
      <BlockStack gap="200">
        <p>{t`Candor sends nothing now. The connection stays for when you upgrade.`}</p>
        <PlanBadge feature={feature} />
      </BlockStack>
    </Banner>
  )
}
