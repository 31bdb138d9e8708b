import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { Navigate, useSearchParams } from 'react-router'
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
import { ImportSettings } from './ImportSettings.tsx'
import { MorePages } from './MorePages.tsx'
import { ReviewSettings } from './ReviewSettings.tsx'
import { useGeneralForm } from './reviewForms.ts'
import { SupportSettings } from './SupportSettings.tsx'
import { settingsQuery } from './settingsLoader.ts'
import { useFormat } from '../../shell/words/useFormat.ts'

/** Tabs with a page of their own, by the `tab` of the specification's address. */
const tabPaths = new Map<string | undefined, string>([
  ['notifications', '/settings/notifications'],
  ['moderation', '/settings/moderation'],
  ['sender', '/settings/sender'],
  ['subscription', '/settings/subscription'],
  ['integration', '/settings/integration'],
  ['integrations', '/settings/integration'],
  ['keys', '/settings/managingKey'],
  ['languages', '/settings/languages'],
  ['history', '/settings/history'],
])

/** General settings (spec 2): reviews, imports and shop. */
export function Component() {
  const query = useRouteQuery<settingsLoaderQuery>()
  const [params] = useSearchParams()
  const mode = useMode()
  const { tab, ...rest } = Object.fromEntries(params)
  const path = tabPaths.get(tab)
  if (path) return <Navigate to={`${hrefIn(mode, path)}?${new URLSearchParams(rest).toString()}`} replace />
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
  return (
    <SettingsPage title={t`Settings`} folding forms={[general]}>
      <ReviewSettings form={general} />
      <ImportSettings form={general} />
      <MorePages />
      <SupportSettings />
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
