import { useLingui } from '@lingui/react/macro'

const five = [1, 2, 3, 4, 5] as const
const star = 'M10 1.8l2.5 5.2 5.7.8-4.1 4 1 5.7-5.1-2.7-5.1 2.7 1-5.7-4.1-4 5.7-.8z'

interface Props {
  /** 0 to 5; averages may have fractions. */
  rate: number
  /** Height of a star in pixels. */
  size?: number
}

/** Shows a rating as stars, with a text for screen readers. */
export function Stars({ rate, size = 16 }: Props) {
  const { t } = useLingui()
  const shown = Math.round(rate * 10) / 10
  return (
    <span className="c-stars" role="img" aria-label={t`${shown} of 5 stars`}>
      {five.map((position) => (
        <Star key={position} fill={Math.min(1, Math.max(0, rate - position + 1))} size={size} />
      ))}
    </span>
  )
}

function Star({ fill, size }: { fill: number; size: number }) {
  const full = fill >= 0.95
  const empty = fill <= 0.05
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true">
      <path className={full ? 'c-star-full' : 'c-star-empty'} d={star} />
      {!full && !empty && (
        <path className="c-star-full" d={star} clipPath={`inset(0 ${Math.round((1 - fill) * 100)}% 0 0)`} />
      )}
    </svg>
  )
}
