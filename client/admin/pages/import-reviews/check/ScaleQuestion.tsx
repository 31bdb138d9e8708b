import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import { maxRate } from '../../../../../rules/limits.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { Stars } from '../../../ui/Stars.tsx'
import { Choices } from './Choices.tsx'

interface Props {
  question: {
    /** Ratings in the file, highest first. */
    examples: readonly string[]
    /** Number of ratings above five. */
    rows?: number | null | undefined
  }
  answer: '10' | '5' | null
  decide: (answer: '10' | '5') => void
}

const shownExamples = 6

/** Asks whether ratings above five are on a 10-point scale or typing errors. Shows the stars for each number. */
export function ScaleQuestion({ question: { examples, rows }, answer, decide }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const highest = format.number(Number(examples[0] ?? 0))
  const five = {
    value: '5' as const,
    label: t`5-point scale`,
    help: rows ? (
      <Plural
        value={rows}
        one="# row with a rating above 5 isn’t imported."
        other="# rows with a rating above 5 aren’t imported."
      />
    ) : (
      <Trans>Rows with a rating above 5 aren’t imported.</Trans>
    ),
  }
  const ten = {
    value: '10' as const,
    label: t`10-point scale: convert to 5 stars`,
    help: <Halves examples={examples} />,
  }
  return (
    <Card>
      <Choices
        title={t`Ratings in this file go up to ${highest}. Which scale does it use?`}
        answer={answer}
        decide={decide}
        choices={[five, ten]}
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
        return (
          <span key={example}>
            <b>{format.number(Number(example))}</b> → <Stars rate={stars} size={13} />
          </span>
        )
      })}
    </span>
  )
}
