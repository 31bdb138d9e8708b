import { Trans, useLingui } from '@lingui/react/macro'
import { Banner } from '@shopify/polaris'
import { useOffline } from '../relay/online.ts'

/** Shown while the server can't be reached. */
export function OfflineNote() {
  const { t } = useLingui()
  const offline = useOffline()
  return (
    <div className="c-offline" role="status">
      {offline && (
        <Banner tone="warning" title={t`You’re offline`}>
          <Trans>This page updates when you’re back online.</Trans>
        </Banner>
      )}
    </div>
  )
}
