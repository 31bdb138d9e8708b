import './survey-split.css'
import { useLingui } from '@lingui/react/macro'
import { useFormat } from '../shell/words/useFormat.ts'

interface Props {
  promoters: number
  passives: number
  detractors: number
}

/** Shares of promoters, passives and detractors as one bar. */
export function SurveySplit(counts: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const total = counts.promoters + counts.passives + counts.detractors
  const parts = [
    { key: 'promoters', name: t`Promoters`, range: '9–10', count: counts.promoters },
    { key: 'passives', name: t`Passives`, range: '7–8', count: counts.passives },
    { key: 'detractors', name: t`Detractors`, range: '0–6', count: counts.detractors },
  ]
  return (
    <div className="c-split">
      <div className="c-split-bar" aria-hidden="true">
        {parts.map(({ key, count }) => count > 0 && <span key={key} data-part={key} style={{ flexGrow: count }} />)}
      </div>
      <dl>
        {parts.map(({ key, name, range, count }) => (
          <div key={key} data-part={key}>
            <dt>
              {name} <span>{range}</span>
            </dt>
            <dd>
              {total > 0 ? format.number(count / total, { style: 'percent' }) : '–'}{' '}
              <span>({format.number(count)})</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
