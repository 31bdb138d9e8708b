import { useLingui } from '@lingui/react/macro'
import { Button, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { useRestAct } from '../../shell/relay/useRestAct.ts'
import { useToast } from '../../shell/toasts.tsx'
import { formatSentence } from '../../shell/words/sentences.ts'

/** Mails an invitation to an address. */
export function InviteForm({ onSent }: { onSent: () => Promise<void> }) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [act, busy] = useRestAct({ quiet: true })
  const send = async () => {
    const outcome = await act<{ email: string }>('POST', '/people/invitations', { email })
    setError(outcome.ok ? null : outcome.message)
    if (!outcome.ok) return
    setEmail('')
    toast(formatSentence(i18n, 'inviteSent', { email: outcome.data.email }))
    await onSent()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        {...(error !== null && { error })}
        connectedRight={
          <Button submit variant="primary" loading={busy} disabled={email.trim() === ''}>{t`Send invitation`}</Button>
        }
      />
    </form>
  )
}
