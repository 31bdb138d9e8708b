import { useLingui } from '@lingui/react/macro'
import { Button, Card, Text } from '@shopify/polaris'
import { ExportIcon } from '@shopify/polaris-icons'
import type { CSSProperties, ReactNode } from 'react'
import { graphql } from 'react-relay/hooks'
import { useLocation, useSearchParams } from 'react-router'
import type { FigureName } from '../../../../rules/analytics.ts'
import type { AnalyticsPageName } from '../../../__generated__/analyticsLoaderQuery.graphql.ts'
import type { cardsCsvQuery } from '../../../__generated__/cardsCsvQuery.graphql.ts'
import { useDownload } from '../../shell/relay/useDownload.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { Chart } from '../../ui/charts/Chart.tsx'
import { areaPath, linePath, type Value } from '../../ui/charts/chartScale.ts'
import { axisName, pointName } from '../../ui/charts/pointNames.ts'
import type { Shown } from './AnalyticsFrame.tsx'
import { readRange } from './analyticsLoader.ts'
import { breakdownOf, changeOf, FIGURE_WORDS, figureOf, useUnitNames, useWriter } from './figures.ts'

const csvQuery = graphql`
  query cardsCsvQuery($page: AnalyticsPageName!, $period: AnalyticsPeriod!, $from: String, $to: String, $interval: ReportInterval, $table: String, $figures: [String!], $headers: [String!]) {
    viewer { shop { analytics(period: $period, from: $from, to: $to, interval: $interval) { page(name: $page) { from to csv(table: $table, figures: $figures, headers: $headers) } } } }
  }
`

interface CardProps {
  shown: Shown
  title: string
  /** A sentence below the title. */
  help?: ReactNode
  /** What the CSV file has: these figures over time, or a table and the heading of its first column. */
  file: { figures: readonly FigureName[] } | { table: string; of: string }
  children: ReactNode
}

/** A card with a heading and a CSV download. */
export function AnalyticsCard({ shown, title, help, file, children }: CardProps) {
  const { t, i18n } = useLingui()
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const page = pageOf(pathname)
  const withUnit = useUnitNames(shown.currency)
  const columns =
    'table' in file
      ? breakdownOf(shown.page, file.table).figures
      : file.figures.map((name) => figureOf(shown.page, name))
  const names = columns.map(({ key, unit }) => withUnit(unit, i18n._(FIGURE_WORDS[key as FigureName])))
  const [download, busy] = useDownload<cardsCsvQuery>(
    csvQuery,
    {
      page,
      ...readRange(params).variables,
      table: 'table' in file ? file.table : null,
      figures: columns.map(({ key }) => key),
      headers: ['of' in file ? file.of : t`Date`, ...names],
    },
    ({ viewer: { shop } }) => {
      if (!shop) return 'unexpected'
      const { from, to, csv } = shop.analytics.page
      return { csv, name: `${title.replace(/[^\p{L}\p{M}\p{N} -]/gu, '')} ${from} ${to}.csv` }
    },
  )
  return (
    <Card>
      <section className="c-analytics-card" aria-label={title}>
        <header>
          <div>
            <Text as="h2" variant="headingSm">
              {title}
            </Text>
            {help && (
              <Text as="p" tone="subdued">
                {help}
              </Text>
            )}
          </div>
          <Button
            variant="tertiary"
            icon={ExportIcon}
            loading={busy}
            accessibilityLabel={t`Download ${title} as CSV`}
            onClick={download}
          />
        </header>
        {children}
      </section>
    </Card>
  )
}

function pageOf(pathname: string): AnalyticsPageName {
  if (pathname.endsWith('/reward-reviews')) return 'REWARDS'
  return (pathname.split('/analytics/')[1] ?? 'overall').toUpperCase() as AnalyticsPageName
}

/** Figures of which less is better. */
const lowerIsBetter: readonly FigureName[] = ['responseTime', 'bounced', 'complained', 'unsubscribed']

/** A figure's change since the period before. */
export function Change({ now, before, name }: { now: Value; before: Value; name?: FigureName }) {
  const { t } = useLingui()
  const format = useFormat()
  const change = changeOf(now, before)
  if (change === null) return null
  const share = format.number(Math.abs(change), {
    style: 'percent',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  })
  const isSame = Math.abs(change) < 0.0005
  const isUp = change > 0
  const isGood = isUp !== (name !== undefined && lowerIsBetter.includes(name))
  const spoken = isUp ? t`${share} more than the period before` : t`${share} less than the period before`
  return (
    <span className="c-analytics-change" data-tone={isSame ? 'same' : isGood ? 'good' : 'bad'}>
      <span aria-hidden="true">{isSame ? '–' : `${isUp ? '↗' : '↘'} ${share}`}</span>
      <span className="c-hidden">{spoken}</span>
    </span>
  )
}

