import { Trans, useLingui } from '@lingui/react/macro'
import { Layout } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { settingsLoaderQuery } from '../../../__generated__/settingsLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../shell/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { QuickStartBack } from '../../ui/QuickStartBack.tsx'
import { SettingsSection } from '../../ui/SettingsForm.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { PlanSection } from './PlanSection.tsx'
import { ReviewSettings } from './ReviewSettings.tsx'
import { settingsQuery } from './settingsLoader.ts'
import { useFormat } from '../../shell/useFormat.ts'

/** General settings (spec 2): reviews, language, plan and shop. */
export function Component() {
  const query = useRouteQuery<settingsLoaderQuery>()
  return <Suspense fallback={<PageSkeleton kind="form" />}><Settings query={query} /></Suspense>
}

function Settings({ query }: { query: PreloadedQuery<settingsLoaderQuery> }) {
  const { t } = useLingui()
  const format = useFormat()
  const { viewer: { shop } } = usePreloadedQuery<settingsLoaderQuery>(settingsQuery, query)
  if (!shop) return null
  const { displayName, monthlyRequests } = shop.planDetails
  return (
    <AdminPage title={t`Settings`}>
      <QuickStartBack />
      <Layout>
        <ReviewSettings shop={shop.reviews} />
        <SettingsSection title={t`Language`} description={t`Affects only this admin.`}>
          <LanguageSwitch />
        </SettingsSection>
        <PlanSection displayName={displayName} monthlyRequests={monthlyRequests ?? null} />
        <SettingsSection title={t`Shop`} description={t`From Shopify.`}>
          <dl className="c-facts">
            <div><dt><Trans>Domain</Trans></dt><dd data-user-content>{shop.shopifyDomain}</dd></div>
            <div><dt><Trans>Time zone</Trans></dt><dd data-user-content>{shop.ianaTimezone}</dd></div>
            <div><dt><Trans>Current time</Trans></dt><dd>{format.date(shop.now, { timeStyle: 'short', timeZone: shop.ianaTimezone })}</dd></div>
          </dl>
        </SettingsSection>
      </Layout>
    </AdminPage>
  )
}
