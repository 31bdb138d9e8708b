import { Trans } from '@lingui/react/macro'
import { useViewer } from './viewer.tsx'

/** Says on every page that the operator's support works in this shop. */
export function SupportNote() {
  const { shop } = useViewer()
  if (!shop.isCrmLogin) return null
  return (
    <p className="c-readonly" role="status">
      <Trans>You’re signed in as support. The shop’s history shows what you change.</Trans>
    </p>
  )
}
