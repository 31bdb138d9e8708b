import { Trans, useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import { useFormat } from '../../shell/words/useFormat.ts'
import type { Breakdown } from './figures.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const hours = Array.from({ length: 24 }, (_, hour) => hour)
/** A Monday. */
const monday = Date.UTC(2024, 0, 1)

/** Sent emails by weekday and hour; the color is the share of them that brought a review. */
export function HeatMap({ breakdown, empty }: { breakdown: Breakdown; empty: string }) {
  const { t } = useLingui()
  const format = useFormat()
  const cells = new Map(
    breakdown.rows.map(({ key, totals: [sent, , , reviewed] }) => [key, { sent: sent ?? 0, reviewed: reviewed ?? 0 }]),
  )
  const most = Math.max(0, ...[...cells.values()].map(heatOf))
  if (cells.size === 0) return <p className="c-analytics-empty">{empty}</p>
  const dayName = (weekday: number, style: 'short' | 'long') =>
    format.date(monday + (weekday - 1) * 86_400_000, { weekday: style, timeZone: 'UTC' })
  const share = (cell: { sent: number; reviewed: number }) =>
    format.number(cell.sent > 0 ? cell.reviewed / cell.sent : 0, { style: 'percent' })
  return (
    <div className="c-analytics-scroll" tabIndex={0} role="group" aria-label={t`Hour of the week`}>
      <table className="c-analytics-heat">
        <caption className="c-hidden">
          <Trans>Reviews per email by weekday and hour</Trans>
        </caption>
        <thead>
          <tr>
            <td />
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{dayName(weekday, 'short')}</th>
              {hours.map((hour) => {
                const cell = cells.get(`${weekday}-${hour}`)
                if (!cell) return <td key={hour} />
                const [day, reviews, emails, rate] = [dayName(weekday, 'long'), cell.reviewed, cell.sent, share(cell)]
                return (
                  <td
                    key={hour}
                    data-measured=""
                    style={{ '--heat': most > 0 ? heatOf(cell) / most : 0 } as CSSProperties}
                    title={t`${day}, ${hour}:00: ${reviews} reviews from ${emails} emails (${rate})`}
                  >
                    <span className="c-hidden">{t`${reviews} of ${emails}`}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns reviews per email, less for hours with few emails: one of one is no proof. */
const heatOf = ({ sent, reviewed }: { sent: number; reviewed: number }): number => reviewed / (sent + 2)
