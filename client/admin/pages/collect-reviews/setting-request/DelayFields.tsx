import { useLingui } from '@lingui/react/macro'
import { BlockStack, Select } from '@shopify/polaris'
import {
  CUSTOM_UNITS,
  SEND_AFTER,
  SEND_AFTER_OPTIONS,
  type SendAfter,
  type SendMethod,
  type TimeUnit,
} from '../../../../../rules/request-due-time.ts'
import { NumberField } from './NumberField.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useDelayWords, useUnitNames } from './useDelayWords.ts'

interface DelayChoice {
  sendAfter: SendAfter
  sendAfterCustom: number
  timeUnit: TimeUnit
}

interface Props {
  label: string
  choice: DelayChoice
  method: SendMethod
  onChange: (choice: DelayChoice) => void
  errorOf: (field: keyof DelayChoice) => string | undefined
}

/** Sets a delay: one of the choices of spec 9, or a custom number. */
export function DelayFields({ label, choice, method, onChange, errorOf }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const words = useDelayWords()
  const unitNames = useUnitNames()
  // Keep showing a unit that was set through the API.
  const units = [...new Set<TimeUnit>([...CUSTOM_UNITS, choice.timeUnit])]
  return (
    <BlockStack gap="300">
      <Select
        label={label}
        options={SEND_AFTER_OPTIONS.map((value) => ({
          value,
          label: value === 'custom' ? t`Custom` : words(SEND_AFTER[value]),
        }))}
        value={choice.sendAfter}
        disabled={readOnly}
        onChange={(value) => onChange({ ...choice, sendAfter: value as SendAfter })}
      />
      {choice.sendAfter === 'custom' && (
        <NumberField
          label={t`Custom delay`}
          value={choice.sendAfterCustom}
          onChange={(sendAfterCustom) => onChange({ ...choice, sendAfterCustom })}
          error={errorOf('sendAfterCustom') ?? errorOf('timeUnit')}
          connectedRight={
            <Select
              label={t`Unit`}
              labelHidden
              options={units.map((unit) => ({
                value: unit,
                label: unitNames[unit],
                disabled: unit === 'hours' && method !== 'delivery',
              }))}
              value={choice.timeUnit}
              disabled={readOnly}
              onChange={(unit) => onChange({ ...choice, timeUnit: unit as TimeUnit })}
            />
          }
        />
      )}
    </BlockStack>
  )
}
