import { useLingui } from '@lingui/react/macro'
import { Button, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useRestAct } from '../../shell/relay/useRestAct.ts'
import { useToast } from '../../shell/toasts.tsx'
import { formatSentence } from '../../shell/words/sentences.ts'
import { NewPasswordField } from '../../ui/NewPasswordField.tsx'

/** Changes the password by the present one. */
export function PasswordForm({ onChanged }: { onChanged: () => Promise<void> }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const readOnly = useReadOnly()
  const [password, setPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  const [refusal, setRefusal] = useState<{ message: string; field: string | null } | null>(null)
  const [act, busy] = useRestAct()
  if (readOnly) return <p className="c-quiet">{formatSentence(i18n, 'readOnly')}</p>
  const submit = async () => {
    const outcome = await act('POST', '/account/password', { password, newPassword })
    setRefusal(outcome.ok ? null : outcome)
    if (!outcome.ok) return
    setPassword('')
    setNewPassword('')
    toast(formatSentence(i18n, 'passwordChanged'))
    await onChanged()
  }
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : undefined)
  const wrong = errorOf('password')
  return (
    <form
      className="c-account-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label={t`Present password`}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        {...(wrong !== undefined && { error: wrong })}
      />
      <NewPasswordField
        label={t`New password`}
        value={newPassword}
        onChange={setNewPassword}
        error={errorOf('newPassword')}
      />
      <div>
        <Button submit variant="primary" loading={busy} disabled={password === '' || newPassword === ''}>
          {t`Change password`}
        </Button>
      </div>
    </form>
  )
}
