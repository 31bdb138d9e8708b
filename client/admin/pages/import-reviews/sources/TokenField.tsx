import { useLingui } from '@lingui/react/macro'
import { TextField } from '@shopify/polaris'
import { fieldId, type FieldErrorsForm } from './useFieldErrors.ts'

interface Props {
  form: FieldErrorsForm
  label: string
  /** Where the merchant finds one; of a kept one that is not said. */
  howToGetOne: string
  kept: boolean
  value: string
  disabled: boolean
  onChange: (token: string) => void
}

/** The token of another app's API. It is kept by the server, which never answers it. */
export function TokenField({ form, label, howToGetOne, kept, value, disabled, onChange }: Props) {
  const { t } = useLingui()
  return (
    <TextField
      id={fieldId('token')}
      label={label}
      type="password"
      autoComplete="off"
      helpText={kept ? t`A token is stored encrypted. Leave blank to use it.` : howToGetOne}
      value={value}
      disabled={disabled}
      {...form.errorOf('token')}
      onChange={(text) => {
        onChange(text)
        form.clearError('token')
      }}
    />
  )
}
