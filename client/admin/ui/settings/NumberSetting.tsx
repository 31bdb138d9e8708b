import { useLingui } from '@lingui/react/macro'
import { TextField } from '@shopify/polaris'
import { readPath } from '../../../../rules/settings/document.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useFormat } from '../../shell/words/useFormat.ts'
import type { PathTo } from './leaves.ts'
import { ChangedElsewhere } from './SettingFields.tsx'
import type { SettingsForm } from './useSettingsForm.ts'

interface Props<Values extends object> {
  form: SettingsForm<Values>
  name: PathTo<Values, number>
  label: string
  min: number
  max: number
}

/** A whole number. Other input is kept as typed, so that validation can show an error. */
export function NumberSetting<Values extends object>({ form, name, label, ...bounds }: Props<Values>) {
  const readOnly = useReadOnly()
  const set = form.set as (name: string, value: unknown) => void
  return (
    <div>
      <TextField
        label={label}
        type="number"
        inputMode="numeric"
        {...bounds}
        autoComplete="off"
        disabled={readOnly}
        value={String(readPath(form.values, name))}
        error={form.errorOf(name) ?? false}
        onChange={(text) => set(name, text === '' ? '' : Number(text))}
      />
      <ChangedElsewhere form={form} names={[name]} show={(stored) => String(readPath(stored, name))} />
    </div>
  )
}

interface SecondsProps<Values extends object> extends Props<Values> {
  /** Units of the setting in a second; `min` and `max` use the setting's unit, too. */
  perSecond?: number
}

/** Shows and edits a time in seconds, whatever the setting's unit is. */
export function SecondsSetting<Values extends object>({
  form,
  name,
  label,
  min,
  max,
  perSecond = 1,
}: SecondsProps<Values>) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const format = useFormat()
  const set = form.set as (name: string, value: unknown) => void
  const inSeconds = (values: object) => {
    const value = readPath(values, name)
    return typeof value === 'number' ? String(value / perSecond) : String(value)
  }
  const [least, most, example] = [min, max, Math.max(min, 5 * perSecond)].map((value) =>
    format.number(value / perSecond),
  )
  return (
    <div>
      <TextField
        label={label}
        type="number"
        inputMode="decimal"
        step={perSecond === 1 ? 1 : 0.1}
        min={min / perSecond}
        max={max / perSecond}
        autoComplete="off"
        disabled={readOnly}
        suffix={t`seconds`}
        value={inSeconds(form.values)}
        error={
          form.errorOf(name) ? t`Enter a number of seconds from ${least} to ${most}, for example ${example}` : false
        }
        onChange={(text) => set(name, text === '' ? '' : Math.round(Number(text) * perSecond))}
      />
      <ChangedElsewhere form={form} names={[name]} show={inSeconds} />
    </div>
  )
}
