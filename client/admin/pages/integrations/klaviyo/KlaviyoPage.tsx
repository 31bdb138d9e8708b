import '../integrations.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Layout, Text } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type {
  klaviyoLoaderQuery,
  klaviyoLoaderQuery$data,
} from '../../../../__generated__/klaviyoLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { OwnLog } from '../DeliveryLog.tsx'
import { IntegrationCard } from '../IntegrationCard.tsx'
import { EventFields, FlowSteps } from './FlowSteps.tsx'
import { useKlaviyoForm, useRequestSenderForm } from './klaviyoForm.ts'
import { klaviyoQuery } from './klaviyoLoader.ts'

type Shop = NonNullable<klaviyoLoaderQuery$data['viewer']['shop']>

/** Klaviyo: its connection, the events that it gets, and the requests that it sends (spec 2). */
export function Component() {
  const query = useRouteQuery<klaviyoLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<klaviyoLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<klaviyoLoaderQuery>(klaviyoQuery, query)
  return shop && <Klaviyo shop={shop} />
}

function Klaviyo({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const mode = useMode()
  const { revalidate } = useRevalidator()
  const form = useKlaviyoForm(shop.klaviyo)
  const sender = useRequestSenderForm(shop.emailTemplates)
  const service = shop.integrations.find(({ key }) => key === 'klaviyo')
  const isChosen = sender.values.reviewReminder.senderApp === 'klaviyo'
  return (
    <SettingsPage
      title={t`Klaviyo`}
      forms={[sender, form]}
      backAction={{ content: t`Integrations`, url: hrefIn(mode, '/settings/integration') }}
      notes={
        isChosen &&
        !service?.isConnected && (
          <Banner
            tone="warning"
            title={t`Klaviyo isn’t connected`}
          >{t`Candor sends your review requests itself until you connect Klaviyo.`}</Banner>
        )
      }
    >
      {service && (
        <Layout.AnnotatedSection
          title={t`Connection`}
          description={t`Connect Klaviyo with a private API key. Candor only reads your account’s name and sends events.`}
        >
          <IntegrationCard integration={service.card} isOwnPage onTested={() => void revalidate()} />
        </Layout.AnnotatedSection>
      )}
      <Events form={form} />
      <Requests form={sender} isChosen={isChosen} />
      <OwnLog edges={shop.integrationDeliveries.edges} />
    </SettingsPage>
  )
}

function Events({ form }: { form: ReturnType<typeof useKlaviyoForm> }) {
  const { t } = useLingui()
  return (
    <SettingsSection
      title={t`Events`}
      description={t`Each event updates the customer’s profile and can start a flow. Imported reviews aren’t sent.`}
    >
      <SettingCheckbox
        form={form}
        name="sendSubmitted"
        label={t`New review`}
        helpText={<Metric name="Submitted Review" />}
      />
      <SettingCheckbox
        form={form}
        name="sendPublished"
        label={t`Published review`}
        helpText={<Metric name="Review Published" />}
      />
      <SettingCheckbox
        form={form}
        name="sendReplies"
        label={t`Reply to a review`}
        helpText={<Metric name="Review Reply" />}
      />
    </SettingsSection>
  )
}

function Metric({ name }: { name: string }) {
  return (
    <Trans>
      Metric in Klaviyo: <code>{name}</code>
    </Trans>
  )
}

interface RequestsProps {
  form: ReturnType<typeof useRequestSenderForm>
  isChosen: boolean
}

function Requests({ form, isChosen }: RequestsProps) {
  const { t } = useLingui()
  const options = [
    { value: 'candor', label: t`Candor` },
    { value: 'klaviyo', label: t`Klaviyo` },
    { value: 'aem', label: t`The marketing tool` },
  ]
  return (
    <SettingsSection
      title={t`Review requests`}
      description={t`Candor decides who is asked and when: consent, unsubscribes and limits stay in place. Klaviyo gets an event with signed links and sends the email.`}
    >
      <SettingSelect
        form={form}
        name="reviewReminder.senderApp"
        label={t`Who sends review requests`}
        options={options}
        helpText={t`Candor can’t see whether Klaviyo’s email arrived.`}
      />
      {isChosen && (
        <>
          <Text as="h3" variant="headingSm">{t`Steps in Klaviyo`}</Text>
          <FlowSteps />
          <Text as="h3" variant="headingSm">{t`What the event has`}</Text>
          <EventFields />
        </>
      )}
    </SettingsSection>
  )
}
