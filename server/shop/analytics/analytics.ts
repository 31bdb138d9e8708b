import {
  ANALYTICS,
  fewestRankedReviews,
  FIGURES,
  type AnalyticsPage,
  type AnalyticsPageName,
  type Breakdown,
  type Figure,
  type FigureName,
  type FigureUnit,
  type Term,
} from '../../../rules/analytics.ts'
import { isoDay } from '../../../rules/dates.ts'
import { METRICS } from '../../../rules/facts.ts'
import {
  closedValues,
  analyticsInput,
  bucketName,
  bucketsOf,
  runsOf,
  type AnalyticsInput,
  type Interval,
  type Run,
} from '../../../rules/reports.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { Ctx } from '../../core/context.ts'
import { parse } from '../../core/errors.ts'
import { inTurn } from './in-turn.ts'

/** Most reviewed products of a page, and the best and the worst of each. */
const mostProducts = 20
const mostRanked = 5

type Value = number | null

export interface AnalyticsFigure {
  key: FigureName
  unit: FigureUnit
  /** Null if nothing was measured, as for an average of nothing. */
  total: Value
  previousTotal: Value
  /** One per point. */
  values: Value[]
  previousValues: Value[] | null
}

export interface BreakdownRow {
  key: string
  /** A product's title. */
  label: string | null
  /** A product's id on the platform. */
  platformId: string | null
  /** One per figure. */
  totals: Value[]
  previousTotals: Value[] | null
  /** The first figure over time, if the breakdown has it. */
  values: Value[] | null
}

export interface Analytics extends AnalyticsInput {
  page: AnalyticsPageName
  at: Date[]
  previousFrom: Date | null
  figures: AnalyticsFigure[]
  breakdowns: { key: string; figures: { key: FigureName; unit: FigureUnit }[]; rows: BreakdownRow[] }[]
}

interface Cell {
  metric: string
  dimension: string
  value: string
  /** Counted from 1: first the previous period's points, if compared, then the range's. */
  bucket: number
  count: number
  sum: number
  label: string | null
  platformId: string | null
}

/**
 * Returns a page of analytics (rules/analytics.ts) over days of the shop, read from the facts by one statement.
 * @throws InvalidInput for an invalid period or interval, and for days in the wrong order or too many
 */
export function buildAnalytics(ctx: Ctx, page: AnalyticsPageName, input: unknown): Promise<Analytics> {
  return inTurn(ctx, () => readPage(ctx, page, input))
}

async function readPage(ctx: Ctx, page: AnalyticsPageName, input: unknown): Promise<Analytics> {
  const timeZone = ctx.shop.ianaTimezone
  const oldest = isAllTime(input) ? await oldestDay(ctx) : null
  const firstDay = isoDay(oldest ?? ctx.shop.createdAt, timeZone)
  const asked = parse(analyticsInput({ now: ctx.now(), timeZone, firstDay }), input)
  const { starts, previous, end } = bucketsOf(asked, timeZone)
  const before = asked.compare ? previous : []
  const definition: AnalyticsPage = ANALYTICS[page]
  const bounds = [...before, ...starts, end]
  const periods = [...before.slice(0, 1), ...starts.slice(0, 1), end]
  const cut = cutOf(ctx, asked, starts)
  const runs = (some: readonly Date[], interval: Interval) =>
    cut === null ? runsOf(some, { interval, timeZone }) : hourRuns(periods, cut)
  const cells = await readCells(ctx, {
    bounds,
    offset: before.length,
    reads: readsOf(definition, {
      totals: runs(periods, 'day'),
      points: runs(bounds, asked.interval),
    }),
  })
  const lengths = { before: before.length, now: starts.length, compare: asked.compare, cut }
  return {
    ...asked,
    page,
    at: starts,
    previousFrom: before[0] ?? null,
    figures: definition.figures.map((key) => figureOf(key, cells, lengths)),
    breakdowns: Object.entries(definition.breakdowns).map(([key, breakdown]) => ({
      key,
      figures: breakdown.figures.map((name) => ({ key: name, unit: FIGURES[name].unit })),
      rows: rowsOf(breakdown, cells, lengths),
    })),
  }
}

const isAllTime = (input: unknown): boolean => (input as { period?: unknown } | null)?.period === 'allTime'

/** Returns the oldest day with facts. Reviews may be older than the installation. */
async function oldestDay(ctx: Ctx): Promise<Date | null> {
  const [oldest] = await ctx.db.$queryRaw<{ day: Date | null }[]>`
    select min(f.hour) as day from unnest(${Object.keys(METRICS)}::text[]) as m(metric) cross join lateral (
      select hour from "Fact" where "shopId" = ${ctx.shop.id}::uuid and metric = m.metric and dimension = '@day' order by hour limit 1) f`
  return oldest?.day ?? null
}

const hourMs = 3_600_000

