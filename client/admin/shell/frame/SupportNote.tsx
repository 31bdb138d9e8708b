import { Trans } from '@lingui/react/macro'
import { useViewer } from './viewer.tsx'

/** Says on every page that the operator's support works in this shop. */
export function SupportNote() {
  const { shop } = useViewer()
  if (!shop.isCrmLogin) return null
  const { name } = shop
  return (
    <p className="c-readonly" role="status">
      <Trans>
        You’re signed in to <span data-user-content>{name}</span> as support. The shop’s history shows what you change.
      </Trans>
    </p>
  )
}
