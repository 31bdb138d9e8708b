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
import { changeOf, FIGURE_WORDS, figureOf, useWriter } from './figures.ts'

const csvQuery = graphql`
  query cardsCsvQuery($page: AnalyticsPageName!, $period: AnalyticsPeriod!, $from: String, $to: String, $interval: ReportInterval, $table: String) {
    viewer { shop { analytics(period: $period, from: $from, to: $to, interval: $interval) { page(name: $page) { from to csv(table: $table) } } } }
  }
`

interface CardProps {
  title: string
  /** A sentence below the title. */
  help?: ReactNode
  /** Table of the CSV file; the figures over time by default. */
  table?: string
  children: ReactNode
}

/** A card with a heading and a CSV download. */
export function AnalyticsCard({ title, help, table, children }: CardProps) {
  const { t } = useLingui()
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const page = pageOf(pathname)
  const [download, busy] = useDownload<cardsCsvQuery>(
    csvQuery,
    { page, ...readRange(params).variables, table: table ?? null },
    ({ viewer: { shop } }) => {
      if (!shop) return 'unexpected'
      const { from, to, csv } = shop.analytics.page
      return { csv, name: `${[page.toLowerCase(), ...(table ? [table] : []), from, to].join('_')}.csv` }
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
    <div className="c-analytics-tiles" style={{ '--columns': names.length % 3 === 0 ? 3 : 4 } as CSSProperties}>
      {names.map((name) => {
        const { total, previousTotal, values, unit } = figureOf(page, name)
        const before = writer(unit)(previousTotal)
        return (
          <Card key={name} padding="300">
            <div className="c-analytics-tile">
              <h2>{i18n._(FIGURE_WORDS[name])}</h2>
              <p>
                <strong>{writer(unit)(total)}</strong>
                <Change now={total} before={previousTotal} name={name} />
              </p>
              <Sparkline values={values} />
              <small>{page.previousFrom ? t`Previous period: ${before}` : ' '}</small>
            </div>
          </Card>
        )
      })}
    </div>
  )
}

interface FigureChartProps {
  shown: Shown
  names: readonly FigureName[]
  title: string
  kind?: 'line' | 'bar'
}

/** Figures over time; a single one with the period before. */
export function FigureChart({ shown: { page, currency }, names, title, kind = 'line' }: FigureChartProps) {
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
        values,
        ...(figures.length === 1 && { previousValues }),
      }))}
      write={writer(unit)}
      whole={unit === 'NUMBER'}
      {...(unit === 'STARS' && { ticks: [0, 1, 2, 3, 4, 5] })}
    />
  )
}
