import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris'
import type { TimingCountry, TimingSettings } from '../../../../../rules/settings/request-timing.ts'
import { canRemoveTimingCountry, removeTimingCountry } from '../../../../../rules/request-due-time.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { ChangedElsewhere, SettingCheckbox } from '../../../ui/settings/SettingFields.tsx'
import { CountryPicker } from './CountryPicker.tsx'
import { DelayFields } from './DelayFields.tsx'
import type { TimingForm } from './timingForm.ts'

/** Sets another delay for some countries. The first entry that names the country counts (spec 3, 5). */
export function CountryTimings({ form }: { form: TimingForm }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { values, set } = form
  const add = () => set('timingCountries', [...values.timingCountries, newEntry(values)])
  const toggle = (on: boolean) => {
    if (on && values.timingCountries.length === 0) add()
  }
  return (
    <BlockStack gap="400">
      <SettingCheckbox
        form={form}
        name="isCustomTiming"
        label={t`Different timing by country`}
        helpText={t`For places where shipping takes more or less time.`}
        onChange={toggle}
      />
      {values.isCustomTiming && (
        <>
          <ol className="c-timings">
            {values.timingCountries.map((entry, index) => (
              <li key={entry.priority}>
                <Entry form={form} entry={entry} index={index} />
              </li>
            ))}
          </ol>
          <div>
            <Button onClick={add} disabled={readOnly}>{t`Add countries`}</Button>
          </div>
          <ChangedElsewhere
            form={form}
            names={['timingCountries']}
            show={(stored) => t`${plural(stored.timingCountries.length, { one: '# entry', other: '# entries' })}`}
          />
        </>
      )}
    </BlockStack>
  )
}

function newEntry({ timingCountries, sendAfterCustom, timeUnit }: TimingSettings): TimingCountry {
  return { priority: timingCountries.length + 1, sendAfter: 'custom', sendAfterCustom, timeUnit, selectedCountries: [] }
}

function Entry({ form, entry, index }: { form: TimingForm; entry: TimingCountry; index: number }) {
  const { t, i18n } = useLingui()
  const readOnly = useReadOnly()
  const { values, set } = form
  const change = (patch: Partial<TimingCountry>) =>
    set(
      'timingCountries',
      values.timingCountries.map((each) => (each.priority === entry.priority ? { ...each, ...patch } : each)),
    )
  const errorOf = (field: string) => form.errorOf(`timingCountries.${index}.${field}`)
  const removable = canRemoveTimingCountry(values)
  const number = entry.priority
  return (
    <div className="c-timing">
      <InlineStack align="space-between" blockAlign="center">
        <Text as="h3" variant="headingSm">
          <Trans>Entry {number}</Trans>
        </Text>
        <span title={removable ? undefined : formatSentence(i18n, 'lastCountryTiming')}>
          <Button
            variant="tertiary"
            tone="critical"
            disabled={!removable || readOnly}
            accessibilityLabel={t`Remove entry ${number}`}
            onClick={() => set('timingCountries', removeTimingCountry(values, entry.priority).timingCountries)}
          >{t`Remove`}</Button>
        </span>
      </InlineStack>
      <DelayFields label={t`Delay`} choice={entry} method={values.sendMethod} onChange={change} errorOf={errorOf} />
      <CountryPicker
        selected={entry.selectedCountries}
        onChange={(selectedCountries) => change({ selectedCountries })}
        error={errorOf('selectedCountries')}
      />
    </div>
  )
}
