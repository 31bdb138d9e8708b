import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, TextField } from '@shopify/polaris'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { OpenPage } from '../../shell/frame/OpenPage.tsx'
import { useRestAct } from '../../shell/relay/useRestAct.ts'
import { useSession } from '../../shell/relay/useRest.ts'
import { acceptInvitation } from '../../shell/session/login.ts'
import type { StandaloneSession } from '../../shell/session/session.ts'
import { failureSentence } from '../../shell/relay/useCommit.ts'
import { formatSentence } from '../../shell/words/sentences.ts'
import { NewPasswordField } from '../../ui/NewPasswordField.tsx'
import { OpenForm } from './OpenForm.tsx'
import { Praise } from './Praise.tsx'

interface Invitation {
  email: string
  invitedBy: string
  shopName: string
  hasAccount: boolean
}

/** Accepts an invitation to manage a shop. */
export function Component() {
  const { t, i18n } = useLingui()
  const token = useLocation().hash.slice(1)
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [refusal, setRefusal] = useState(token ? null : formatSentence(i18n, 'linkInvalid'))
  const [act] = useRestAct({ quiet: true })
  const read = useEffectEvent(() => act<Invitation>('POST', '/auth/invitation', { token }))
  useEffect(() => {
    if (!token) return
    void read().then((outcome) => {
      if (outcome.ok) setInvitation(outcome.data)
      else setRefusal(outcome.message)
    })
  }, [token])
  return (
    <OpenPage title={t`Invitation`} aside={<Praise />}>
      {invitation ? <Accept token={token} invitation={invitation} /> : null}
      {refusal !== null && (
        <>
          <h1>
            <Trans>Invitation</Trans>
          </h1>
          <div className="c-open-lead">
            <Banner tone="warning">{refusal}</Banner>
          </div>
          <Link className="c-open-link" to="/auth/login">
            <Trans>Sign in</Trans>
          </Link>
        </>
      )}
    </OpenPage>
  )
}

function Accept({ token, invitation }: { token: string; invitation: Invitation }) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { accept, busy, refusal } = useAcceptance(token)
  const { email, invitedBy, shopName, hasAccount } = invitation
  return (
    <>
      <h1>
        <Trans>
          Join <span data-user-content>{shopName}</span>
        </Trans>
      </h1>
      <p className="c-open-lead">
        <Trans>
          <span data-user-content>{invitedBy}</span> invited you to manage the reviews of this shop. You’ll sign in as{' '}
          <strong data-user-content>{email}</strong>.
        </Trans>
      </p>
      <OpenForm
        refusal={refusal && !refusal.isField ? refusal.message : null}
        submitLabel={t`Accept invitation`}
        busy={busy}
        submit={() => void accept({ name, password })}
      >
        {hasAccount ? (
          <TextField
            label={t`Password of your account`}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        ) : (
          <>
            <TextField
              label={t`Your name`}
              autoComplete="name"
              maxLength={80}
              value={name}
              onChange={setName}
              helpText={t`Shown in the history of changes.`}
            />
            <NewPasswordField
              label={t`Password`}
              value={password}
              onChange={setPassword}
              error={refusal?.isField ? refusal.message : undefined}
            />
          </>
        )}
      </OpenForm>
    </>
  )
}

function useAcceptance(token: string) {
  const { i18n } = useLingui()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<{ message: string; isField: boolean } | null>(null)
  const accept = async (account: { name: string; password: string }) => {
    setBusy(true)
    try {
      const outcome = await acceptInvitation({ token, ...account })
      if (outcome.ok) {
        ;(session as StandaloneSession).keep(outcome.token)
        // Screen and store may hold another session's data, so reload everything.
        location.assign('/')
        return
      }
      const isField = ['passwordTooShort', 'passwordTooCommon', 'fillAtMost'].includes(outcome.code)
      setRefusal({ message: formatSentence(i18n, outcome.code, outcome.params), isField })
    } catch (error) {
      setRefusal({ message: failureSentence(i18n, error), isField: false })
    }
    setBusy(false)
  }
  return { accept, busy, refusal }
}
