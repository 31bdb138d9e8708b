import { useLingui } from '@lingui/react/macro'

const steps = ['file', 'check', 'import', 'done'] as const
type Step = (typeof steps)[number]

/** Shows the merchant's step: file, check or import. */
export function Steps({ at }: { at: Step }) {
  const { t } = useLingui()
  const labels = [t`File`, t`Check`, t({ message: 'Import', context: 'an import, as a noun' })]
  const reached = steps.indexOf(at)
  return (
    <ol className="c-steps" aria-label={t`Steps of the import`}>
      {labels.map((label, index) => (
        <li
          key={label}
          data-state={index < reached ? 'done' : index === reached ? 'now' : 'next'}
          aria-current={index === reached ? 'step' : undefined}
        >
          <span aria-hidden="true">{index < reached ? '✓' : index + 1}</span>
          {label}
        </li>
      ))}
    </ol>
  )
}
