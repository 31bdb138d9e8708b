import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { SettingsSection } from '../../ui/settings/SettingsPage.tsx'

export function SenderSection() {
  const { t } = useLingui()
  const mode = useMode()
  return (
    <SettingsSection title={t`Email sender`} description={t`Who your emails come from.`}>
      <Link className="c-plans-link" to={hrefIn(mode, '/settings/sender')}>
        <Trans>Manage email sender</Trans>
      </Link>
    </SettingsSection>
  )
}
