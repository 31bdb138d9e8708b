import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, InlineStack, Layout, Text } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { settingsLoaderQuery } from '../../../__generated__/settingsLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../shell/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/routeQuery.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { QuickStartBack } from '../../ui/QuickStartBack.tsx'
import { SettingsSection } from '../../ui/SettingsForm.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { ReviewSettings } from './ReviewSettings.tsx'
import { settingsQuery } from './settingsLoader.ts'
import { useFormat } from '../../shell/useFormat.ts'

/** General settings (spec 2): what governs reviews, the language, the plan, the shop. */
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
        <SettingsSection title={t`Language`} description={t`The language of these pages. Your shoppers see theirs.`}>
          <LanguageSwitch />
        </SettingsSection>
        <SettingsSection title={t`Plan`} description={t`What your shop can do.`}>
          <BlockStack gap="200">
            <InlineStack gap="200" blockAlign="center"><Text as="h3" variant="headingMd">{displayName}</Text><Badge tone="success">{t`Current plan`}</Badge></InlineStack>
            <Text as="p" tone="subdued">
              {monthlyRequests === null || monthlyRequests === undefined
                ? <Trans>Unlimited review requests</Trans>
                : <Plural value={monthlyRequests} one="# review request a month" other="# review requests a month" />}
            </Text>
          </BlockStack>
        </SettingsSection>
        <SettingsSection title={t`Shop`} description={t`As the platform tells it.`}>
          <dl className="c-facts">
            <div><dt><Trans>Address</Trans></dt><dd data-user-content>{shop.shopifyDomain}</dd></div>
            <div><dt><Trans>Time zone</Trans></dt><dd data-user-content>{shop.ianaTimezone}</dd></div>
            <div><dt><Trans>Time there now</Trans></dt><dd>{format.date(shop.now, { timeStyle: 'short', timeZone: shop.ianaTimezone })}</dd></div>
          </dl>
        </SettingsSection>
      </Layout>
    </AdminPage>
  )
}
