import { Trans, useLingui } from '@lingui/react/macro'
import { TextField } from '@shopify/polaris'
import { useState } from 'react'
import { Link } from 'react-router'
import { OpenPage } from '../../shell/frame/OpenPage.tsx'
import { useRestAct } from '../../shell/relay/useRestAct.ts'
import { OpenForm } from './OpenForm.tsx'
import { Praise } from './Praise.tsx'

/** Asks for a link for a new password. Says the same for every address. */
export function Component() {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [act, busy] = useRestAct({ quiet: true })
  const submit = async () => {
    const outcome = await act('POST', '/auth/forgot', { email })
    setRefusal(outcome.ok ? null : outcome.message)
    if (outcome.ok) setSentTo(email.trim())
  }
  return (
    <OpenPage title={sentTo ? t`Check your inbox` : t`Forgot your password?`} aside={<Praise />}>
      <h1>{sentTo ? <Trans>Check your inbox</Trans> : <Trans>Forgot your password?</Trans>}</h1>
      {sentTo ? (
        <p className="c-open-lead">
          <Trans>
            If an account has the address <strong data-user-content>{sentTo}</strong>, we sent a link to it. The link
            works once, for 30 minutes.
          </Trans>
        </p>
      ) : (
        <>
          <p className="c-open-lead">
            <Trans>Enter your email address. We’ll send you a link to choose a new one.</Trans>
          </p>
          <OpenForm refusal={refusal} submitLabel={t`Send link`} busy={busy} submit={() => void submit()}>
            <TextField
              label={t`Email`}
              type="email"
              name="email"
              autoComplete="username"
              inputMode="email"
              value={email}
              onChange={setEmail}
            />
          </OpenForm>
        </>
      )}
      <p className="c-open-after">
        <Link className="c-open-link" to="/auth/login">
          <Trans>Back to sign in</Trans>
        </Link>
      </p>
    </OpenPage>
  )
}
