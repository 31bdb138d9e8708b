import './setting-request.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Checkbox, Link, Select, Text } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useSearchParams } from 'react-router'
import { defaultSendDelayDays } from '../../../../../rules/limits.ts'
import type { TimingSettings } from '../../../../../rules/settings/request-timing.ts'
import {
  delayOf,
  computeScheduledTime,
  type SendMethod,
  type ShopDay,
  type TimeUnit,
} from '../../../../../rules/request-due-time.ts'
import type {
  settingRequestLoaderQuery,
  settingRequestLoaderQuery$data,
} from '../../../../__generated__/settingRequestLoaderQuery.graphql.ts'
import { useRouteExists } from '../../../shell/relay/existing.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { ChangedElsewhere, SettingChoices } from '../../../ui/settings/SettingFields.tsx'
import { Part } from '../../../shell/Part.tsx'
import { AccessBanner } from '../../../ui/AccessBanner.tsx'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { CountryTimings } from './CountryTimings.tsx'
import { DelayFields } from './DelayFields.tsx'
import { OldOrdersCard } from './OldOrdersCard.tsx'
import { NumberField } from './NumberField.tsx'
import { settingRequestQuery } from './settingRequestLoader.ts'
import { useTimingForm, type TimingForm } from './timingForm.ts'
import { useDelayWords, useUnitNames } from './useDelayWords.ts'

/** Settings for when review requests are sent (spec 2: Request settings). */
export function Component() {
  const query = useRouteQuery<settingRequestLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Settings query={query} />
    </Suspense>
  )
}

