import '../integrations.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Layout } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { aemLoaderQuery, aemLoaderQuery$data } from '../../../../__generated__/aemLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { SettingCheckbox, SettingSelect } from '../../../ui/settings/SettingFields.tsx'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { OwnLog } from '../DeliveryLog.tsx'
import { IntegrationCard } from '../IntegrationCard.tsx'
import { useAemForm, useSendersForm } from './aemForm.ts'
import { aemQuery } from './aemLoader.ts'

type Shop = NonNullable<aemLoaderQuery$data['viewer']['shop']>

/** The email marketing tool: its connection, and the emails that it sends (spec 2). */
export function Component() {
  const query = useRouteQuery<aemLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<aemLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<aemLoaderQuery>(aemQuery, query)
  return shop && <Tool shop={shop} />
}

function Tool({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const mode = useMode()
  const { revalidate } = useRevalidator()
  const form = useAemForm(shop.aem)
  const senders = useSendersForm(shop.emailTemplates)
  const card = shop.integrations.find(({ key }) => key === 'aem')?.card
  const waits =
    !shop.aem.integrated &&
    Object.values(senders.values).some(
      (value) => typeof value === 'object' && 'senderApp' in value && value.senderApp === 'aem',
    )
  return (
    <SettingsPage
      title={t`Email marketing tool`}
      forms={[senders, form]}
      backAction={{ content: t`Integrations`, url: hrefIn(mode, '/settings/integration') }}
    >
      {waits && (
        <Layout.Section>
          <Banner
            tone="warning"
            title={t`The tool isn’t connected`}
          >{t`Candor sends these emails itself until you connect the tool.`}</Banner>
        </Layout.Section>
      )}
      {card && (
        <Layout.AnnotatedSection
          title={t`Connection`}
          description={
            <>
              <Trans>Connect AVADA Email Marketing to send your emails through it.</Trans>{' '}
              <Trans>
                AVADA doesn’t publish how apps send events. Send a request to yourself before you rely on it.
              </Trans>
            </>
          }
        >
          <IntegrationCard integration={card} isOwnPage onTested={() => void revalidate()} />
        </Layout.AnnotatedSection>
      )}
      <SettingsSection
        title={t`Who sends your emails`}
        description={t`The tool gets an event with the customer, the subject and the content of each email. Timing, limits and unsubscribes stay in Candor.`}
      >
        <Senders form={senders} />
      </SettingsSection>
      <SettingsSection title={t`Reviews`} description={t`Use the events to start automations.`}>
        <SettingCheckbox
          form={form}
          name="sendReviews"
          label={t`Send an event for each new review`}
          helpText={t`With the customer, the rating and the text. Imported reviews aren’t sent.`}
        />
      </SettingsSection>
      <OwnLog edges={shop.integrationDeliveries.edges} />
    </SettingsPage>
  )
}

/** Chooses for each email whether Candor or the tool sends it. */
function Senders({ form }: { form: ReturnType<typeof useSendersForm> }) {
  const { t } = useLingui()
  const options = [
    { value: 'candor', label: t`Candor` },
    { value: 'aem', label: t`The marketing tool` },
  ]
  const requestOptions = [...options, { value: 'klaviyo', label: t`Klaviyo` }]
  return (
    <>
      <SettingSelect form={form} name="reviewReminder.senderApp" label={t`Review request`} options={requestOptions} />
      <SettingSelect form={form} name="photoReminder.senderApp" label={t`Photo reminder`} options={options} />
      <SettingSelect form={form} name="confirmEdit.senderApp" label={t`Edit request`} options={options} />
      <SettingSelect form={form} name="reviewReply.senderApp" label={t`Reply notification`} options={options} />
      <SettingSelect form={form} name="discountReview.senderApp" label={t`Discount code`} options={options} />
      <SettingSelect form={form} name="survey.senderApp" label={t`Customer survey`} options={options} />
    </>
  )
}
