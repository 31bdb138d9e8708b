import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris'
import { graphql } from 'react-relay/hooks'
import type { ReportCardCsvQuery } from '../../../__generated__/ReportCardCsvQuery.graphql.ts'
import type { ReportCardQuery, ReportCardQuery$data } from '../../../__generated__/ReportCardQuery.graphql.ts'
import type { ReportName } from '../../../../rules/reports.ts'
import { useOwnQuery } from '../../shell/Part.tsx'
import { useDownload } from '../../shell/relay/useDownload.ts'
import { useFormat, type Format } from '../../shell/words/useFormat.ts'
import { Chart } from './Chart.tsx'
import { axisName, pointName } from './pointNames.ts'
import { REPORT_WORDS } from './reportWords.ts'

type Report = NonNullable<ReportCardQuery$data['viewer']['shop']>['report']
type Variables = ReportCardQuery['variables']

const query = graphql`
  query ReportCardQuery($name: ReportName!, $period: ReportPeriod!, $from: String, $to: String, $interval: ReportInterval!) {
    viewer { shop { report(name: $name, period: $period, from: $from, to: $to, interval: $interval, compare: true) {
      unit interval at series { key label values total previousValues previousTotal }
    } } }
  }
`
const csvQuery = graphql`
  query ReportCardCsvQuery($name: ReportName!, $period: ReportPeriod!, $from: String, $to: String, $interval: ReportInterval!) {
    viewer { shop { report(name: $name, period: $period, from: $from, to: $to, interval: $interval, compare: true) { from to csv } } }
  }
`

interface Props {
  name: ReportName
  kind?: 'line' | 'bar'
  /** Days of the shop; default: `period`. */
  days?: { from: string; to: string }
  period?: Variables['period']
  interval?: Variables['interval']
}

/** A report as a card: total, change, chart with its table, CSV. Render it below a Part. */
export function ReportCard({ name, kind = 'line', days, period = 'LAST_30_DAYS', interval = 'DAY' }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const variables: Variables = {
    name: name.replaceAll('-', '_').toUpperCase() as Variables['name'],
    period,
    interval,
    ...days,
  }
  const report = useOwnQuery<ReportCardQuery>(query, variables, 'store-and-network').viewer.shop?.report
  if (!report) return null
  const { title, series: words } = REPORT_WORDS[name]
  const write = writerOf(report.unit, format)
  const formatValue = (value: number | null | undefined) => (value == null ? '–' : write(value))
  const named = report.series.map((one) => ({ ...one, label: one.label ?? i18n._(words?.[one.key] ?? title) }))
  return (
    <Card>
      <BlockStack gap="200">
        <InlineStack align="space-between" blockAlign="start" gap="200">
          <Text as="h2" variant="headingSm">
            {i18n._(title)}
          </Text>
          <CsvButton name={name} variables={variables} label={t`Download CSV`} />
        </InlineStack>
        <InlineStack gap="400">
          {named.map(({ key, label, total, previousTotal }) => {
            const before = formatValue(previousTotal)
            return (
              <div key={key}>
                {named.length > 1 && (
                  <Text as="p" tone="subdued">
                    {label}
                  </Text>
                )}
                <Text as="p" variant="headingLg">
                  {formatValue(total)}
                </Text>
                <Text as="p" tone="subdued">
                  <Trans>Previous period: {before}</Trans>
                </Text>
              </div>
            )
          })}
        </InlineStack>
        <Chart
          title={i18n._(title)}
          kind={kind}
          points={report.at.map((at) => pointName(at, report.interval, format))}
          axis={report.at.map((at) => axisName(at, report.interval, format))}
          series={named}
          write={write}
          whole={report.unit === 'NUMBER'}
        />
      </BlockStack>
    </Card>
  )
}

function writerOf(unit: Report['unit'], format: Format): (value: number) => string {
  if (unit === 'SHARE') return (value) => format.number(value, { style: 'percent', maximumFractionDigits: 1 })
  return (value) => format.number(value, { maximumFractionDigits: unit === 'STARS' ? 2 : 0 })
}

function CsvButton({ name, variables, label }: { name: ReportName; variables: Variables; label: string }) {
  const [download, busy] = useDownload<ReportCardCsvQuery>(csvQuery, variables, ({ viewer: { shop } }) =>
    shop ? { csv: shop.report.csv, name: `${name}_${shop.report.from}_${shop.report.to}.csv` } : 'unexpected',
  )
  return (
    <Button variant="plain" loading={busy} onClick={download}>
      {label}
    </Button>
  )
}
