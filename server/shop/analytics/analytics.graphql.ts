import { ANALYTICS_PAGES, FIGURE_UNITS } from '../../../rules/analytics.ts'
import { INTERVALS, PERIODS, REPORT_NAMES, UNITS } from '../../../rules/reports.ts'
import { encodeId } from '../../core/global-ids.ts'
import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { analyticsFile } from './analytics-file.ts'
import { buildAnalytics, type Analytics, type AnalyticsFigure, type BreakdownRow } from './analytics.ts'
import { buildReport, reportFile, type Report, type ReportSeries } from './reports.ts'

/** Names the values for GraphQL: `average-rating` is AVERAGE_RATING, `last7Days` LAST_7_DAYS. */
const enumOf = <Value extends string>(name: string, values: readonly Value[]) =>
  builder.enumType(name, {
    values: Object.fromEntries(
      values.map((value) => [value.replace(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])|-/g, '_').toUpperCase(), { value }]),
    ),
  })

const NameEnum = enumOf('ReportName', REPORT_NAMES)
const PeriodEnum = enumOf('ReportPeriod', PERIODS)
const IntervalEnum = enumOf('ReportInterval', INTERVALS)
const UnitEnum = enumOf('ReportUnit', UNITS)

const Series = builder.objectRef<ReportSeries>('ReportSeries').implement({
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The metric, or the value of the report’s dimension.' }),
    label: t.exposeString('label', { nullable: true, description: 'A product’s title.' }),
    values: t.expose('values', {
      type: ['Float'],
      nullable: { list: false, items: true },
      description: 'One per point. Null if nothing was measured.',
    }),
    total: t.exposeFloat('total', { nullable: true }),
    previousValues: t.expose('previousValues', {
      type: ['Float'],
      nullable: { list: true, items: true },
      description: 'Values of the previous period, point by point.',
    }),
    previousTotal: t.exposeFloat('previousTotal', { nullable: true }),
  }),
})

const ReportType = builder.objectRef<Report>('Report').implement({
  fields: (t) => ({
    name: t.expose('name', { type: NameEnum }),
    unit: t.expose('unit', { type: UnitEnum, description: 'Unit of the numbers.' }),
    interval: t.expose('interval', { type: IntervalEnum }),
    from: t.exposeString('from', { description: 'First day, YYYY-MM-DD.' }),
    to: t.exposeString('to', { description: 'Last day, included.' }),
    at: t.expose('at', { type: ['DateTime'], description: 'Start of each point.' }),
    series: t.expose('series', { type: [Series] }),
    csv: t.string({
      description: 'The report as a CSV file.',
      resolve: (found, _args, { ctx }) => reportFile(ctx, found).content,
    }),
  }),
})

/** A page reads as many rows as hundreds of lists: a document may have a few. */
const pageComplexity = 4_000
const reportComplexity = 1_000

builder.objectField(Shop, 'report', (t) =>
  t.field({
    type: ReportType,
    description:
      'A report over days of the shop: at most two years, by hours at most a month. Throws for other ranges.',
    args: {
      name: t.arg({ type: NameEnum, required: true }),
      period: t.arg({
        type: PeriodEnum,
        required: true,
        defaultValue: 'last7Days',
        description: 'Used if no days are given.',
      }),
      from: t.arg.string({ description: 'First day, YYYY-MM-DD.' }),
      to: t.arg.string({ description: 'Last day, included.' }),
      interval: t.arg({ type: IntervalEnum, required: true, defaultValue: 'day' }),
      compare: t.arg.boolean({
        required: true,
        defaultValue: false,
        description: 'Also returns the previous period of the same length.',
      }),
    },
    complexity: reportComplexity,
    resolve: (_shop, { from, to, ...args }, { ctx }) =>
      buildReport(ctx, { ...args, ...(from != null && { from }), ...(to != null && { to }) }),
  }),
)

const PageNameEnum = enumOf('AnalyticsPageName', ANALYTICS_PAGES)
const FigureUnitEnum = enumOf('AnalyticsUnit', FIGURE_UNITS)
const AnalyticsPeriodEnum = enumOf('AnalyticsPeriod', [...PERIODS, 'allTime'])
const nullableItems = { list: false, items: true } as const

