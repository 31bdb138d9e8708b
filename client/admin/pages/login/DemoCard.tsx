import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@shopify/polaris'
import type { DemoLogin } from '../../shell/session/login.ts'

interface Props {
  login: DemoLogin
  fill: (login: DemoLogin) => void
}

/** Shows the demo's login and fills it in. */
export function DemoCard({ login, fill }: Props) {
  const { t } = useLingui()
  return (
    <section className="c-demo" aria-label={t`Demo login`}>
      <p>
        <Trans>This is the demo store. Sign in with:</Trans>
      </p>
      <dl data-user-content>
        <dt>
          <Trans>Email</Trans>
        </dt>
        <dd>{login.email}</dd>
        <dt>
          <Trans>Password</Trans>
        </dt>
        <dd>{login.password}</dd>
      </dl>
      <Button onClick={() => fill(login)}>{t`Use demo login`}</Button>
    </section>
  )
}
