import { Trans } from '@lingui/react/macro'
import { useReadOnly } from './viewer.tsx'

/** Says on every page that this login changes nothing. */
export function ReadOnlyNote() {
  if (!useReadOnly()) return null
  return (
    <p className="c-readonly" role="status">
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M2.5 10S5 4.5 10 4.5 17.5 10 17.5 10 15 15.5 10 15.5 2.5 10 2.5 10zM10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z" />
      </svg>
      <Trans>You’re looking around with a read-only login. You can open everything; nothing is changed.</Trans>
    </p>
  )
}
