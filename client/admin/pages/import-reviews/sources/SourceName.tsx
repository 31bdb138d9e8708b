import { Trans } from '@lingui/react/macro'
import { templateSource, unknownSource } from '../../../../../rules/import-apps.ts'

/** Where an import's reviews came from: an app's own name, or in words what has none. */
export function SourceName({ source }: { source: string }) {
  if (source === unknownSource) return <Trans>Unknown app</Trans>
  if (source === templateSource) return <Trans>Candor template</Trans>
  return source
}
