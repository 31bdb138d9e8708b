import { useLingui } from '@lingui/react/macro'
import { TextField } from '@shopify/polaris'
import { fieldId, type FieldErrorsForm } from './useFieldErrors.ts'

interface Props {
  form: FieldErrorsForm
  label: string
  /** Explains where to find a token. Hidden once one is stored. */
  howToGetOne: string
  kept: boolean
  value: string
  disabled: boolean
  onChange: (token: string) => void
}

/** The API token of another app. The server stores it and never returns it. */
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