/** A score's change since the period before, in points. */
function PointChange({ now, before }: { now: Value; before: Value }) {
  const { t } = useLingui()
  const format = useFormat()
  if (now == null || before == null) return null
  const change = Math.round(now) - Math.round(before)
  const points = format.number(Math.abs(change))
  return (
    <span className="c-analytics-change" data-tone={change === 0 ? 'same' : change > 0 ? 'good' : 'bad'}>
      <span aria-hidden="true">{change === 0 ? '–' : `${change > 0 ? '↗' : '↘'} ${points}`}</span>
      <span className="c-hidden">
        {change >= 0
          ? t`${points} points more than the period before`
          : t`${points} points less than the period before`}
      </span>
    </span>
  )
}

/** A line without axes: a figure's course at a glance. */
export function Sparkline({ values }: { values: readonly Value[] }) {
  const top = Math.max(...values.map((value) => value ?? 0))
  if (top === 0 || values.length < 2) return <span className="c-analytics-spark" />
  return (
    <svg
      className="c-analytics-spark"
      viewBox={`${50 / values.length} -4 ${100 - 100 / values.length} 108`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="c-analytics-spark-area" d={areaPath(values, top)} />
      <path d={linePath(values, top)} />
    </svg>
  )
}

/** The page's main figures, each with its change and its course. */
export function Tiles({ shown: { page, currency }, names }: { shown: Shown; names: readonly FigureName[] }) {
  const { i18n, t } = useLingui()
  const writer = useWriter(currency)
  return (
    <div
      className="c-analytics-tiles"
      style={{ '--columns': names.length % 3 === 0 ? 3 : Math.min(4, names.length) } as CSSProperties}
    >
      {names.map((name) => {
        const { total, previousTotal, values, unit } = figureOf(page, name)
        const before = writer(unit)(previousTotal)
        return (
          <Card key={name} padding="300">
            <div className="c-analytics-tile">
              <h2>{i18n._(FIGURE_WORDS[name])}</h2>
              <p>
                <strong>{writer(unit)(total)}</strong>
                {unit === 'SCORE' ? (
                  <PointChange now={total} before={previousTotal} />
                ) : (
                  <Change now={total} before={previousTotal} name={name} />
                )}
              </p>
              <Sparkline values={lift(unit, values)} />
              <small>{page.previousFrom ? t`Previous period: ${before}` : ' '}</small>
            </div>
          </Card>
        )
      })}
    </div>
  )
}

/** Scores may be negative; charts begin at 0. */
const lift = (unit: string, values: readonly Value[]): readonly Value[] =>
  unit === 'SCORE' ? values.map((value) => (value == null ? value : value + lowestScore)) : values
const lowestScore = 100

interface FigureChartProps {
  shown: Shown
  /** What will be here; shown if nothing was measured. */
  empty?: string
  names: readonly FigureName[]
  title: string
  kind?: 'line' | 'bar'
}

/** Figures over time; a single one with the period before. */
export function FigureChart({ shown: { page, currency }, names, title, kind = 'line', empty }: FigureChartProps) {
  const { i18n } = useLingui()
  const format = useFormat()
  const writer = useWriter(currency)
  const figures = names.map((name) => figureOf(page, name))
  const unit = figures[0]?.unit ?? 'NUMBER'
  return (
    <Chart
      title={title}
      kind={kind}
      points={page.at.map((at) => pointName(at, page.interval, format))}
      axis={page.at.map((at) => axisName(at, page.interval, format))}
      series={figures.map(({ key, values, previousValues }) => ({
        label: i18n._(FIGURE_WORDS[key as FigureName]),
        values: lift(unit, values),
        ...(figures.length === 1 && { previousValues: previousValues && lift(unit, previousValues) }),
      }))}
      {...(empty && { empty })}
      write={(value) => writer(unit)(unit === 'SCORE' ? value - lowestScore : value)}
      whole={unit === 'NUMBER'}
      {...(unit === 'STARS' && { ticks: [0, 1, 2, 3, 4, 5] })}
      {...(unit === 'SCORE' && { ticks: [0, 50, 100, 150, 200] })}
    />
  )
}
