import './charts.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@shopify/polaris'
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { centerOf, linePath, ticksUpTo, type Value } from './chartScale.ts'

interface ChartSeries {
  label: string
  values: readonly Value[]
  /** Values of the previous period, point by point. */
  previousValues?: readonly Value[] | null | undefined
}

interface Props {
  /** Names the chart and its table. */
  title: string
  kind: 'line' | 'bar'
  points: readonly string[]
  series: readonly ChartSeries[]
  write: (value: number) => string
  /** The axis has whole numbers only. */
  whole?: boolean
}

/**
 * Shows values over time as lines or bars, with the previous period as a dashed line. Pointer and arrow keys read
 * single points; a table has the same numbers. Texts are HTML, because the SVG stretches.
 */
export function Chart({ title, kind, points, series, write, whole = true }: Props) {
  const { t } = useLingui()
  const [at, setAt] = useState<number | null>(null)
  const all = series
    .flatMap(({ values, previousValues }) => [...values, ...(previousValues ?? [])])
    .filter((value) => value != null)
  if (!all.some((value) => value > 0))
    return (
      <div className="c-chart-empty">
        <Text as="p" tone="subdued">
          <Trans>No data for this period</Trans>
        </Text>
      </div>
    )
  const ticks = ticksUpTo(Math.max(...all), whole)
  const top = ticks.at(-1) ?? 1
  const last = points.length - 1
  const formatValue = (value: Value) => (value == null ? '–' : write(value))
  const spoken = (point: number) =>
    [points[point], ...series.map(({ label, values }) => `${label} ${formatValue(values[point])}`)].join(', ')
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = isMirrored(currentTarget) ? 1 - (clientX - left) / width : (clientX - left) / width
    setAt(Math.min(last, Math.max(0, Math.floor(share * points.length))))
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const now = at ?? 0
    const right = isMirrored(event.currentTarget) ? now - 1 : now + 1
    const next = { ArrowLeft: 2 * now - right, ArrowRight: right, Home: 0, End: last, Escape: null }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(next === null ? null : Math.min(last, Math.max(0, next)))
  }
  return (
    <figure className="c-chart">
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
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setAt(null)}
          onFocus={() => setAt((known) => known ?? last)}
          onBlur={() => setAt(null)}
          onKeyDown={press}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((tick) => (
              <path key={tick} className="c-chart-grid" d={`M0 ${100 - (tick / top) * 100}H100`} />
            ))}
            {series.map(({ label, values, previousValues }, number) => (
              <g key={label} data-series={number % 5}>
                {kind === 'bar' &&
                  values.map((value, bar) => (
                    <rect
                      key={points[bar]}
                      x={centerOf(bar, values.length) - 35 / points.length}
                      width={70 / points.length}
                      y={100 - ((value ?? 0) / top) * 100}
                      height={((value ?? 0) / top) * 100}
                    />
                  ))}
                {kind === 'line' && <path d={linePath(values, top)} />}
                {previousValues && <path className="c-chart-previous" d={linePath(previousValues, top)} />}
              </g>
            ))}
            {at !== null && <path className="c-chart-cursor" d={`M${centerOf(at, points.length)} 0V100`} />}
          </svg>
          {at !== null && (
            <div
              className="c-chart-tip"
              style={
                at * 2 < last
                  ? { insetInlineStart: `${centerOf(at, points.length)}%` }
                  : { insetInlineEnd: `${100 - centerOf(at, points.length)}%` }
              }
              aria-hidden="true"
            >
              <strong>{points[at]}</strong>
              {series.map(({ label, values, previousValues }, number) => {
                const before = formatValue(previousValues?.[at])
                return (
                  <span key={label} data-series={number % 5}>
                    {label}: {formatValue(values[at])}
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
          )}
        </div>
        <div className="c-chart-points" aria-hidden="true">
          <span>{points[0]}</span>
          <span>{points[last]}</span>
        </div>
      </div>
      <details className="c-chart-table">
        <summary>
          <Trans>View as table</Trans>
        </summary>
        <div>
          <table>
            <caption className="c-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Date</Trans>
                </th>
                {series.map(({ label, previousValues }) => [
                  <th key={label} scope="col">
                    {label}
                  </th>,
                  previousValues && (
                    <th key={`${label} before`} scope="col">
                      <Trans>{label}, previous period</Trans>
                    </th>
                  ),
                ])}
              </tr>
            </thead>
            <tbody>
              {points.map((name, row) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {series.map(({ label, values, previousValues }) => [
                    <td key={label}>{formatValue(values[row])}</td>,
                    previousValues && <td key={`${label} before`}>{formatValue(previousValues[row])}</td>,
                  ])}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

const isMirrored = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'
