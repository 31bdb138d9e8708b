import './charts.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@shopify/polaris'
import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { ChartTable } from './ChartTable.tsx'
import { areaPath, axisNames, centerOf, linePath, ticksUpTo, type Value } from './chartScale.ts'

export interface ChartSeries {
  label: string
  values: readonly Value[]
  /** Values of the previous period, point by point. */
  previousValues?: readonly Value[] | null | undefined
}

interface Props {
  /** Names the chart and its table. */
  title: string
  kind: 'line' | 'bar' | 'stack'
  points: readonly string[]
  /** Shorter names of the points, for the axis. */
  axis?: readonly string[]
  series: readonly ChartSeries[]
  write: (value: number) => string
  /** The axis has whole numbers only. */
  whole?: boolean
  /** Grid lines from 0 to the end of the axis. Default: by the values. */
  ticks?: readonly number[]
  /** What will be here; shown if there is no value. */
  empty?: string
  /** Names of colors of the series. Default: by position. */
  colors?: readonly string[]
}

/**
 * Shows values over time as lines, bars or stacked bars, with the previous period as a dashed line. Pointer and arrow
 * keys read single points; a table has the same numbers. Texts and bars are HTML, because the SVG stretches.
 */
export function Chart(props: Props) {
  const { title, kind, points, axis = points, series, write, whole = true, colors } = props
  const { t } = useLingui()
  const [at, setAt] = useState<number | null>(null)
  const most = highestOf(props)
  if (most === 0)
    return (
      <div className="c-chart-empty">
        <Text as="p" tone="subdued">
          {props.empty ?? <Trans>No data for this period</Trans>}
        </Text>
      </div>
    )
  const ticks = props.ticks ?? ticksUpTo(most, whole)
  const top = ticks.at(-1) ?? 1
  const last = points.length - 1
  const formatValue = (value: Value) => (value == null ? '–' : write(value))
  const spoken = (point: number) =>
    [points[point], ...series.map(({ label, values }) => `${label} ${formatValue(values[point])}`)].join(', ')
  const colorOf = (number: number) => colors?.[number] ?? String(number % 5)
  return (
    <figure className="c-chart">
      {series.length > 1 && (
        <ul className="c-chart-legend" aria-hidden="true">
          {series.map(({ label }, number) => (
            <li key={label} data-series={colorOf(number)}>
              {label}
            </li>
          ))}
        </ul>
      )}
      <div className="c-chart-frame">
        <div className="c-chart-ticks" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
              {write(tick)}
            </span>
          ))}
        </div>
        <div
          className="c-chart-plot"
          tabIndex={0}
          role="slider"
          aria-label={t`${title}: data`}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at ?? last}
          aria-valuetext={spoken(at ?? last)}
          onPointerMove={(event) => setAt(pointedAt(event, points.length))}
          onPointerDown={(event) => setAt(pointedAt(event, points.length))}
          onPointerLeave={() => setAt(null)}
          onFocus={() => setAt((known) => known ?? last)}
          onBlur={() => setAt(null)}
          onKeyDown={(event) => {
            const next = keyedTo(event, at ?? 0, last)
            if (next === undefined) return
            event.preventDefault()
            setAt(next)
          }}
        >
          {kind !== 'line' && <Bars series={series} length={points.length} top={top} colorOf={colorOf} />}
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((tick) => (
              <path key={tick} className="c-chart-grid" d={`M0 ${100 - (tick / top) * 100}H100`} />
            ))}
            {series.map(({ label, values, previousValues }, number) => (
              <g key={label} data-series={colorOf(number)}>
                {previousValues && <path className="c-chart-previous" d={linePath(previousValues, top)} />}
                {kind === 'line' && series.length === 1 && <path className="c-chart-area" d={areaPath(values, top)} />}
                {kind === 'line' && <path d={linePath(values, top)} />}
              </g>
            ))}
            {at !== null && <path className="c-chart-cursor" d={`M${centerOf(at, points.length)} 0V100`} />}
          </svg>
          {kind === 'line' &&
            at !== null &&
            series.map(
              ({ label, values }, number) =>
                values[at] != null && (
                  <i
                    key={label}
                    className="c-chart-dot"
                    data-series={colorOf(number)}
                    style={{
                      insetInlineStart: `${centerOf(at, points.length)}%`,
                      insetBlockEnd: `${(values[at] / top) * 100}%`,
                    }}
                  />
                ),
            )}
          {at !== null && <Tip at={at} {...props} colorOf={colorOf} formatValue={formatValue} />}
        </div>
        <div className="c-chart-points" aria-hidden="true">
          {axisNames(axis).map(({ name, at: place }) => (
            <span key={place} style={{ insetInlineStart: `${centerOf(place, points.length)}%` }}>
              {name}
            </span>
          ))}
        </div>
      </div>
      <SeriesTable title={title} points={points} series={series} formatValue={formatValue} />
    </figure>
  )
}

