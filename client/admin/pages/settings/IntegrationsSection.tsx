import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { SettingsSection } from '../../ui/settings/SettingsPage.tsx'

export function IntegrationsSection() {
  const { t } = useLingui()
  const mode = useMode()
  return (
    <SettingsSection title={t`Integrations`} description={t`Connect Candor to other services.`}>
      <Link className="c-plans-link" to={hrefIn(mode, '/settings/integration')}>
        <Trans>Manage integrations</Trans>
      </Link>
    </SettingsSection>
  )
}
