import '../integrations.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Layout } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useRevalidator } from 'react-router'
import type { pushLoaderQuery, pushLoaderQuery$data } from '../../../../__generated__/pushLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useFeature } from '../../../ui/PlanGate.tsx'
import { SettingCheckbox, SettingText } from '../../../ui/settings/SettingFields.tsx'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { OwnLog } from '../DeliveryLog.tsx'
import { IntegrationCard } from '../IntegrationCard.tsx'
import { usePushForm, type PushForm } from './pushForm.ts'
import { pushQuery } from './pushLoader.ts'

type Shop = NonNullable<pushLoaderQuery$data['viewer']['shop']>

/** Push notifications: services that deliver them, and the emails that also send one (spec 2). */
export function Component() {
  const query = useRouteQuery<pushLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<pushLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<pushLoaderQuery>(pushQuery, query)
  return shop && <Push shop={shop} />
}

function Push({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const mode = useMode()
  const { revalidate } = useRevalidator()
  const form = usePushForm(shop.pushOwl)
  const lock = useFeature('pushNotifications').allowed ? null : ('pushNotifications' as const)
  const card = shop.integrations.find(({ key }) => key === 'pushowl')?.card
  return (
    <SettingsPage
      title={t`Push notifications`}
      forms={[form]}
      backAction={{ content: t`Integrations`, url: hrefIn(mode, '/settings/integration') }}
    >
      {card && (
        <Layout.AnnotatedSection title={t`PushOwl`} description={<PushOwlNote />}>
          <IntegrationCard integration={card} isOwnPage onTested={() => void revalidate()} />
        </Layout.AnnotatedSection>
      )}
      <SettingsSection
        lock={lock}
        title={t`Notifications from Candor`}
        description={t`Works without another app. Customers who are signed in to your store are asked once in each browser.`}
      >
        <WebPush form={form} state={shop.webPushState} />
      </SettingsSection>
      <SettingsSection
        lock={lock}
        title={t`Review request`}
        description={t`The notification is sent together with the email. It names the first two items of the order and opens the review form.`}
      >
        <SettingCheckbox
          form={form}
          name="reviewReminderStatus"
          label={t`Send a notification with each review request`}
        />
        {form.values.reviewReminderStatus && <Words form={form} part="reviewReminder" />}
      </SettingsSection>
      <SettingsSection
        lock={lock}
        title={t`Photo reminder`}
        description={t`The notification is sent together with the email.`}
      >
        <SettingCheckbox
          form={form}
          name="photoReminderStatus"
          label={t`Send a notification with each photo reminder`}
        />
        {form.values.photoReminderStatus && <Words form={form} part="photoReminder" />}
      </SettingsSection>
      <OwnLog edges={shop.integrationDeliveries.edges} />
    </SettingsPage>
  )
}

function PushOwlNote() {
  return (
    <>
      <Trans>Connect PushOwl to notify customers who subscribed there.</Trans>{' '}
      <Trans>PushOwl doesn’t publish how apps send notifications. Send one to yourself before you rely on it.</Trans>
    </>
  )
}

function WebPush({ form, state: { isAvailable, subscriptions } }: { form: PushForm; state: Shop['webPushState'] }) {
  const { t } = useLingui()
  return (
    <>
      <SettingCheckbox
        form={form}
        name="webPush"
        label={t`Ask signed-in customers for notifications`}
        disabled={!isAvailable}
        helpText={
          isAvailable
            ? t`If a customer has subscribed here, PushOwl doesn’t notify them again.`
            : t`Push notifications in the browser aren’t set up on this server.`
        }
      />
      {subscriptions > 0 && (
        <p className="c-quiet">
          <Plural value={subscriptions} one="# browser is subscribed." other="# browsers are subscribed." />
        </p>
      )}
    </>
  )
}

const fields = ['customer_name', 'product_title', 'order_name', 'shop_name'].map((name) => `{{ ${name} }}`).join(', ')

function Words({ form, part }: { form: PushForm; part: 'reviewReminder' | 'photoReminder' }) {
  const { t } = useLingui()
  return (
    <>
      <SettingText
        form={form}
        name={`${part}.title`}
        label={t`Title`}
        helpText={t`Leave blank to use our text in the customer’s language.`}
      />
      <SettingText
        form={form}
        name={`${part}.message`}
        label={t`Message`}
        multiline={2}
        helpText={<Trans>You can use {fields}.</Trans>}
      />
    </>
  )
}
