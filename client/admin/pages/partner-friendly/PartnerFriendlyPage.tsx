import { Trans, useLingui } from '@lingui/react/macro'
import { OpenPage } from '../../shell/OpenPage.tsx'

/** Why the app is closed to this shop: its owner works for a competing app (spec 2, 6). */
export function Component() {
  const { t } = useLingui()
  return (
    <OpenPage title={t`A friendly note to partners`}>
      <div className="c-prose">
        <h1><Trans>Hello, colleague</Trans></h1>
        <p className="c-open-lead">
          <Trans>This shop belongs to someone who works on another review app, on a development plan. The extended features stay closed for such shops.</Trans>
        </p>
        <p>
          <Trans>If you run a real store, or if we should open a development store for you, write to us and name the shop. Nothing was collected or changed in your shop meanwhile.</Trans>
        </p>
      </div>
    </OpenPage>
  )
}