/** Returns the highest value of a point; of stacked bars, the highest sum. */
function highestOf({ kind, points, series }: Props): number {
  const at = (values: readonly Value[] | null | undefined, point: number) => values?.[point] ?? 0
  return Math.max(
    0,
    ...points.flatMap((_, point) =>
      kind === 'stack'
        ? series.reduce((sum, { values }) => sum + at(values, point), 0)
        : series.flatMap(({ values, previousValues }) => [at(values, point), at(previousValues, point)]),
    ),
  )
}

interface BarsProps {
  series: readonly ChartSeries[]
  length: number
  top: number
  colorOf: (number: number) => string
}

function Bars({ series, length, top, colorOf }: BarsProps) {
  return (
    <div className="c-chart-bars" style={{ '--bars': length } as CSSProperties}>
      {Array.from({ length }, (_, point) => (
        <div key={point}>
          {series.map(({ label, values }, number) => {
            const share = ((values[point] ?? 0) / top) * 100
            return share > 0 && <i key={label} data-series={colorOf(number)} style={{ blockSize: `${share}%` }} />
          })}
        </div>
      ))}
    </div>
  )
}

interface TipProps extends Props {
  at: number
  colorOf: (number: number) => string
  formatValue: (value: Value) => string
}

function Tip({ at, points, series, colorOf, formatValue }: TipProps) {
  const place = centerOf(at, points.length)
  return (
    <div
      className="c-chart-tip"
      style={place < 50 ? { insetInlineStart: `${place}%` } : { insetInlineEnd: `${100 - place}%` }}
      aria-hidden="true"
    >
      <strong>{points[at]}</strong>
      {series.map(({ label, values, previousValues }, number) => {
        const before = formatValue(previousValues?.[at])
        return (
          <span key={label} data-series={colorOf(number)}>
            {label}: <b>{formatValue(values[at])}</b>
            {previousValues && (
              <small>
                {' '}
                <Trans>(previously: {before})</Trans>
              </small>
            )}
          </span>
        )
      })}
    </div>
  )
}

interface TableProps extends Pick<Props, 'title' | 'points' | 'series'> {
  formatValue: (value: Value) => string
}

function SeriesTable({ title, points, series, formatValue }: TableProps) {
  const { t } = useLingui()
  return (
    <ChartTable
      title={title}
      columns={series.flatMap(({ label, previousValues }) =>
        previousValues ? [label, t`${label}, previous period`] : [label],
      )}
      rows={points.map((name, row) => ({
        name,
        cells: series.flatMap(({ values, previousValues }) => [
          formatValue(values[row]),
          ...(previousValues ? [formatValue(previousValues[row])] : []),
        ]),
      }))}
    />
  )
}

function pointedAt({ currentTarget, clientX }: PointerEvent<HTMLElement>, length: number): number {
  const { left, width } = currentTarget.getBoundingClientRect()
  const share = isMirrored(currentTarget) ? 1 - (clientX - left) / width : (clientX - left) / width
  return Math.min(length - 1, Math.max(0, Math.floor(share * length)))
}

/** Returns the point to read after a key, null for none; undefined for other keys. */
function keyedTo(event: KeyboardEvent<HTMLElement>, now: number, last: number): number | null | undefined {
  const right = isMirrored(event.currentTarget) ? now - 1 : now + 1
  const next = { ArrowLeft: 2 * now - right, ArrowRight: right, Home: 0, End: last, Escape: null }[event.key]
  return next == null ? next : Math.min(last, Math.max(0, next))
}

const isMirrored = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'
