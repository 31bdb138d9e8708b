import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useConnectionLost } from '../relay/connection.ts'

/** What a page that is live says of itself; in its place, while the connection is lost, that it is. */
export function LiveNote({ children }: { children: ReactNode }) {
  const lost = useConnectionLost()
  return (
    <>
      <span role="status">
        {lost && <Trans>Connection lost. This page will update when you’re back online.</Trans>}
      </span>
      {!lost && children}
    </>
  )
}
