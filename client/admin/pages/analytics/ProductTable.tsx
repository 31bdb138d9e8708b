import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { fewestRankedReviews } from '../../../../rules/analytics.ts'
import { Stars } from '../../ui/Stars.tsx'
import type { Shown } from './AnalyticsFrame.tsx'
import { Change, Sparkline } from './cards.tsx'
import { breakdownOf, useWriter, type Page, type Row } from './figures.ts'
import { useReviewsLink } from './useReviewsLink.ts'

const mostShown = 10
const mostRanked = 3

/** Products by reviews, with their trend, and those that are rated best and worst. */
export function ProductTable({ shown: { page, currency } }: { shown: Shown }) {
  const { t } = useLingui()
  const writer = useWriter(currency)
  const { rows } = breakdownOf(page, 'product')
  const reviewed = rows.filter(({ totals }) => (totals[0] ?? 0) > 0)
  if (reviewed.length === 0)
    return (
      <p className="c-analytics-empty">
        <Trans>Products that receive reviews are listed here, with their rating and its trend.</Trans>
      </p>
    )
  return (
    <>
      <Ranked rows={reviewed} page={page} />
      <div className="c-analytics-scroll" tabIndex={0} role="group" aria-label={t`Reviews by product`}>
        <table className="c-analytics-table">
          <caption className="c-hidden">
            <Trans>Reviews by product</Trans>
          </caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Product</Trans>
              </th>
              <th scope="col">
                <Trans>Reviews</Trans>
              </th>
              <th scope="col">
                <Trans>Trend</Trans>
              </th>
              <th scope="col">
                <Trans>Average rating</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {reviewed.slice(0, mostShown).map(({ key, label, totals, previousTotals, values }) => (
              <tr key={key}>
                <th scope="row">
                  <ProductLink id={key} title={label} page={page} />
                </th>
                <td>{writer('NUMBER')(totals[0])}</td>
                <td>
                  <Sparkline values={values ?? []} />
                  <Change now={totals[0]} before={previousTotals?.[0]} />
                </td>
                <td>
                  {writer('STARS')(totals[1])}
                  <Change now={totals[1]} before={previousTotals?.[1]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface RankedProps {
  rows: readonly Row[]
  page: Page
}

function Ranked({ rows, page }: RankedProps) {
  const ranked = rows
    .filter(({ totals }) => (totals[0] ?? 0) >= fewestRankedReviews)
    .sort((a, b) => (b.totals[1] ?? 0) - (a.totals[1] ?? 0))
  if (ranked.length < 2) return null
  const half = Math.min(mostRanked, Math.floor(ranked.length / 2))
  return (
    <div className="c-analytics-ranked">
      <div>
        <h3>
          <Trans>Best rated</Trans>
        </h3>
        <RankedList rows={ranked.slice(0, half)} page={page} />
      </div>
      <div>
        <h3>
          <Trans>Lowest rated</Trans>
        </h3>
        <RankedList rows={ranked.slice(-half).reverse()} page={page} />
      </div>
    </div>
  )
}

function RankedList({ rows, page }: RankedProps) {
  const writer = useWriter('USD')
  return (
    <ol>
      {rows.map(({ key, label, totals }) => (
        <li key={key}>
          <ProductLink id={key} title={label} page={page} />
          <span>
            <Stars rate={totals[1] ?? 0} size={14} /> {writer('STARS')(totals[1])}
          </span>
        </li>
      ))}
    </ol>
  )
}

function ProductLink({ id, title, page }: { id: string; title: string | null | undefined; page: Page }) {
  const hrefOf = useReviewsLink(page)
  return (
    <Link to={hrefOf({ productIdsFilter: id })} data-user-content="">
      {title ?? id}
    </Link>
  )
}
