import '../setting-request/setting-request.css'
import { useLingui } from '@lingui/react/macro'
import { FormLayout, Select, TextField } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { RequestRules } from '../../../../../rules/settings/request-rules.ts'
import type {
  requestRulesLoaderQuery,
  requestRulesLoaderQuery$data,
} from '../../../../__generated__/requestRulesLoaderQuery.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { fullTag, type CatalogName } from '../../../shell/words/locales.ts'
import {
  ChangedElsewhere,
  SettingCheckbox,
  SettingChoices,
  SettingSelect,
} from '../../../ui/settings/SettingFields.tsx'
import { SettingsPage, SettingsSection } from '../../../ui/settings/SettingsPage.tsx'
import { CountryPicker } from '../setting-request/CountryPicker.tsx'
import { requestRulesQuery } from './requestRulesLoader.ts'
import { useRulesForm, type RulesForm } from './rulesForm.ts'
import { TagsField } from './TagsField.tsx'

/** Settings for which customers are asked, how often and at which hours. */
export function Component() {
  const query = useRouteQuery<requestRulesLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Settings query={query} />
    </Suspense>
  )
}

function Settings({ query }: { query: PreloadedQuery<requestRulesLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<requestRulesLoaderQuery>(requestRulesQuery, query)
  return shop && <Rules shop={shop} />
}

function Rules({ shop }: { shop: NonNullable<requestRulesLoaderQuery$data['viewer']['shop']> }) {
  const { t } = useLingui()
  const mode = useMode()
  const form = useRulesForm(shop.requestRules)
  const zone = shop.ianaTimezone
  return (
    <SettingsPage
      title={t`Sending rules`}
      forms={[form]}
      backAction={{ content: t`Request settings`, url: hrefIn(mode, '/collect-reviews/setting-request') }}
    >
      <SettingsSection
        title={t`How often`}
        description={t`Rules are checked again right before a request is sent. The request list says why a request was moved or skipped.`}
      >
        <CoolDown form={form} />
      </SettingsSection>
      <SettingsSection
        title={t`Shipments`}
        description={t`Each order gets one email, even if it has several products.`}
      >
        <SettingCheckbox
          form={form}
          name="splitByFulfillmentDay"
          label={t`Send an email for each shipping day`}
          helpText={t`Items that ship on different days each get their own email.`}
        />
        <SettingChoices
          form={form}
          name="partlyFulfilled"
          label={t`Partly fulfilled orders`}
          choices={[
            {
              value: 'ask',
              label: t`Ask about the items that shipped`,
              helpText: t`The delay starts with the first package.`,
            },
            {
              value: 'wait',
              label: t`Wait until everything shipped`,
              helpText: t`The delay starts with the last package. Emails for each shipping day don’t wait.`,
            },
          ]}
        />
      </SettingsSection>
      <SettingsSection title={t`Time of day`} description={t`Times are in your store’s time zone (${zone}).`}>
        <SendHour form={form} />
        <QuietHours form={form} />
      </SettingsSection>
      <SettingsSection title={t`Who to ask`}>
        <SettingCheckbox
          form={form}
          name="requireMarketingConsent"
          label={t`Ask only customers who agreed to marketing emails`}
          helpText={t`We don’t ask customers whose consent is unknown.`}
        />
        <TagsField form={form} name="excludedCustomerTags" label={t`Don’t ask customers with these tags`} />
        <TagsField form={form} name="excludedProductTags" label={t`Leave out products with these tags`} />
      </SettingsSection>
      <SettingsSection title={t`Excluded countries`} description={t`We don’t ask customers in these countries.`}>
        <CountryPicker
          selected={form.values.excludedCountries}
          onChange={(codes) => form.set('excludedCountries', codes)}
          error={form.errorOf('excludedCountries')}
        />
        <ChangedElsewhere
          form={form}
          names={['excludedCountries']}
          show={({ excludedCountries }) => excludedCountries.join(', ') || t`none`}
        />
      </SettingsSection>
    </SettingsPage>
  )
}

function CoolDown({ form }: { form: RulesForm }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { values, set, errorOf } = form
  return (
    <>
      <TextField
        label={t`Days between emails to one customer`}
        type="number"
        inputMode="numeric"
        min={0}
        autoComplete="off"
        disabled={readOnly}
        suffix={t`days`}
        value={String(values.coolDownDays)}
        onChange={(text) => set('coolDownDays', Number(text))}
        error={errorOf('coolDownDays') ?? false}
        helpText={t`Requests for other orders wait until then. Reminders for the same order aren’t affected. Enter 0 for no limit.`}
      />
      <ChangedElsewhere form={form} names={['coolDownDays']} show={({ coolDownDays }) => String(coolDownDays)} />
    </>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Returns the hours of a day in the merchant's language. */
function useHourOptions() {
  const { i18n } = useLingui()
  const words = new Intl.DateTimeFormat(fullTag(i18n.locale as CatalogName), {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  return hours.map((hour) => ({ value: String(hour), label: words.format(new Date(Date.UTC(2026, 0, 1, hour))) }))
}

function SendHour({ form }: { form: RulesForm }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const exact = { value: 'exact', label: t`At the exact time` }
  const options = [exact, ...useHourOptions()]
  const labelOf = ({ sendHour }: RequestRules) =>
    options.find(({ value }) => value === String(sendHour ?? 'exact'))?.label ?? ''
  return (
    <>
      <Select
        label={t`Send at`}
        options={options}
        value={String(form.values.sendHour ?? 'exact')}
        disabled={readOnly}
        error={form.errorOf('sendHour') ?? false}
        onChange={(value) => form.set('sendHour', value === 'exact' ? null : Number(value))}
        helpText={t`For delays of a day or more. Delays in minutes or hours are always exact.`}
      />
      <ChangedElsewhere form={form} names={['sendHour']} show={labelOf} />
    </>
  )
}

function QuietHours({ form }: { form: RulesForm }) {
  const { t } = useLingui()
  const options = useHourOptions()
  return (
    <>
      <SettingCheckbox
        form={form}
        name="quietHours.enabled"
        label={t`Don’t send during quiet hours`}
        helpText={t`We send requests that come due then when quiet hours end.`}
      />
      {form.values.quietHours.enabled && (
        <FormLayout>
          <FormLayout.Group condensed>
            <SettingSelect
              form={form}
              name="quietHours.from"
              label={t({ message: 'From', context: 'start of a time of day' })}
              options={options}
            />
            <SettingSelect
              form={form}
              name="quietHours.to"
              label={t({ message: 'To', context: 'end of a time of day' })}
              options={options}
            />
          </FormLayout.Group>
        </FormLayout>
      )}
    </>
  )
}
