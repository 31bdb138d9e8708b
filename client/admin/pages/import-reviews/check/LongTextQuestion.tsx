import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Card } from '@shopify/polaris'
import { maxNameChars, maxReviewContentChars, maxReviewTitleChars } from '../../../../../rules/limits.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import type { Decided } from './answers.ts'
import { Choices } from './Choices.tsx'

interface Props {
  rows: number
  answer: Decided['long']
  decide: (answer: 'shorten' | 'skip') => void
}

/** Asks whether to shorten titles, names and texts over their limit, or to skip their rows. Default: shorten. */
export function LongTextQuestion({ rows, answer, decide }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const [title, name, text] = [
    format.number(maxReviewTitleChars),
    format.number(maxNameChars),
    format.number(maxReviewContentChars),
  ]
  return (
    <Card>
      <Choices
        title={t`Shorten long titles, names and texts?`}
        answer={answer}
        decide={decide}
        choices={[
          { value: 'shorten', label: t`Shorten them`, help: <Trans>The end is cut off and marked with “…”.</Trans> },
          {
            value: 'skip',
            label: t`Don’t import these rows`,
            help: <Trans>You can download them after the import.</Trans>,
          },
        ]}
      >
        <p>
          <Plural value={rows} one="# row is over a limit." other="# rows are over a limit." />{' '}
          <Trans>
            A title can have {title} characters, a name {name} and a text {text}.
          </Trans>
        </p>
      </Choices>
    </Card>
  )
}
