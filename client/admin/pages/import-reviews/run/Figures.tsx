import { useLingui } from '@lingui/react/macro'
import { useFormat } from '../../../shell/words/useFormat.ts'

interface Counts {
  fresh: number
  duplicates: number
  unmatched: number
  bad: number
  /** New reviews over the plan's limit, or rows after the point where an import stopped. */
  rest?: number
}

type Kind = keyof Counts

/** Shows the shares of a file's rows as a bar and as text. */
export function Figures({
  counts,
  labels,
  bar = true,
}: {
  counts: Counts
  labels?: Partial<Record<Kind, string>>
  bar?: boolean
}) {
  const { t } = useLingui()
  const format = useFormat()
  const names: Record<Kind, string> = {
    fresh: t`New`,
    unmatched: t`No matching product`,
    duplicates: t`Duplicates`,
    bad: t`Can’t be imported`,
    rest: t({ message: 'Not checked', context: 'rows of a file' }),
    ...labels,
  }
  const of = (kind: Kind) => counts[kind] ?? 0
  const kinds = (Object.keys(names) as Kind[]).filter((kind) => kind === 'fresh' || of(kind) > 0)
  return (
    <div className="c-figures">
      {bar && (
        <div className="c-figures-bar" aria-hidden="true">
          {kinds.map((kind) => of(kind) > 0 && <i key={kind} data-kind={kind} style={{ flexGrow: of(kind) }} />)}
        </div>
      )}
      <dl>
        {kinds.map((kind) => (
          <div key={kind} data-kind={kind}>
            <dd>{format.number(of(kind))}</dd>
            <dt>{names[kind]}</dt>
          </div>
        ))}
      </dl>
      {counts.duplicates > 0 && (
        <p className="c-quiet">{t`Duplicates are already in your shop or appear twice in the file.`}</p>
      )}
    </div>
  )
}
