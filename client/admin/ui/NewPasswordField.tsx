import { useLingui } from '@lingui/react/macro'
import { Button, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { shortestPassword } from '../../../rules/passwords.ts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** A password to choose. It can be shown, so it is typed once. */
export function NewPasswordField({ label, value, onChange, error }: Props) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      label={label}
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      value={value}
      onChange={onChange}
      helpText={t`At least ${shortestPassword} characters. A few words that only you would put together work well.`}
      {...(error !== undefined && { error })}
      connectedRight={<Button onClick={() => setShown(!shown)}>{shown ? t`Hide` : t`Show`}</Button>}
    />
  )
}
