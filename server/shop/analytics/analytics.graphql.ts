import { INTERVALS, PERIODS, REPORT_NAMES, UNITS } from '../../../rules/reports.ts'
import { builder } from '../../core/graphql/builder.ts'
import { Shop } from '../shops/shops.graphql.ts'
import { buildReport, reportFile, type Report, type ReportSeries } from './reports.ts'

/** Names the values for GraphQL: `average-rating` is AVERAGE_RATING, `last7Days` LAST_7_DAYS. */
const enumOf = <Value extends string>(name: string, values: readonly Value[]) =>
  builder.enumType(name, {
    values: Object.fromEntries(
      values.map((value) => [value.replace(/([a-z])([A-Z\d])|(\d)([A-Z])|-/g, '$1$3_$2$4').toUpperCase(), { value }]),
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
    resolve: (_shop, { from, to, ...args }, { ctx }) =>
      buildReport(ctx, { ...args, ...(from && { from }), ...(to && { to }) }),
  }),
)
