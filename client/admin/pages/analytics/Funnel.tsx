import { Trans, useLingui } from '@lingui/react/macro'
import type { FigureName } from '../../../../rules/analytics.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import type { Shown } from './AnalyticsFrame.tsx'
import { Change } from './cards.tsx'
import { FIGURE_WORDS, figureOf } from './figures.ts'

interface Props {
  title: string
  shown: Shown
  names: readonly FigureName[]
  empty: string
  /** Whether a step leads to the next, so that its share means something. */
  hasShares?: boolean
}

/** Steps from the first to the last, each with its share of the step before. */
export function Funnel({ title, shown: { page }, names, empty, hasShares = true }: Props) {
  const { i18n } = useLingui()
  const format = useFormat()
  const steps = names.map((name) => ({ name, ...figureOf(page, name) }))
  const most = Math.max(...steps.map(({ total }) => total ?? 0))
  if (most === 0) return <p className="c-analytics-empty">{empty}</p>
  return (
    <ol className="c-analytics-funnel" aria-label={title}>
      {steps.map(({ name, total, previousTotal }, at) => {
        const before = steps[at - 1]?.total ?? 0
        const share = format.number(before > 0 ? (total ?? 0) / before : 0, {
          style: 'percent',
          maximumFractionDigits: 1,
        })
        return (
          <li key={name}>
            <span>{i18n._(FIGURE_WORDS[name])}</span>
            <strong>{format.number(total ?? 0)}</strong>
            <Change now={total} before={previousTotal} />
            <i style={{ inlineSize: `${((total ?? 0) / most) * 100}%` }} aria-hidden="true" />
            {hasShares && at > 0 && before > 0 && (
              <small>
                <Trans>{share} of the step before</Trans>
              </small>
            )}
          </li>
        )
      })}
    </ol>
  )
}
