import './setting-request.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, ChoiceList, Checkbox, Layout, Text } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { Link, useSearchParams } from 'react-router'
import { defaultSendDelayDays } from '../../../../../rules/limits.ts'
import { scheduledAt, type SendMethod, type TimingSettings } from '../../../../../rules/timing.ts'
import type { settingRequestLoaderQuery, settingRequestLoaderQuery$data } from '../../../../__generated__/settingRequestLoaderQuery.graphql.ts'
import { useRouteExists } from '../../../shell/existing.ts'
import { hrefIn, useMode } from '../../../shell/mode.tsx'
import { PageSkeleton } from '../../../shell/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/routeQuery.ts'
import { useFormat } from '../../../shell/useFormat.ts'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { QuickStartBack } from '../../../ui/QuickStartBack.tsx'
import { SettingsSection, useSettingsForm, type SettingsForm } from '../../../ui/SettingsForm.tsx'
import { CountryTimings } from './CountryTimings.tsx'
import { DelayFields } from './DelayFields.tsx'
import { NumberField } from './NumberField.tsx'
import { settingRequestQuery } from './settingRequestLoader.ts'
import { useStoredTiming } from './timingWire.ts'
import { useSaveTiming, useTimingCheck } from './useSaveTiming.ts'

/** When review requests leave (spec 2: Request settings). */
export function Component() {
  const query = useRouteQuery<settingRequestLoaderQuery>()
  return <Suspense fallback={<PageSkeleton kind="form" />}><Settings query={query} /></Suspense>
}

function Settings({ query }: { query: PreloadedQuery<settingRequestLoaderQuery> }) {
  const { viewer: { shop } } = usePreloadedQuery<settingRequestLoaderQuery>(settingRequestQuery, query)
  return shop && <Timing shop={shop} />
}

function Timing({ shop }: { shop: NonNullable<settingRequestLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const form = useSettingsForm({ stored: useStoredTiming(shop), check: useTimingCheck(), save: useSaveTiming() })
  const { values, errors, set } = form
  return (
    <AdminPage title={t`Request settings`} {...useWayBack()}>
      <QuickStartBack />
      <Layout>
        <SettingsSection title={t`When to ask`} description={t`A request leaves by itself once the time has come. Requests that have a date already keep it.`}>
          <BlockStack gap="400">
            <MethodChoice form={form} />
            <DelayFields
              label={t`Ask after`}
              choice={values}
              method={values.sendMethod}
              onChange={({ sendAfter, sendAfterCustom, timeUnit }) => {
                set('sendAfter', sendAfter)
                set('sendAfterCustom', sendAfterCustom)
                set('timeUnit', timeUnit)
              }}
              errorOf={(field) => errors[field]}
            />
            <Example values={values} now={new Date(shop.now)} timeZone={shop.ianaTimezone} />
          </BlockStack>
        </SettingsSection>
        {values.sendAfter === 'custom' && values.sendMethod === 'fulfillment' && (
          <SettingsSection title={t`Alternative`} description={t`For orders that nobody marks as fulfilled.`}>
            <Alternative form={form} />
          </SettingsSection>
        )}
        <SettingsSection title={t`By country`} description={t`The first entry that names a customer’s country counts; everyone else is asked as above.`}>
          <CountryTimings form={form} />
        </SettingsSection>
        <Templates />
      </Layout>
    </AdminPage>
  )
}

/** Back to where the merchant came from (spec 2). */
function useWayBack() {
  const { t } = useLingui()
  const mode = useMode()
  const [params] = useSearchParams()
  const notifications = useRouteExists('/collect-reviews/email-notifications')
  // The checklist's own way back stands on the page.
  if (params.get('quickstart') === 'true') return {}
  return params.get('previous') === 'email-notification' && notifications
    ? { backAction: { content: t`Notifications`, url: hrefIn(mode, '/collect-reviews/email-notifications') } }
    : { backAction: { content: t`Review requests`, url: hrefIn(mode, '/collect-reviews/review-request') } }
}

function MethodChoice({ form: { values, set } }: { form: SettingsForm<TimingSettings> }) {
  const { t } = useLingui()
  const choose = (method: SendMethod) => {
    set('sendMethod', method)
    // Hours are for deliveries only (spec 5): what was in hours becomes days.
    if (method === 'delivery') return
    if (values.timeUnit === 'hours') set('timeUnit', 'days')
    set('timingCountries', values.timingCountries.map((entry) => (entry.timeUnit === 'hours' ? { ...entry, timeUnit: 'days' } : entry)))
  }
  return (
    <ChoiceList
      title={t`Count from`}
      choices={[
        { value: 'purchase', label: t`Purchase`, helpText: t`The moment the order is placed.` },
        { value: 'fulfillment', label: t`Fulfillment`, helpText: t`When the first parcel is sent.` },
        { value: 'delivery', label: t`Delivery`, helpText: t`When the carrier reports it. Carriers that do not report leave requests waiting.` },
      ]}
      selected={[values.sendMethod]}
      onChange={([method]) => choose((method ?? 'fulfillment') as SendMethod)}
    />
  )
}

/** The settings told by an example, as the merchant changes them. */
function Example({ values, now, timeZone }: { values: TimingSettings, now: Date, timeZone: string }) {
  const format = useFormat()
  const due = scheduledAt({ settings: { ...values, isCustomTiming: false }, order: { createdAt: now, fulfilledAt: now, deliveredAt: now, country: null } })
  if (!(due instanceof Date) || Number.isNaN(due.getTime())) return null
  const day = format.date(due, { dateStyle: 'full', timeStyle: 'short', timeZone })
  const sentence = {
    purchase: <Trans>For an order placed now the mail leaves on {day}.</Trans>,
    fulfillment: <Trans>For a parcel sent now the mail leaves on {day}.</Trans>,
    delivery: <Trans>For a parcel delivered now the mail leaves on {day}.</Trans>,
  }[values.sendMethod]
  return <p className="c-example">{sentence}</p>
}

function Alternative({ form: { values, errors, set } }: { form: SettingsForm<TimingSettings> }) {
  const { t } = useLingui()
  const on = values.alternativeSendAfter !== null
  const toggle = (checked: boolean) => {
    set('alternativeSendAfter', checked ? 2 * defaultSendDelayDays : null)
    set('alternativeUnit', 'days')
  }
  return (
    <BlockStack gap="300">
      <Checkbox label={t`Ask even when an order is never marked as fulfilled`} checked={on} onChange={toggle} />
      {values.alternativeSendAfter !== null && (
        <NumberField label={t`Days after the purchase`} value={values.alternativeSendAfter} onChange={(days) => set('alternativeSendAfter', days)} suffix={t`days`} error={errors.alternativeSendAfter ?? errors.alternativeUnit} />
      )}
    </BlockStack>
  )
}

/** What the mail says is set elsewhere; shown when that page exists. */
function Templates() {
  const { t } = useLingui()
  const mode = useMode()
  const exists = useRouteExists('/collect-reviews/emails')
  if (!exists) return null
  return (
    <SettingsSection title={t`The mail itself`}>
      <Text as="p"><Link to={hrefIn(mode, '/collect-reviews/emails')}><Trans>Words and looks of the request mail</Trans></Link></Text>
    </SettingsSection>
  )
}
