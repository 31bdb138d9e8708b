import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { Choices } from './Choices.tsx'

interface Props {
  /** Ambiguous dates from the file. */
  examples: readonly string[]
  answer: 'dmy' | 'mdy' | null
  decide: (answer: 'dmy' | 'mdy') => void
}

/** Asks whether 05/03/2024 is day or month first, because the file doesn't tell. */
export function DatesQuestion({ examples, answer, decide }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const [example = ''] = examples
  const [first = 1, second = 1, year = 2000] = example.split(/\D+/).map(Number)
  const written = (day: number, month: number) =>
    format.date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day), { dateStyle: 'long', timeZone: 'UTC' })
  const [dayFirst, monthFirst] = [written(first, second), written(second, first)]
  return (
    <Card>
      <Choices
        title={t`How should we read ${example}?`}
        answer={answer}
        decide={decide}
        choices={[
          { value: 'dmy', label: dayFirst, help: <Trans>Day first</Trans> },
          { value: 'mdy', label: monthFirst, help: <Trans>Month first</Trans> },
        ]}
      >
        <p>
          <Trans>The dates in this file can be read in two ways. Your answer applies to all of them.</Trans>
        </p>
      </Choices>
    </Card>
  )
}
