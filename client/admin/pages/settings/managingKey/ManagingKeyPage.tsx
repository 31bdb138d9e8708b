import './managing-key.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, Layout } from '@shopify/polaris'
import { Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { managingKeyLoaderQuery } from '../../../../__generated__/managingKeyLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { PlanBadge, useFeature } from '../../../ui/PlanGate.tsx'
import { SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { useIsOwner } from '../../../ui/useIsOwner.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { KeyRow } from './KeyRow.tsx'
import { managingKeyQuery } from './managingKeyLoader.ts'
import { WidgetKeys } from './WidgetKeys.tsx'

/** Lists the API keys of the shop, and the keys of the widgets. */
export function Component() {
  const query = useRouteQuery<managingKeyLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <ManagingKey query={query} />
    </Suspense>
  )
}

function ManagingKey({ query }: { query: PreloadedQuery<managingKeyLoaderQuery> }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const isOwner = useIsOwner()
  const { allowed } = useFeature('api')
  const [creating, setCreating] = useState(false)
  const {
    viewer: { shop },
  } = usePreloadedQuery<managingKeyLoaderQuery>(managingKeyQuery, query)
  if (!shop) return null
  const canCreate = allowed && isOwner
  return (
    <AdminPage title={t`Keys`}>
      <Layout>
        <SettingsSection
          title={t`API keys`}
          description={t`With a key, your agency or another program reads and changes your shop’s reviews over our API.`}
        >
          {!allowed && <PlanNote hasKeys={shop.apiKeys.length > 0} />}
          {shop.apiKeys.length === 0 ? (
            allowed && (
              <EmptyPlace
                title={t`No API keys yet`}
                {...(canCreate && { primary: { content: t`Create key`, onAction: () => setCreating(true) } })}
              >
                <Trans>
                  Give each program a key of its own. Then you see who uses the API, and can revoke one key without
                  stopping the others.
                </Trans>
              </EmptyPlace>
            )
          ) : (
            <>
              <ul className="c-keys">
                {shop.apiKeys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} now={shop.now} canRotate={canCreate} canRevoke={!readOnly} />
                ))}
              </ul>
              {canCreate && (
                <div>
                  <Button variant="primary" onClick={() => setCreating(true)}>{t`Create key`}</Button>
                </div>
              )}
            </>
          )}
        </SettingsSection>
        <WidgetKeys />
      </Layout>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
    </AdminPage>
  )
}

function PlanNote({ hasKeys }: { hasKeys: boolean }) {
  return (
    <Banner tone="info">
      <BlockStack gap="200" inlineAlign="start">
        <p>
          {hasKeys ? (
            <Trans>Your plan doesn’t include the API, so these keys don’t work now.</Trans>
          ) : (
            <Trans>The API and its keys come with a higher plan.</Trans>
          )}
        </p>
        <PlanBadge feature="api" />
      </BlockStack>
    </Banner>
  )
}