const FigureType = builder.objectRef<AnalyticsFigure>('AnalyticsFigure').implement({
  fields: (t) => ({
    key: t.exposeString('key', { description: 'As in REST: `averageRating`.' }),
    unit: t.expose('unit', { type: FigureUnitEnum, description: 'Unit of the numbers. Money is in cents.' }),
    total: t.exposeFloat('total', { nullable: true, description: 'Null if nothing was measured.' }),
    previousTotal: t.exposeFloat('previousTotal', { nullable: true }),
    values: t.expose('values', { type: ['Float'], nullable: nullableItems, description: 'One per point.' }),
    previousValues: t.expose('previousValues', { type: ['Float'], nullable: { list: true, items: true } }),
  }),
})

const RowType = builder.objectRef<BreakdownRow>('AnalyticsRow').implement({
  fields: (t) => ({
    key: t.exposeString('key', { description: 'A value of the dimension, such as a country or a product’s id.' }),
    label: t.exposeString('label', { nullable: true, description: 'A product’s title.' }),
    totals: t.expose('totals', { type: ['Float'], nullable: nullableItems, description: 'One per figure.' }),
    previousTotals: t.expose('previousTotals', { type: ['Float'], nullable: { list: true, items: true } }),
    values: t.expose('values', {
      type: ['Float'],
      nullable: { list: true, items: true },
      description: 'The first figure over time; null if this breakdown has none.',
    }),
  }),
})

const BreakdownFigureType = builder
  .objectRef<Analytics['breakdowns'][number]['figures'][number]>('AnalyticsBreakdownFigure')
  .implement({
    fields: (t) => ({
      key: t.exposeString('key'),
      unit: t.expose('unit', { type: FigureUnitEnum }),
    }),
  })

const BreakdownType = builder.objectRef<Analytics['breakdowns'][number]>('AnalyticsBreakdown').implement({
  fields: (t) => ({
    key: t.exposeString('key'),
    figures: t.expose('figures', { type: [BreakdownFigureType] }),
    rows: t.field({
      type: [RowType],
      resolve: ({ key, rows }) =>
        key === 'product' ? rows.map((row) => ({ ...row, key: encodeId('Product', row.key) })) : rows,
    }),
  }),
})

const PageType = builder.objectRef<Analytics>('AnalyticsPage').implement({
  fields: (t) => ({
    interval: t.expose('interval', { type: IntervalEnum }),
    from: t.exposeString('from', { description: 'First day, YYYY-MM-DD.' }),
    to: t.exposeString('to', { description: 'Last day, included.' }),
    previousFrom: t.expose('previousFrom', {
      type: 'DateTime',
      nullable: true,
      description: 'Start of the period before; null for all time.',
    }),
    at: t.expose('at', { type: ['DateTime'], description: 'Start of each point.' }),
    figures: t.expose('figures', { type: [FigureType] }),
    breakdowns: t.expose('breakdowns', { type: [BreakdownType] }),
    csv: t.string({
      args: {
        table: t.arg.string({ description: 'Key of a breakdown. Default: the figures over time.' }),
        figures: t.arg.stringList({ description: 'Keys of figures. Default: all.' }),
        headers: t.arg.stringList({ description: 'Headers of the columns. Default: keys with their units.' }),
      },
      description:
        'The figures as a CSV file. Money is in units of the currency, durations in hours, shares in percent.',
      resolve: (found, { table, figures, headers }, { ctx }) =>
        analyticsFile(ctx, found, {
          table: table ?? undefined,
          figures: figures ?? undefined,
          headers: headers ?? undefined,
        }).content,
    }),
  }),
})

/** The range of the pages. Each page is read when it is asked for. */
const AnalyticsType = builder.objectRef<object>('Analytics').implement({
  fields: (t) => ({
    page: t.field({
      type: PageType,
      args: { name: t.arg({ type: PageNameEnum, required: true }) },
      complexity: pageComplexity,
      resolve: (input, { name }, { ctx }) => buildAnalytics(ctx, name, input),
    }),
  }),
})

builder.objectField(Shop, 'analytics', (t) =>
  t.field({
    type: AnalyticsType,
    description: 'Analytics over days of the shop, at most three years. Throws for other ranges.',
    args: {
      from: t.arg.string({ description: 'First day, YYYY-MM-DD.' }),
      to: t.arg.string({ description: 'Last day, included.' }),
      period: t.arg({
        type: AnalyticsPeriodEnum,
        required: true,
        defaultValue: 'last7Days',
        description: 'Used if no days are given.',
      }),
      interval: t.arg({ type: IntervalEnum, description: 'Default: days, or weeks or months for long ranges.' }),
    },
    resolve: (_shop, { from, to, interval, period }) => ({
      period,
      ...(from != null && { from }),
      ...(to != null && { to }),
      ...(interval && { interval }),
    }),
  }),
)
