import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormat } from '../../../shell/words/useFormat.ts'

const spokenEveryMilliseconds = 4_000

interface Props {
  done: number
  total: number
  undo?: boolean
  /** It goes no further for now: there is no later moment to say where it stands. */
  still?: boolean
}

/** Says the progress now and then to those who cannot see it, rather than at every step. */
export function ProgressAnnouncement({ done, total, undo = false, still = false }: Props) {
  const format = useFormat()
  const [spoken, setSpoken] = useState(done)
  if (still && spoken !== done) setSpoken(done)
  const speak = useEffectEvent(() => setSpoken(done))
  useEffect(() => {
    // A clock of its own: news that come faster than this must not put it off.
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
