import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { OpenPage } from '../../shell/frame/OpenPage.tsx'
import { useRestAct } from '../../shell/relay/useRestAct.ts'
import type { StandaloneSession } from '../../shell/session/session.ts'
import { useSession } from '../../shell/relay/useRest.ts'
import { formatSentence } from '../../shell/words/sentences.ts'
import { useToast } from '../../shell/toasts.tsx'
import { NewPasswordField } from '../../ui/NewPasswordField.tsx'
import { OpenForm } from './OpenForm.tsx'
import { Praise } from './Praise.tsx'

/** Chooses a new password by the link of an email. */
export function Component() {
  const { t, i18n } = useLingui()
  const { hash } = useLocation()
  const session = useSession()
  const navigate = useNavigate()
  const toast = useToast()
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<{ message: string; field: string | null } | null>(null)
  const [act, busy] = useRestAct({ quiet: true })
  const submit = async () => {
    const outcome = await act('POST', '/auth/reset', { token: hash.slice(1), password })
    if (!outcome.ok) {
      setRefusal(outcome)
      return
    }
    ;(session as StandaloneSession).forget()
    toast(formatSentence(i18n, 'passwordChanged'))
    await navigate('/auth/login', { replace: true })
  }
  return (
    <OpenPage title={t`Choose a new password`} aside={<Praise />}>
      <h1>
        <Trans>Choose a new password</Trans>
      </h1>
      <p className="c-open-lead">
        <Trans>All your devices are signed out. Then sign in with the new one.</Trans>
      </p>
      <OpenForm
        refusal={refusal && refusal.field !== 'password' ? refusal.message : null}
        submitLabel={t`Save password`}
        busy={busy}
        submit={() => void submit()}
      >
        <NewPasswordField
          label={t`New password`}
          value={password}
          onChange={setPassword}
          error={refusal?.field === 'password' ? refusal.message : undefined}
        />
      </OpenForm>
      <p className="c-open-after">
        <Link className="c-open-link" to="/auth/forgot">
          <Trans>Send a new link</Trans>
        </Link>
      </p>
    </OpenPage>
  )
}