/** Returns the begun hours of today, if the range is only today. The day before is then compared up to the same hour. */
function cutOf(ctx: Ctx, { from, to }: AnalyticsInput, [start]: readonly Date[]): number | null {
  const isToday = from === to && to === isoDay(ctx.now(), ctx.shop.ianaTimezone)
  return isToday && start ? Math.floor((ctx.now().getTime() - start.getTime()) / hourMs) + 1 : null
}

/** Returns the hours to read of today, and of the day before if compared. */
function hourRuns([from, ...later]: readonly Date[], cut: number): Run[] {
  const [start = from, until = start] = later
  if (!from || !until) return []
  const isCompared = later.length > 1
  return isCompared && start
    ? [
        { grain: '', from, until: new Date(Math.min(from.getTime() + cut * hourMs, start.getTime())) },
        { grain: '', from: start, until },
      ]
    : [{ grain: '', from, until }]
}

interface Reading {
  bounds: readonly Date[]
  /** Number of bounds of the previous period. */
  offset: number
  reads: readonly Read[]
}

/**
 * Returns sums of facts by point. Of dimensions without points, the first of each period stands for all. Products are
 * ranked by their sums of the period, and then only points of those shown are read.
 */
async function readCells(ctx: Ctx, { bounds, offset, reads }: Reading): Promise<Cell[]> {
  const shopId = ctx.shop.id
  const isOfProducts = ({ dimension, points }: Read) => points && dimension === 'product'
  return ctx.db.$queryRaw<Cell[]>`
    with cells as (
      select r.metric, r.dimension, f.* from ${tableOf(reads.filter((read) => !isOfProducts(read)))}
      cross join lateral (
        select value, case when r.points then width_bucket(hour, ${[...bounds]}::timestamptz[]) when hour >= ${bounds[offset]} then ${offset + 1} else 1 end as bucket, sum(count)::float8 as count, sum(sum)::float8 as sum
        from "Fact" where "shopId" = ${shopId}::uuid and metric = r.metric and dimension = r.dimension || r.grain and hour >= r."from" and hour < r.until
        group by 1, 2) f
    ), products as (
      select value, sum(count) as count, sum(sum) / nullif(sum(count), 0) as average from cells where dimension = 'product' and bucket > ${offset} group by value
    ), ranked as (
      select value, row_number() over (order by count desc, value) as place,
        row_number() over (partition by count >= ${fewestRankedReviews} order by average desc, count desc) as best,
        row_number() over (partition by count >= ${fewestRankedReviews} order by average, count desc) as worst, count
      from products
    ), shown as (
      select r.value, r.place, p.title, p."platformId" from ranked r join "Product" p on p."shopId" = ${shopId}::uuid and p.id = r.value::uuid
      where place <= ${mostProducts} or (count >= ${fewestRankedReviews} and least(best, worst) <= ${mostRanked})
    ), points as (
      select r.metric, r.dimension, f.* from ${tableOf(reads.filter(isOfProducts))}
      cross join lateral (
        select value, width_bucket(hour, ${[...bounds]}::timestamptz[]) as bucket, sum(count)::float8 as count, sum(sum)::float8 as sum
        from "Fact" where "shopId" = ${shopId}::uuid and metric = r.metric and dimension = r.dimension || r.grain and hour >= greatest(r."from", ${bounds[offset]}) and hour < r.until
          and value = any(array(select value from shown))
        group by 1, 2) f
    )
    select c.*, s.title as label, s."platformId"
    from (select * from cells where dimension <> 'product' or bucket <= ${offset} union all select * from points) c
    left join shown s on c.dimension = 'product' and s.value = c.value
    where c.dimension <> 'product' or s.value is not null
    order by s.place, c.bucket, c.value`
}

/** A part of the facts' key that a page reads, over a run of time. */
interface Read extends Run {
  metric: string
  dimension: string
  /** Whether each point is needed, or only each period. */
  points: boolean
}

const tableOf = (reads: readonly Read[]): Prisma.Sql =>
  Prisma.sql`jsonb_to_recordset(${JSON.stringify(reads)}::jsonb) as r(metric text, dimension text, grain text, "from" timestamptz, until timestamptz, points boolean)`

function readsOf(
  { figures, breakdowns }: AnalyticsPage,
  { totals, points }: { totals: readonly Run[]; points: readonly Run[] },
): Read[] {
  const wanted = new Map<string, Omit<Read, keyof Run>>()
  const want = (figure: Figure, dimension: string, isOfPoints: boolean) => {
    for (const { metrics, only } of [figure.value, ...(figure.per ? [figure.per] : [])])
      for (const metric of metrics) {
        const of = only?.[0] ?? dimension
        const key = `${metric} ${of}`
        wanted.set(key, { metric, dimension: of, points: isOfPoints || wanted.get(key)?.points === true })
      }
  }
  for (const name of figures) want(FIGURES[name], '', true)
  for (const { dimension, figures: names, overTime } of Object.values(breakdowns))
    for (const name of names) want(FIGURES[name], dimension, overTime === true)
  return [...wanted.values()].flatMap((part) => [
    ...(part.points ? points.map((run) => ({ ...part, ...run })) : []),
    ...(part.points && part.dimension !== 'product' ? [] : totals.map((run) => ({ ...part, ...run, points: false }))),
  ])
}

