import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { SettingsSection } from '../../ui/settings/SettingsPage.tsx'

export function NotificationsSection() {
  const { t } = useLingui()
  const mode = useMode()
  return (
    <SettingsSection title={t`Notifications`} description={t`Get notified about new reviews.`}>
      <Link className="c-plans-link" to={hrefIn(mode, '/collect-reviews/email-notifications')}>
        <Trans>Manage notifications</Trans>
      </Link>
    </SettingsSection>
  )
}
