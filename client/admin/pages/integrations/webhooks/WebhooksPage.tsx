import '../integrations.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, ButtonGroup, Card, Select } from '@shopify/polaris'
import { Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router'
import type {
  webhooksLoaderQuery,
  webhooksLoaderQuery$data,
} from '../../../../__generated__/webhooksLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { PlanBadge, useFeature } from '../../../ui/PlanGate.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { WebhookActions } from './WebhookActions.tsx'
import { WebhookCard } from './WebhookCard.tsx'
import { WebhookDelivery } from './WebhookDelivery.tsx'
import { WebhookForm } from './WebhookForm.tsx'
import { webhooksQuery } from './webhooksLoader.ts'

type Shop = NonNullable<webhooksLoaderQuery$data['viewer']['shop']>
type OwnWebhook = NonNullable<Shop['webhook']>

const place = '/settings/integration/webhook'

/** Lists the shop's webhooks, or shows one with its log. */
export function Component() {
  const query = useRouteQuery<webhooksLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<webhooksLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<webhooksLoaderQuery>(webhooksQuery, query)
  if (!shop) return null
  return shop.webhook ? <OneWebhook key={shop.webhook.id} webhook={shop.webhook} /> : <AllWebhooks shop={shop} />
}

function AllWebhooks({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const mode = useMode()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { allowed } = useFeature('webhooks')
  const readOnly = useReadOnly()
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null)
  const isEmpty = shop.webhooks.length === 0
  const add = { content: t`Add webhook`, onAction: () => setAdding(true) }
  const close = (id: string) => {
    setMade(null)
    void revalidate()
    void navigate(hrefIn(mode, `${place}?id=${id}`))
  }
  return (
    <AdminPage
      title={t`Webhooks`}
      subtitle={t`Tell your own systems what happens in Candor.`}
      backAction={{ content: t`Integrations`, url: hrefIn(mode, '/settings/integration') }}
      {...(allowed && !readOnly && !isEmpty ? { primaryAction: add } : {})}
    >
      <BlockStack gap="400">
        {!allowed && <Gate hasWebhooks={!isEmpty} />}
        {isEmpty ? (
          <EmptyPlace title={t`No webhooks yet`} {...(allowed && !readOnly ? { primary: add } : {})}>
            <Trans>
              Enter an address of your own, choose events such as a published review, and Candor posts each one there:
              signed, with retries for three days and a log of every answer.
            </Trans>
          </EmptyPlace>
        ) : (
          <ul className="c-webhooks">
            {shop.webhooks.map(({ id, card }) => (
              <li key={id}>
                <WebhookCard webhook={card} />
              </li>
            ))}
          </ul>
        )}
      </BlockStack>
      {adding && <WebhookForm onClose={() => setAdding(false)} onCreated={setMade} />}
      {made && <SecretDialog secret={made.secret} isRotated={false} onClose={() => close(made.id)} />}
    </AdminPage>
  )
}

function Gate({ hasWebhooks }: { hasWebhooks: boolean }) {
  const { t } = useLingui()
  return (
    <Banner tone={hasWebhooks ? 'warning' : 'info'} title={t`Your plan doesn’t include webhooks`}>
      <BlockStack gap="200">
        {hasWebhooks && (
          <p>
            <Trans>Candor sends no events now. Your webhooks and their secrets stay for when you upgrade.</Trans>
          </p>
        )}
        <PlanBadge feature="webhooks" />
      </BlockStack>
    </Banner>
  )
}

function OneWebhook({ webhook }: { webhook: OwnWebhook }) {
  const { t } = useLingui()
  const mode = useMode()
  const { revalidate } = useRevalidator()
  const { allowed } = useFeature('webhooks')
  const readOnly = useReadOnly()
  const reload = () => void revalidate()
  return (
    <AdminPage title={t`Webhook`} backAction={{ content: t`Webhooks`, url: hrefIn(mode, place) }}>
      <BlockStack gap="400">
        {!allowed && <Gate hasWebhooks />}
        <WebhookCard webhook={webhook.card} isOwnPage>
          {(shown) => !readOnly && <WebhookActions webhook={shown} onTested={reload} />}
        </WebhookCard>
        <Log webhook={webhook} canResend={allowed && !readOnly} onChanged={reload} />
      </BlockStack>
    </AdminPage>
  )
}

interface LogProps {
  webhook: OwnWebhook
  canResend: boolean
  onChanged: () => void
}

function Log({ webhook: { id, deliveries }, canResend, onChanged }: LogProps) {
  const { t } = useLingui()
  const [params, setParams] = useSearchParams()
  const state = params.get('state') ?? ''
  const show = (more: Record<string, string>) => setParams({ id, ...more })
  const { edges, pageInfo } = deliveries
  return (
    <Card>
      <section className="c-webhook-log" aria-labelledby="log">
        <div className="c-webhook-head">
          <h2 id="log">
            <Trans>Log of the last 30 days</Trans>
          </h2>
          <Select
            label={t`Show`}
            labelInline
            options={[
              { value: '', label: t`All events` },
              { value: 'failed', label: t`Failed` },
            ]}
            value={state}
            onChange={(value) => show(value ? { state: value } : {})}
          />
        </div>
        {edges.length === 0 ? (
          <p className="c-quiet">
            {state ? (
              <Trans>Candor has given up on no event. Those that it tries again are under All events.</Trans>
            ) : (
              <Trans>Nothing was sent yet. Send a test event to see how your receiver answers.</Trans>
            )}
          </p>
        ) : (
          <ul>
            {edges.map(({ node: { id: deliveryId, row } }) => (
              <WebhookDelivery key={deliveryId} delivery={row} canResend={canResend} onResent={onChanged} />
            ))}
          </ul>
        )}
        <ButtonGroup>
          <Button onClick={onChanged}>{t`Refresh`}</Button>
          {params.get('after') && <Button onClick={() => show(state ? { state } : {})}>{t`Newest`}</Button>}
          {pageInfo.hasNextPage && (
            <Button
              onClick={() => show({ ...(state && { state }), after: pageInfo.endCursor ?? '' })}
            >{t`Older`}</Button>
          )}
        </ButtonGroup>
      </section>
    </Card>
  )
}