interface Periods {
  /** Number of points of each period. */
  before: number
  now: number
  compare: boolean
  /** Hours of the previous period that were read; null for all. */
  cut: number | null
}

function figureOf(key: FigureName, cells: readonly Cell[], { before, now, compare, cut }: Periods): AnalyticsFigure {
  const figure: Figure = FIGURES[key]
  const own = cellsOf(figure, cells, ['', ''])
  const byBucket = Map.groupBy(own, ({ bucket }) => bucket)
  const points = (length: number, from: number) =>
    Array.from({ length }, (_, at) => valueOf(figure, byBucket.get(from + at + 1) ?? []))
  return {
    key,
    unit: figure.unit,
    total: valueOf(
      figure,
      own.filter(({ bucket }) => bucket > before),
    ),
    previousTotal: compare
      ? valueOf(
          figure,
          own.filter(({ bucket }) => bucket <= before),
        )
      : null,
    values: points(now, before),
    previousValues: compare
      ? points(Math.min(now, before), 0).map((value, at) => (cut !== null && at >= cut ? null : value))
      : null,
  }
}

function rowsOf(
  { dimension, figures, overTime }: Breakdown,
  cells: readonly Cell[],
  { before, now, compare }: Periods,
): BreakdownRow[] {
  const byValue = Map.groupBy(
    cells.filter((cell) => cell.dimension === dimension),
    ({ value }) => value,
  )
  const keys = closedValues[dimension] ?? [...byValue.keys()]
  const rows = keys.map((key) => {
    const own = byValue.get(key) ?? []
    const totals = (some: readonly Cell[]) =>
      figures.map((name) => valueOf(FIGURES[name], cellsOf(FIGURES[name], some, [dimension, key])))
    const byBucket = Map.groupBy(own, ({ bucket }) => bucket)
    return {
      key,
      label: own[0]?.label ?? null,
      platformId: own[0]?.platformId ?? null,
      totals: totals(own.filter(({ bucket }) => bucket > before)),
      previousTotals: compare ? totals(own.filter(({ bucket }) => bucket <= before)) : null,
      values: overTime
        ? Array.from({ length: now }, (_, at) => totals(byBucket.get(before + at + 1) ?? [])[0] ?? null)
        : null,
    }
  })
  return closedValues[dimension] ? rows : rows.sort((a, b) => (b.totals[0] ?? 0) - (a.totals[0] ?? 0))
}

/** Returns a figure's cells: those of its terms' own values, else of the given dimension and value. */
function cellsOf(
  { value, per }: Figure,
  cells: readonly Cell[],
  of: readonly [dimension: string, key: string],
): Cell[] {
  const isOf = (term: Term, cell: Cell) => {
    const [dimension, key] = term.only ?? of
    return isMetricOf(term, cell) && cell.dimension === dimension && cell.value === key
  }
  return cells.filter((cell) => isOf(value, cell) || (per !== undefined && isOf(per, cell)))
}

const isMetricOf = ({ metrics }: Term, { metric }: Cell): boolean => (metrics as readonly string[]).includes(metric)

function valueOf({ value, per }: Figure, cells: readonly Cell[]): Value {
  const total = (term: Term) =>
    cells.reduce((sum, cell) => sum + (isMetricOf(term, cell) ? cell[term.of ?? 'count'] : 0), 0)
  if (!per) return total(value)
  const whole = total(per)
  return whole === 0 ? null : total(value) / whole
}

/** Returns a page's figures as the API answers them: totals of both periods, and one row per point. */
export function listFigures(ctx: Ctx, { figures, breakdowns, at, ...asked }: Analytics): Record<string, unknown> {
  const { from, to, interval } = asked
  const name = (moment: Date) => bucketName(moment, { interval, timeZone: ctx.shop.ianaTimezone })
  const totalsOf = (names: readonly { key: string }[], values: readonly Value[]) =>
    Object.fromEntries(names.map(({ key }, index) => [key, values[index] ?? null]))
  return {
    from,
    to,
    interval,
    totals: totalsOf(
      figures,
      figures.map(({ total }) => total),
    ),
    previous: asked.compare
      ? totalsOf(
          figures,
          figures.map(({ previousTotal }) => previousTotal),
        )
      : null,
    series: at.map((moment, row) => ({
      date: name(moment),
      ...totalsOf(
        figures,
        figures.map(({ values }) => values[row] ?? null),
      ),
    })),
    ...Object.fromEntries(
      breakdowns.map((breakdown) => [
        breakdown.key,
        breakdown.rows.map(({ key, label, platformId, totals, previousTotals }) => ({
          key: platformId ?? key,
          ...(label !== null && { label }),
          ...totalsOf(breakdown.figures, totals),
          previous: previousTotals && totalsOf(breakdown.figures, previousTotals),
        })),
      ]),
    ),
  }
}
