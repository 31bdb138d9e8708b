import { useLingui } from '@lingui/react/macro'
import type { FigureName } from '../../../../rules/analytics.ts'
import { Change } from './cards.tsx'
import { FIGURE_WORDS, useWriter, type Breakdown } from './figures.ts'

interface Props {
  title: string
  /** Heading of the first column. */
  of: string
  breakdown: Breakdown
  currency: string
  nameOf: (key: string) => string
  /** Names what is missing; shown if no row has a value. */
  empty: string
  /** Keeps rows without events, for a closed list. */
  keepsEmpty?: boolean
}

const mostRows = 10

/** A breakdown as a table. A bar behind the first figure compares the rows. */
export function BarList({ title, of, breakdown, currency, nameOf, empty, keepsEmpty = false }: Props) {
  const { i18n } = useLingui()
  const writer = useWriter(currency)
  const isMeasured = breakdown.rows.some(({ totals }) => (totals[0] ?? 0) > 0)
  if (!isMeasured) return <p className="c-analytics-empty">{empty}</p>
  const rows = breakdown.rows.filter(({ totals }) => keepsEmpty || (totals[0] ?? 0) > 0).slice(0, mostRows)
  const most = Math.max(...rows.map(({ totals }) => totals[0] ?? 0))
  return (
    <div className="c-analytics-scroll" tabIndex={0} role="group" aria-label={title}>
      <table className="c-analytics-table">
        <caption className="c-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {breakdown.figures.map(({ key }) => (
              <th key={key} scope="col">
                {i18n._(FIGURE_WORDS[key as FigureName])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, totals, previousTotals }) => (
            <tr key={key}>
              <th scope="row">
                {nameOf(key)}
                <i
                  className="c-analytics-bar-line"
                  style={{ inlineSize: `${((totals[0] ?? 0) / most) * 100}%` }}
                  aria-hidden="true"
                />
              </th>
              {breakdown.figures.map((figure, at) => (
                <td key={figure.key}>
                  {writer(figure.unit)(totals[at])}
                  {at === 0 && <Change now={totals[0]} before={previousTotals?.[0]} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
