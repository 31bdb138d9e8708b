import { useLingui } from '@lingui/react/macro'
import type { PathTo } from '../../ui/settings/leaves.ts'
import { SettingSelect, SettingText } from '../../ui/settings/SettingFields.tsx'
import type { SettingsForm } from '../../ui/settings/useSettingsForm.ts'

/** Lowest rating that a widget of the whole shop shows. */
export function MinimumRatingField<Values extends object>({
  form,
  name,
}: {
  form: SettingsForm<Values>
  name: PathTo<Values, string | number>
}) {
  const { t } = useLingui()
  const options = [
    { value: 'all', label: t`All reviews` },
    { value: 'four-five', label: t`4 and 5 stars` },
    { value: 'five', label: t`5 stars only` },
  ]
  return (
    <SettingSelect
      form={form}
      name={name}
      label={t`Reviews to show`}
      helpText={t`Pinned reviews come first, then the newest.`}
      options={options}
    />
  )
}

/** A list of page URLs, one a line. */
export function PageLines<Values extends object>({
  form,
  name,
  label,
}: {
  form: SettingsForm<Values>
  name: PathTo<Values, string>
  label: string
}) {
  const { t } = useLingui()
  return (
    <SettingText
      form={form}
      name={name}
      label={label}
      multiline={3}
      placeholder={'/cart\n/pages/*'}
      helpText={t`Enter one page per line. Use * for any text.`}
    />
  )
}
