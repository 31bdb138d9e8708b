import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormat } from '../../../shell/words/useFormat.ts'

const spokenEveryMilliseconds = 4_000

interface Props {
  done: number
  total: number
  undo?: boolean
  /** The import is paused: announce now, because no later progress follows. */
  still?: boolean
}

/** Announces the progress to screen readers at intervals instead of at every step. */
export function ProgressAnnouncement({ done, total, undo = false, still = false }: Props) {
  const format = useFormat()
  const [spoken, setSpoken] = useState(done)
  if (still && spoken !== done) setSpoken(done)
  const speak = useEffectEvent(() => setSpoken(done))
  useEffect(() => {
    // An interval, because events faster than a timeout would postpone it forever.
    const timer = setInterval(() => speak(), spokenEveryMilliseconds)
    return () => clearInterval(timer)
  }, [])
  const [looked, all] = [format.number(spoken), format.number(total)]
  return (
    <p className="c-hidden" role="status">
      {undo ? (
        <Trans>
          {looked} of {all} reviews removed
        </Trans>
      ) : (
        <Trans>
          {looked} of {all} reviews checked
        </Trans>
      )}
    </p>
  )
}
