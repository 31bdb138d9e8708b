import {
  bucketName,
  bucketsOf,
  runsOf,
  closedValues,
  reportInput,
  REPORTS,
  type Buckets,
  type Interval,
  type ReportDefinition,
  type ReportInput,
} from '../../../rules/reports.ts'
import type { Ctx } from '../../core/context.ts'
import { formatCsv } from '../../core/csv.ts'
import { parse } from '../../core/errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { guard } from '../../core/formula-guard.ts'
import { inTurn } from './in-turn.ts'

/** Limit for a dimension with any number of values. */
const mostSeries = 20

export interface Report extends ReportInput {
  unit: ReportDefinition['unit']
  at: Date[]
  series: ReportSeries[]
}

export interface ReportSeries {
  key: string
  /** A product's title. */
  label: string | null
  /** One per point; null if nothing was measured, as for an average of nothing. */
  values: (number | null)[]
  total: number | null
  /** Points of the previous period; null without a comparison. */
  previousValues: (number | null)[] | null
  previousTotal: number | null
}

interface Cell {
  /** Counted from 1: first the previous period's points, if requested, then the range's. */
  bucket: number
  metric: string
  value: string
  count: number
  sum: number
  label: string | null
}

/**
 * Returns a report (rules/reports.ts) over days of the shop, read from the facts by one statement.
 * @throws InvalidInput for an unknown report or interval, invalid days, or more than two years (by hours: a month)
 */
export function buildReport(ctx: Ctx, input: unknown): Promise<Report> {
  return inTurn(ctx, () => readReport(ctx, input))
}

async function readReport(ctx: Ctx, input: unknown): Promise<Report> {
  const asked = parse(reportInput(ctx.now(), ctx.shop.ianaTimezone), input)
  const definition: ReportDefinition = REPORTS[asked.name]
  const buckets = bucketsOf(asked, ctx.shop.ianaTimezone)
  const cells = await readCells(ctx, definition, {
    bounds: [...(asked.compare ? buckets.previous : []), ...buckets.starts, buckets.end],
    interval: asked.interval,
  })
  return {
    ...asked,
    unit: definition.unit,
    at: buckets.starts,
    series: seriesOf(cells, { definition, asked, buckets }),
  }
}

/** Returns the facts by point, metric and value, for the most frequent values. */
async function readCells(
  ctx: Ctx,
  { metrics, dimension }: ReportDefinition,
  { bounds, interval }: { bounds: readonly Date[]; interval: Interval },
): Promise<Cell[]> {
  const shopId = ctx.shop.id
  const runs = runsOf(bounds, { interval, timeZone: ctx.shop.ianaTimezone })
  const labelled = dimension === 'product'
  return ctx.db.$queryRaw<Cell[]>`
    with cells as (
      select width_bucket(hour, ${[...bounds]}::timestamptz[]) as bucket, metric, value, sum(count)::float8 as count, sum(sum)::float8 as sum, sum(sum(count)) over (partition by value) as weight
      from unnest(${runs.map(({ grain }) => (dimension ?? '') + grain)}::text[], ${runs.map(({ from }) => from)}::timestamptz[], ${runs.map(({ until }) => until)}::timestamptz[]) as r(stored, "from", until)
        join "Fact" on "shopId" = ${shopId}::uuid and metric = any(${[...metrics]}::text[]) and dimension = r.stored and hour >= r."from" and hour < r.until
      group by 1, 2, 3
    ), ranked as (select *, dense_rank() over (order by weight desc, value) as place from cells)
    select bucket, metric, value, count, sum, place::int, ${labelled ? Prisma.sql`p.title` : Prisma.sql`null`} as label
    from ranked ${labelled ? Prisma.sql`left join "Product" p on p."shopId" = ${shopId}::uuid and p.id = ranked.value::uuid` : Prisma.empty}
    where place <= ${mostSeries} order by place`
}

interface Asked {
  definition: ReportDefinition
  asked: ReportInput
  buckets: Buckets
}

function seriesOf(cells: readonly Cell[], { definition, asked, buckets }: Asked): ReportSeries[] {
  const { metrics, dimension, fold } = definition
  const offset = asked.compare ? buckets.previous.length : 0
  const keys = dimension
    ? (closedValues[dimension] ?? [...new Set(cells.map(({ value }) => value))])
    : fold === 'rate'
      ? [metrics[0]]
      : metrics
  return keys.map((key) => {
    const own = cells.filter(({ metric, value }) => (dimension ? value === key : fold === 'rate' || metric === key))
    const folded = (some: readonly Cell[]) => foldedOf(some, definition)
    const byBucket = new Map<number, Cell[]>()
    for (const cell of own) byBucket.set(cell.bucket, [...(byBucket.get(cell.bucket) ?? []), cell])
    const points = (length: number, from: number) =>
      Array.from({ length }, (_, at) => folded(byBucket.get(from + at + 1) ?? []))
    return {
      key,
      label: own[0]?.label ?? null,
      values: points(buckets.starts.length, offset),
      total: folded(own.filter(({ bucket }) => bucket > offset)),
      // By hours, a day of 25 hours may precede one of 23.
      previousValues: asked.compare ? points(Math.min(buckets.starts.length, offset), 0) : null,
      previousTotal: asked.compare ? folded(own.filter(({ bucket }) => bucket <= offset)) : null,
    }
  })
}

function foldedOf(cells: readonly Cell[], { fold, metrics: [first, second] }: ReportDefinition): number | null {
  const total = (of: 'count' | 'sum', metric?: string) =>
    cells.reduce((all, cell) => all + (metric === undefined || cell.metric === metric ? cell[of] : 0), 0)
  if (fold === 'count' || fold === 'sum') return total(fold)
  const [part, whole] =
    fold === 'average' ? [total('sum'), total('count')] : [total('count', first), total('count', second)]
  return whole === 0 ? null : part / whole
}

/** Returns a report as CSV: one line per point, one column per series and per previous series. */
export function reportFile(
  ctx: Ctx,
  { name, from, to, interval, at, series }: Report,
): { name: string; content: string } {
  const columns = series.flatMap(({ key, label, values, previousValues }) => [
    { title: label ?? key, values },
    ...(previousValues ? [{ title: `${label ?? key} (previous)`, values: previousValues }] : []),
  ])
  const lines = at.map((moment, row) => [
    bucketName(moment, { interval, timeZone: ctx.shop.ianaTimezone }),
    ...columns.map(({ values }) => values[row] ?? ''),
  ])
  return {
    name: `${name}_${from}_${to}.csv`,
    content: formatCsv([[interval, ...columns.map(({ title }) => guard(title))], ...lines]),
  }
}
