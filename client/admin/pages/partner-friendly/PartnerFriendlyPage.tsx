import { Trans, useLingui } from '@lingui/react/macro'
import { OpenPage } from '../../shell/frame/OpenPage.tsx'

/** Says why the app is closed to this shop: its owner works for a competing app (spec 2, 6). */
export function Component() {
  const { t } = useLingui()
  return (
    <OpenPage title={t`A friendly note to partners`}>
      <div className="c-prose">
        <h1>
          <Trans>Hello, colleague</Trans>
        </h1>
        <p className="c-open-lead">
          <Trans>
            This shop is on a development plan and belongs to someone who works on another review app. Extended features
            aren’t available for such shops.
          </Trans>
        </p>
        <p>
          <Trans>
            If you run a real store, or need access for a development store, contact us and name the shop. We haven’t
            collected or changed anything in your shop.
          </Trans>
        </p>
      </div>
    </OpenPage>
  )
}
