import type { FigureUnit } from '../../../rules/analytics.ts'
import { bucketName } from '../../../rules/reports.ts'
import type { Ctx } from '../../core/context.ts'
import { formatCsv } from '../../core/csv.ts'
import { InvalidInput } from '../../core/errors.ts'
import { guard } from '../../core/formula-guard.ts'
import type { Analytics } from './analytics.ts'

interface FileWishes {
  /** Key of a breakdown. Default: the figures over time. */
  table?: string | undefined
  /** Names of figures. Default: all. */
  figures?: readonly string[] | undefined
  /** Headers of the columns. Default: names of the API, with their units. */
  headers?: readonly string[] | undefined
}

/**
 * Returns a page's figures over time, or one of its breakdowns, as a CSV file. Money is in units of the shop's currency,
 * durations are in hours, and shares in percent.
 * @throws InvalidInput for a table or figure that the page lacks
 */
export function analyticsFile(
  ctx: Ctx,
  found: Analytics,
  { table, figures: names, headers }: FileWishes = {},
): { name: string; content: string } {
  const { page, from, to, interval, at, figures, breakdowns } = found
  const breakdown = breakdowns.find(({ key }) => key === table)
  if (table !== undefined && !breakdown) throw new InvalidInput({ table: 'valueInvalid' })
  const all: readonly { key: string; unit: FigureUnit }[] = breakdown?.figures ?? figures
  const columns = all.flatMap(({ key, unit }, column) => (!names || names.includes(key) ? [{ key, unit, column }] : []))
  if (columns.length < (names?.length ?? 0)) throw new InvalidInput({ figures: 'valueInvalid' })
  const lines = breakdown
    ? breakdown.rows.map(({ key, label, platformId, totals }) => [guard(label ?? platformId ?? key), totals] as const)
    : at.map(
        (moment, row) =>
          [
            bucketName(moment, { interval, timeZone: ctx.shop.ianaTimezone }),
            figures.map(({ values }) => values[row] ?? null),
          ] as const,
      )
  const rows = lines.map(([name, values]) => [
    name,
    ...columns.map(({ unit, column }) => fileNumber(unit, values[column] ?? null)),
  ])
  const header = headers ?? [
    breakdown?.key ?? 'date',
    ...columns.map(({ key, unit }) => key + unitSuffix(unit, ctx.shop.currency)),
  ]
  return {
    name: [page, ...(breakdown ? [breakdown.key] : []), from, `${to}.csv`].join('_'),
    content: formatCsv([header.map(guard), ...rows]),
  }
}

/** Factors of units that a file shows in a larger or smaller unit. */
const factors: Partial<Record<FigureUnit, number>> = { money: 1 / 100, seconds: 1 / 3600, share: 100 }

function fileNumber(unit: FigureUnit, value: number | null): number | string {
  return value === null ? '' : Number((value * (factors[unit] ?? 1)).toFixed(2))
}

function unitSuffix(unit: FigureUnit, currency: string): string {
  const names: Partial<Record<FigureUnit, string>> = { money: currency, seconds: 'hours', share: '%' }
  const name = names[unit]
  return name ? ` (${name})` : ''
}
