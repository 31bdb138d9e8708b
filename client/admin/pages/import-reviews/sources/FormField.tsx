import { useLingui } from '@lingui/react/macro'
import { TextField, type TextFieldProps } from '@shopify/polaris'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { fieldId, type FieldErrorsForm } from './useFieldErrors.ts'

interface Props extends Omit<TextFieldProps, 'id' | 'label' | 'error' | 'disabled' | 'autoComplete' | 'onChange'> {
  form: FieldErrorsForm
  /** The field's name in errors. */
  name: string
  label: string
  onChange: (text: string) => void
}

/** A text field of a source's form. Shows the server's error at the field until it is changed. */
export function FormField({ form, name, onChange, ...props }: Props) {
  return (
    <TextField
      {...(props as TextFieldProps)}
      id={fieldId(name)}
      autoComplete="off"
      spellCheck={false}
      disabled={useReadOnly()}
      {...form.errorOf(name)}
      onChange={(text) => {
        onChange(text)
        form.clearError(name)
      }}
    />
  )
}

interface TokenProps extends Props {
  /** The server already stores a token, which it never returns. */
  kept: boolean
  /** Explains where to find a token. Hidden once one is stored. */
  howToGetOne: string
}

/** The API token of another app. */
export function TokenField({ kept, howToGetOne, ...props }: Omit<TokenProps, 'name'>) {
  const { t } = useLingui()
  const helpText = kept ? t`A token is stored encrypted. Leave blank to use it.` : howToGetOne
  return <FormField {...props} name="token" type="password" helpText={helpText} />
}
