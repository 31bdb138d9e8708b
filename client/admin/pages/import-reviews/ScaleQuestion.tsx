import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import { maxRate } from '../../../../rules/limits.ts'
import { useFormat } from '../../shell/useFormat.ts'
import { Stars } from '../../ui/Stars.tsx'
import { Choices } from './Choices.tsx'

interface Props {
  /** Ratings that stand in the file, highest first. */
  examples: readonly string[]
  answer: '10' | '5' | null
  decide: (answer: '10' | '5') => void
}

const shownExamples = 6

/** Ratings above five: does the file count to ten? Each number is shown with the stars that it would become. */
export function ScaleQuestion({ examples, answer, decide }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const highest = format.number(Number(examples[0] ?? 0))
  return (
    <Card>
      <Choices
        title={t`Ratings in this file go up to ${highest}. How shall they become stars?`}
        answer={answer}
        decide={decide}
        choices={[
          { value: '10', label: t`The file counts to 10: halve them`, help: <Halves examples={examples} /> },
          { value: '5', label: t`The file counts to 5`, help: <Trans>Rows with a rating above 5 stay out.</Trans> },
        ]}
      />
    </Card>
  )
}

function Halves({ examples }: { examples: readonly string[] }) {
  const format = useFormat()
  const shown = examples.slice(0, shownExamples)
  return (
    <span className="c-halves">
      {shown.map((example) => {
        const stars = Math.min(maxRate, Math.round(Number(example) / 2))
        return <span key={example}><b>{format.number(Number(example))}</b> → <Stars rate={stars} size={13} /></span>
      })}
    </span>
  )
}
