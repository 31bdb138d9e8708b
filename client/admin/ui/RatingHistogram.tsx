import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useFormat } from '../shell/words/useFormat.ts'

interface Props {
  /** Number of reviews with one, two, three, four and five stars. */
  histogram: readonly number[]
  /** Returns the URL of a rating's reviews; without it the rows have no links. */
  hrefOf?: (rate: number) => string
}

const ratesDown = [5, 4, 3, 2, 1] as const

/** Shows the distribution of ratings as bars, and as a table for screen readers. */
export function RatingHistogram({ histogram, hrefOf }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const total = histogram.reduce((sum, count) => sum + count, 0)
  const most = Math.max(1, ...histogram)
  return (
    <table className="c-histogram">
      <caption className="c-hidden">
        <Trans>Reviews by rating</Trans>
      </caption>
      <thead className="c-hidden">
        <tr>
          <th scope="col">
            <Trans>Stars</Trans>
          </th>
          <th scope="col">
            <Trans>Share</Trans>
          </th>
          <th scope="col">
            <Trans>Reviews</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {ratesDown.map((rate) => {
          const count = histogram[rate - 1] ?? 0
          const share = format.number(total ? count / total : 0, { style: 'percent' })
          return (
            <tr key={rate}>
              <th scope="row">
                {hrefOf ? (
                  <Link
                    to={hrefOf(rate)}
                    aria-label={t`${plural(rate, { one: 'Reviews with # star', other: 'Reviews with # stars' })}`}
                  >
                    {rate} <i aria-hidden="true">★</i>
                  </Link>
                ) : (
                  <>
                    {rate} <i aria-hidden="true">★</i>
                  </>
                )}
              </th>
              <td className="c-histogram-track">
                <span className="c-hidden">{share}</span>
                {count > 0 && (
                  <span
                    className="c-histogram-bar"
                    aria-hidden="true"
                    style={{ inlineSize: `${(count / most) * 100}%` }}
                  />
                )}
              </td>
              <td className="c-histogram-count">{format.number(count)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