function Settings({ query }: { query: PreloadedQuery<settingRequestLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<settingRequestLoaderQuery>(settingRequestQuery, query)
  return shop && <Timing shop={shop} />
}

function Timing({ shop }: { shop: NonNullable<settingRequestLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const words = useDelayWords()
  const form = useTimingForm(shop.requestTiming)
  const { values, set } = form
  return (
    <SettingsPage title={t`Request settings`} forms={[form]} {...useWayBack()}>
      <Part waits={null} failed={() => null}>
        <AccessBanner features={['requests', 'delivery']} />
      </Part>
      <SettingsSection
        title={t`When to ask`}
        description={t`Requests are sent automatically. Requests that are already scheduled keep their date.`}
      >
        <BlockStack gap="400">
          <MethodChoice form={form} />
          <DelayFields
            label={t`Delay`}
            choice={values}
            method={values.sendMethod}
            onChange={({ sendAfter, sendAfterCustom, timeUnit }) => {
              set('sendAfter', sendAfter)
              set('sendAfterCustom', sendAfterCustom)
              set('timeUnit', timeUnit)
            }}
            errorOf={form.errorOf}
          />
          <ChangedElsewhere
            form={form}
            names={['sendAfter', 'sendAfterCustom', 'timeUnit']}
            show={(stored) => words(delayOf(stored))}
          />
          <Example
            values={values}
            now={new Date(shop.now)}
            day={{ rules: shop.requestRules, timeZone: shop.ianaTimezone }}
          />
        </BlockStack>
      </SettingsSection>
      {values.sendAfter === 'custom' && values.sendMethod === 'fulfillment' && (
        <SettingsSection
          title={t`If the order isn’t fulfilled`}
          description={t`For orders that are never marked as fulfilled.`}
        >
          <Alternative form={form} />
        </SettingsSection>
      )}
      <SettingsSection
        title={t`By country`}
        description={t`The first entry with the customer’s country applies. All other customers get the timing above.`}
      >
        <CountryTimings form={form} />
      </SettingsSection>
      <MoreRules />
      <OldOrdersCard shop={shop} />
      <Templates />
    </SettingsPage>
  )
}

/** Returns the link back to the page before (spec 2). */
function useWayBack() {
  const { t } = useLingui()
  const mode = useMode()
  const [params] = useSearchParams()
  const notifications = useRouteExists('/collect-reviews/email-notifications')
  // The checklist shows its own way back.
  if (params.get('quickstart') === 'true') return {}
  return params.get('previous') === 'email-notification' && notifications
    ? { backAction: { content: t`Notifications`, url: hrefIn(mode, '/collect-reviews/email-notifications') } }
    : { backAction: { content: t`Review requests`, url: hrefIn(mode, '/collect-reviews/review-request') } }
}

function MethodChoice({ form }: { form: TimingForm }) {
  const { t } = useLingui()
  const { values, set } = form
  const choose = (method: SendMethod) => {
    set('sendMethod', method)
    // Only deliveries can use hours (spec 5), so other methods convert hours to days.
    if (method === 'delivery') return
    if (values.timeUnit === 'hours') set('timeUnit', 'days')
    set(
      'timingCountries',
      values.timingCountries.map((entry) => (entry.timeUnit === 'hours' ? { ...entry, timeUnit: 'days' } : entry)),
    )
  }
  return (
    <SettingChoices
      form={form}
      name="sendMethod"
      label={t`Send after`}
      choices={[
        { value: 'purchase', label: t`Purchase`, helpText: t`When the order is placed.` },
        { value: 'fulfillment', label: t`Fulfillment`, helpText: t`When the first package ships.` },
        {
          value: 'delivery',
          label: t`Delivery`,
          helpText: t`When the carrier reports delivery. Without tracking updates, requests stay waiting.`,
        },
      ]}
      onChoose={(method) => choose(method as SendMethod)}
    />
  )
}

interface ReadonlyShopDay {
  rules: { readonly sendHour?: number | null | undefined; readonly quietHours: ShopDay['rules']['quietHours'] }
  timeZone: string
}

/** Explains the typed settings by an example. */
function Example({ values, now, day: shopDay }: { values: TimingSettings; now: Date; day: ReadonlyShopDay }) {
  const format = useFormat()
  const {
    rules: { sendHour = null, quietHours },
    timeZone,
  } = shopDay
  const due = computeScheduledTime({
    settings: { ...values, isCustomTiming: false },
    order: { createdAt: now, fulfilledAt: now, deliveredAt: now, country: null },
    day: { rules: { sendHour, quietHours }, timeZone },
  })
  if (!(due instanceof Date) || Number.isNaN(due.getTime())) return null
  const day = format.date(due, { dateStyle: 'full', timeStyle: 'short', timeZone })
  const sentence = {
    purchase: <Trans>An order placed now gets its email on {day}.</Trans>,
    fulfillment: <Trans>An order shipped now gets its email on {day}.</Trans>,
    delivery: <Trans>An order delivered now gets its email on {day}.</Trans>,
  }[values.sendMethod]
  return <p className="c-example">{sentence}</p>
}

function Alternative({ form }: { form: TimingForm }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { values, set, errorOf } = form
  const on = values.alternativeSendAfter !== null
  const words = useDelayWords()
  const unitNames = useUnitNames()
  // Keep showing a unit that was set through the API. Hours are for deliveries only (spec 5).
  const units = [...new Set<TimeUnit>(['days', 'weeks', 'months', values.alternativeUnit])]
  const toggle = (checked: boolean) => {
    set('alternativeSendAfter', checked ? 2 * defaultSendDelayDays : null)
    set('alternativeUnit', 'days')
  }
  return (
    <BlockStack gap="300">
      <Checkbox
        label={t`Send even if the order is never marked as fulfilled`}
        checked={on}
        disabled={readOnly}
        onChange={toggle}
      />
      {values.alternativeSendAfter !== null && (
        <NumberField
          label={t`After purchase`}
          value={values.alternativeSendAfter}
          onChange={(amount) => set('alternativeSendAfter', amount)}
          connectedRight={
            <Select
              label={t`Unit`}
              labelHidden
              options={units.map((unit) => ({ value: unit, label: unitNames[unit] }))}
              value={values.alternativeUnit}
              disabled={readOnly}
              onChange={(unit) => set('alternativeUnit', unit as TimeUnit)}
            />
          }
          error={errorOf('alternativeSendAfter') ?? errorOf('alternativeUnit')}
        />
      )}
      <ChangedElsewhere
        form={form}
        names={['alternativeSendAfter', 'alternativeUnit']}
        show={({ alternativeSendAfter: amount, alternativeUnit: unit }) =>
          amount === null ? t`off` : words({ amount, unit })
        }
      />
    </BlockStack>
  )
}

/** Links to the other pages that affect requests. */
function MoreRules() {
  const { t } = useLingui()
  const mode = useMode()
  return (
    <SettingsSection
      title={t`Who and how often`}
      description={t`Cool-down, quiet hours, tags, countries, and addresses that don’t get requests.`}
    >
      <BlockStack gap="200">
        <Text as="p">
          <Link url={hrefIn(mode, '/collect-reviews/request-rules')}>
            <Trans>Sending rules</Trans>
          </Link>
        </Text>
        <Text as="p">
          <Link url={hrefIn(mode, '/collect-reviews/suppressions')}>
            <Trans>Suppression list</Trans>
          </Link>
        </Text>
      </BlockStack>
    </SettingsSection>
  )
}

/** Links to the email's text, if that page exists. */
function Templates() {
  const { t } = useLingui()
  const mode = useMode()
  const exists = useRouteExists('/collect-reviews/emails')
  if (!exists) return null
  return (
    <SettingsSection title={t`Email content`}>
      <Text as="p">
        <Link url={hrefIn(mode, '/collect-reviews/emails')}>
          <Trans>Edit the text and design of the request email</Trans>
        </Link>
      </Text>
    </SettingsSection>
  )
}
