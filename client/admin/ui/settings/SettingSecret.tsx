import { useLingui } from '@lingui/react/macro'
import { TextField } from '@shopify/polaris'
import { readPath } from '../../../../rules/settings/document.ts'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import type { SettingsForm } from './useSettingsForm.ts'

interface Props {
  /** A form whose document stores the field as a secret. */
  form: Pick<SettingsForm<object>, 'values' | 'errorOf'> & { set: unknown }
  name: string
  label: string
  /** A secret is stored; it is never shown. */
  isSet: boolean
  disabled?: boolean
}

/** A secret, such as a password. Typed text replaces the stored one, which the server never returns. */
export function SettingSecret({ form, name, label, isSet, disabled = false }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const error = form.errorOf(name)
  const set = form.set as (path: string, value: string | undefined) => void
  const typed = readPath(form.values, name)
  return (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      disabled={disabled || readOnly}
      value={typeof typed === 'string' ? typed : ''}
      onChange={(value) => set(name, value === '' ? undefined : value)}
      {...(isSet
        ? { placeholder: '••••••••', helpText: t`Stored encrypted. Leave blank to keep it.` }
        : { helpText: t`Stored encrypted.` })}
      {...(error ? { error } : {})}
    />
  )
}
