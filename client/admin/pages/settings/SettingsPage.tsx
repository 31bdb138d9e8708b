import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { InlineStack, Text } from '@shopify/polaris'
import { Link, Navigate, useSearchParams } from 'react-router'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  settingsLoaderQuery,
  settingsLoaderQuery$data,
} from '../../../__generated__/settingsLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { SettingsPage, SettingsSection } from '../../ui/settings/SettingsPage.tsx'
import { DownloadEverything } from './DownloadEverything.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { MorePages } from './MorePages.tsx'
import { ReviewSettings } from './ReviewSettings.tsx'
import { useGeneralForm } from './reviewForms.ts'
import { settingsQuery } from './settingsLoader.ts'
import { useFormat } from '../../shell/words/useFormat.ts'

/** General settings (spec 2): reviews, language, plan and shop. */
export function Component() {
  const query = useRouteQuery<settingsLoaderQuery>()
  const [params] = useSearchParams()
  const mode = useMode()
  if (params.get('tab') === 'sender') return <Navigate to={hrefIn(mode, '/settings/sender')} replace />
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Settings query={query} />
    </Suspense>
  )
}

function Settings({ query }: { query: PreloadedQuery<settingsLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<settingsLoaderQuery>(settingsQuery, query)
  return shop && <ShopSettings shop={shop} />
}

function ShopSettings({ shop }: { shop: NonNullable<settingsLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const format = useFormat()
  const general = useGeneralForm(shop.general)
  const mode = useMode()
  const { displayName } = shop.planDetails
  return (
    <SettingsPage title={t`Settings`} folding forms={[general]}>
      <ReviewSettings form={general} />
      <MorePages />
      <SettingsSection title={t`Language`} description={t`Affects only this admin.`}>
        <LanguageSwitch />
      </SettingsSection>
      <SettingsSection title={t`Plan`} description={t`What your shop can use, and what it costs.`}>
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="p" fontWeight="semibold">
            {displayName}
          </Text>
          <Link className="c-plans-link" to={hrefIn(mode, '/subscription')}>
            <Trans>See plans</Trans>
          </Link>
        </InlineStack>
      </SettingsSection>
      <DownloadEverything shop={shop.archive} />
      <SettingsSection title={t`Shop`} description={t`From Shopify.`}>
        <dl className="c-facts">
          <div>
            <dt>
              <Trans>Domain</Trans>
            </dt>
            <dd data-user-content>{shop.shopifyDomain}</dd>
          </div>
          <div>
            <dt>
              <Trans>Time zone</Trans>
            </dt>
            <dd data-user-content>{shop.ianaTimezone}</dd>
          </div>
          <div>
            <dt>
              <Trans>Current time</Trans>
            </dt>
            <dd>{format.date(shop.now, { timeStyle: 'short', timeZone: shop.ianaTimezone })}</dd>
          </div>
        </dl>
      </SettingsSection>
    </SettingsPage>
  )
}
