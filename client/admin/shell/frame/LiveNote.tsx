import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useConnectionLost } from '../relay/connection.ts'

/** Shows the note of a live page, or that the connection is lost. */
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
