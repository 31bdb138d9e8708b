import { TextField } from '@shopify/polaris'
import { valueAt } from '../../../../rules/settings/document.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import type { PathTo } from '../../ui/settings/leaves.ts'
import { ChangedElsewhere } from '../../ui/settings/SettingFields.tsx'
import type { SettingsForm } from '../../ui/settings/useSettingsForm.ts'

interface Props<Values extends object> {
  form: SettingsForm<Values>
  name: PathTo<Values, number>
  label: string
  min: number
  max: number
  suffix?: string
}

/** A whole number. What is no number is kept as typed, so that the rules can name it. */
export function NumberSetting<Values extends object>({ form, name, label, suffix, ...bounds }: Props<Values>) {
  const readOnly = useReadOnly()
  const set = form.set as (name: string, value: unknown) => void
  return (
    <div>
      <TextField
        label={label} type="number" inputMode="numeric" {...bounds} autoComplete="off" disabled={readOnly} suffix={suffix} value={String(valueAt(form.values, name))} error={form.errorOf(name) ?? false}
        onChange={(text) => set(name, text === '' ? '' : Number(text))}
      />
      <ChangedElsewhere form={form} names={[name]} show={(stored) => String(valueAt(stored, name))} />
    </div>
  )
}
