import { Card, ProgressBar, type ProgressBarProps } from '@shopify/polaris'
import { useEffect, useEffectEvent, useState, type ReactNode, type RefObject } from 'react'
import { useFormat } from '../../../shell/words/useFormat.ts'

const spokenEveryMilliseconds = 4_000

interface Props {
  title: string
  heading?: RefObject<HTMLHeadingElement | null>
  fileName: string
  done: number
  /** Follows the number of done ones, for example "of 20". Null: no number is shown. */
  of: string | null
  /** Percent. */
  share: number
  tone?: NonNullable<ProgressBarProps['tone']>
  /** Returns the progress for screen readers. */
  spoken: (done: string) => string
  /** Announces the progress now, because none follows. */
  still?: boolean
  children: ReactNode
}

/** Shows work on an import with its live progress. */
export function ProgressCard({ title, heading, fileName, done, of, share, tone = 'primary', ...props }: Props) {
  const format = useFormat()
  return (
    <Card>
      <div className="c-running">
        <div>
          <h2 id="running-import" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p className="c-quiet" data-user-content>
            {fileName}
          </p>
        </div>
        {of !== null && (
          <p className="c-running-count">
            <strong>{format.number(done)}</strong> <span>{of}</span>
          </p>
        )}
        <ProgressBar progress={share} tone={tone} ariaLabelledBy="running-import" />
        {props.children}
        <p className="c-hidden" role="status">
          {props.spoken(format.number(useSpoken(done, props.still ?? false)))}
        </p>
      </div>
    </Card>
  )
}

/** Returns a progress that changes at intervals, so that screen readers don't read out every step. */
function useSpoken(done: number, still: boolean): number {
  const [spoken, setSpoken] = useState(done)
  if (still && spoken !== done) setSpoken(done)
  const speak = useEffectEvent(() => setSpoken(done))
  useEffect(() => {
    // An interval, because events faster than a timeout would postpone it forever.
    const timer = setInterval(() => speak(), spokenEveryMilliseconds)
    return () => clearInterval(timer)
  }, [])
  return spoken
}
