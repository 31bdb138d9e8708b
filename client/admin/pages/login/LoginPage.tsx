import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Button, FormLayout, TextField } from '@shopify/polaris'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { logIn, logInFrom, readLoginConfig, type DemoLogin, type LoginConfig } from '../../shell/session/login.ts'
import { OpenPage } from '../../shell/frame/OpenPage.tsx'
import { afterLogin, type StandaloneSession } from '../../shell/session/session.ts'
import { formatSentence } from '../../shell/words/sentences.ts'
import { failureSentence } from '../../shell/relay/useCommit.ts'
import { useSession } from '../../shell/relay/useRest.ts'
import { Part } from '../../shell/Part.tsx'
import { lazyComponent } from '../../shell/relay/lazyComponent.tsx'
import { laterWordsArrive } from '../../shell/words/laterWords.ts'
import { ConnectShop } from './ConnectShop.tsx'
import { DemoCard } from './DemoCard.tsx'
import { Praise } from './Praise.tsx'

const ProviderSignIn = lazyComponent(
  async () => (await Promise.all([import('./ProviderSignIn.tsx'), laterWordsArrive()]))[0].ProviderSignIn,
)

/** Login of the standalone admin (spec 2). */
export function Component() {
  const { t } = useLingui()
  const { demo, provider } = useLoginConfig()
  const form = useLoginForm()
  useLoginElsewhere()
  return (
    <OpenPage title={t`Sign in`} aside={<Praise />}>
      <h1>
        <Trans>Welcome back</Trans>
      </h1>
      <p className="c-open-lead">
        <Trans>Sign in to manage your reviews.</Trans>
      </p>
      {provider && (
        <Part waits={null}>
          <ProviderSignIn provider={provider} />
        </Part>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <BlockStack gap="400">
          {form.refusal && <Banner tone="critical">{form.refusal}</Banner>}
          <FormLayout>
            <TextField
              label={t`Email`}
              type="email"
              name="email"
              autoComplete="username"
              inputMode="email"
              value={form.email}
              onChange={form.setEmail}
              {...form.emailError}
            />
            <TextField
              label={t`Password`}
              type="password"
              name="password"
              autoComplete="current-password"
              value={form.password}
              onChange={form.setPassword}
              {...form.passwordError}
            />
          </FormLayout>
          <Button submit variant="primary" size="large" fullWidth loading={form.busy}>{t`Sign in`}</Button>
          <Link className="c-open-link" to="/auth/forgot">
            <Trans>Forgot your password?</Trans>
          </Link>
        </BlockStack>
      </form>
      <ConnectShop />
      {demo && <DemoCard login={demo} fill={form.fill} />}
    </OpenPage>
  )
}

/** The platform or the operator's provider leads here, and a cookie says who may sign in. */
function useLoginElsewhere(): void {
  const session = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const from = params.get('from')
  const next = params.get('next')
  useEffect(() => {
    if (from !== 'platform' && from !== 'provider') return
    // Without a session the form stays, where the merchant can start again.
    logInFrom(from).then(
      (token) => {
        if (token === null) return
        ;(session as StandaloneSession).keep(token)
        void navigate(afterLogin(next), { replace: true })
      },
      () => undefined,
    )
  }, [from, navigate, next, session])
}

function useLoginConfig(): LoginConfig {
  const [config, setConfig] = useState<LoginConfig>({ demo: null, provider: null })
  useEffect(() => {
    let here = true
    // Without a response only the password form is shown.
    readLoginConfig().then(
      (read) => here && setConfig(read),
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [])
  return config
}

function useLoginForm() {
  const { i18n, t } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const required = (value: string) => (tried && value === '' ? { error: formatSentence(i18n, 'required') } : {})
  const signIn = async (address: string, secret: string) => {
    setBusy(true)
    try {
      const outcome = await logIn(address, secret)
      if (outcome.ok) {
        ;(session as StandaloneSession).keep(outcome.token)
        await navigate(afterLogin(params.get('next')), { replace: true })
        return
      }
      const minutes = outcome.retryAfterSeconds === null ? null : Math.ceil(outcome.retryAfterSeconds / 60)
      setRefusal(
        minutes === null
          ? formatSentence(i18n, outcome.code, outcome.params)
          : t`Too many attempts. Try again in ${minutes} minutes.`,
      )
    } catch (error) {
      setRefusal(failureSentence(i18n, error))
    }
    setBusy(false)
  }
  return {
    email,
    setEmail,
    password,
    setPassword,
    busy,
    refusal,
    emailError: required(email),
    passwordError: required(password),
    async submit() {
      setTried(true)
      setRefusal(null)
      if (email !== '' && password !== '') await signIn(email, password)
    },
    fill(login: DemoLogin) {
      setEmail(login.email)
      setPassword(login.password)
    },
  }
}
