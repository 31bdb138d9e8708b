import { Trans } from '@lingui/react/macro'
import { templateSource, unknownSource } from '../../../../../rules/import-apps.ts'

/** Names an import's source: an app's name, or a translated description. */
export function SourceName({ source }: { source: string }) {
  if (source === unknownSource) return <Trans>Unknown app</Trans>
  if (source === templateSource) return <Trans>Candor template</Trans>
  return source
}
