import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Card, Checkbox } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { maxNameChars, maxRate, maxReviewContentChars, maxReviewTitleChars } from '../../../../../rules/limits.ts'
import { isPlanId, plans } from '../../../../../rules/plans.ts'
import { useViewer } from '../../../shell/frame/viewer.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { Stars } from '../../../ui/Stars.tsx'
import type { CheckedRun } from './answers.ts'
import { Choices, type Choice } from './Choices.tsx'

type Question = CheckedRun['questions'][number]

/** A question as the merchant reads it. With one choice it is a checkbox. */
interface Asked {
  title: string
  lead?: ReactNode
  choices: readonly Choice<string>[]
}

/** Names of the questions, for "Answer first: …". */
export const questionNames: Readonly<Record<string, MessageDescriptor>> = {
  encoding: msg`text encoding`,
  columns: msg`column mapping`,
  scale: msg`rating scale`,
  dates: msg`date format`,
  long: msg`long texts`,
  status: msg`which reviews are shown`,
  unmatched: msg`products that aren’t in your shop`,
  firstN: msg`plan limit`,
}

/** Words of the questions that are answered by one of their choices, in the order of the page. */
export const questionWords: Readonly<Record<string, (question: Question, run: CheckedRun) => Asked>> = {
  encoding: useEncoding,
  scale: useScale,
  dates: useDates,
  long: useLongTexts,
  status: useShowing,
  firstN: useFirstRows,
}

interface Props {
  run: CheckedRun
  question: Question
  /** The words of this question; stays the same while it is shown. */
  useWords: (question: Question, run: CheckedRun) => Asked
  answer: string | null
  decide: (answer: string | null) => void
}

/** Asks a question about the whole file. */
export function QuestionCard({ run, question, useWords, answer, decide }: Props) {
  const { title, lead, choices } = useWords(question, run)
  const [only, ...more] = choices
  return (
    <Card>
      {only && more.length === 0 ? (
        <section className="c-import-section">
          <h2>{title}</h2>
          {lead}
          <Checkbox
            label={only.label}
            checked={answer === only.value}
            onChange={(checked) => decide(checked ? only.value : null)}
          />
        </section>
      ) : (
        <Choices title={title} answer={answer} decide={decide} choices={choices}>
          {lead}
        </Choices>
      )}
    </Card>
  )
}

/** Asks for the encoding by the first lines in each reading, the likeliest first. */
function useEncoding({ choices, examples }: Question): Asked {
  const { t } = useLingui()
  return {
    title: t`Which line shows all characters correctly?`,
    lead: <p>{t`The file doesn’t say how its characters are stored, and they can be read in several ways.`}</p>,
    choices: choices.map((value, at) => ({
      value,
      label: (examples[at] ?? '').replaceAll('\n', ' / '),
      help: at === 0 ? t`${value} (most likely)` : value,
    })),
  }
}

/** Asks which scale the ratings are on. Shows the stars for each number. */
function useScale({ choices, examples, rows: found }: Question): Asked {
  const rows = found ?? 0
  const { t } = useLingui()
  const format = useFormat()
  const highest = format.number(Number(examples[0] ?? 0))
  const isFraction = choices.includes('1')
  const labels: Readonly<Record<string, string>> = {
    '100': t`Percent: convert to 5 stars`,
    '10': t`10-point scale: convert to 5 stars`,
    '5': t`5-point scale`,
    '1': t`Scale from 0 to 1: convert to 5 stars`,
  }
  const lost = isFraction
    ? t`${plural(rows, { one: '# row with a rating below 1 isn’t imported.', other: '# rows with a rating below 1 aren’t imported.' })}`
    : t`${plural(rows, { one: '# row with a rating above 5 isn’t imported.', other: '# rows with a rating above 5 aren’t imported.' })}`
  return {
    title: t`Ratings in this file go up to ${highest}. Which scale does it use?`,
    choices: [...choices].reverse().map((value) => ({
      value,
      label: labels[value] ?? value,
      help: value === '5' ? rows > 0 && lost : <Converted examples={examples.slice(0, 6)} top={Number(value)} />,
    })),
  }
}

function Converted({ examples, top }: { examples: readonly string[]; top: number }) {
  const format = useFormat()
  return (
    <span className="c-halves">
      {examples.map((example) => (
        <span key={example}>
          <b>{format.number(Number(example))}</b> →{' '}
          <Stars rate={Math.min(maxRate, Math.round((Number(example) * maxRate) / top))} size={13} />
        </span>
      ))}
    </span>
  )
}

/** Asks whether 05/03/2024 is day or month first, because the file doesn't tell. */
function useDates({ examples: [example = ''] }: Question): Asked {
  const { t } = useLingui()
  const format = useFormat()
  const [first = 1, second = 1, year = 2000] = example.split(/\D+/).map(Number)
  const written = (day: number, month: number) =>
    format.date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day), { dateStyle: 'long', timeZone: 'UTC' })
  return {
    title: t`How should we read ${example}?`,
    lead: <p>{t`The dates in this file can be read in two ways. Your answer applies to all of them.`}</p>,
    choices: [
      { value: 'dmy', label: written(first, second), help: t`Day first` },
      { value: 'mdy', label: written(second, first), help: t`Month first` },
    ],
  }
}

/** Asks whether to shorten titles, names and texts over their limit, or to skip their rows. */
function useLongTexts({ rows: found }: Question): Asked {
  const { t } = useLingui()
  const format = useFormat()
  const rows = found ?? 0
  const [title, name, text] = [maxReviewTitleChars, maxNameChars, maxReviewContentChars].map((max) =>
    format.number(max),
  )
  return {
    title: t`Shorten long titles, names and texts?`,
    lead: (
      <p>
        <Plural value={rows} one="# row is over a limit." other="# rows are over a limit." />{' '}
        <Trans>
          A title can have {title} characters, a name {name} and a text {text}.
        </Trans>
      </p>
    ),
    choices: [
      { value: 'shorten', label: t`Shorten them`, help: t`The end is cut off and marked with “…”.` },
      { value: 'skip', label: t`Don’t import these rows`, help: t`You can download them after the import.` },
    ],
  }
}

/** Asks what happens to rows whose cells about showing can't be read. */
function useShowing({ choices, examples, rows: found }: Question): Asked {
  const { t } = useLingui()
  const rows = found ?? 0
  const labels: Readonly<Record<string, Omit<Choice<string>, 'value'>>> = {
    hidden: { label: t`Hide them`, help: t`Shoppers don’t see them until you publish them.` },
    published: { label: t`Show them` },
  }
  return {
    title: t`Should shoppers see these reviews?`,
    lead: (
      <p>
        <Plural
          value={rows}
          one="In # row we can’t tell whether the review was shown:"
          other="In # rows we can’t tell whether the review was shown:"
        />{' '}
        {examples.join(' · ')}
      </p>
    ),
    choices: choices.map((value) => {
      const cell = value.replace(/^only:/, '')
      return { value, ...(labels[value] ?? { label: t`Show only rows with “${cell}”, and hide the others` }) }
    }),
  }
}

/** Asks to import only the first reviews if the file exceeds the plan's limit. Without consent nothing is imported. */
function useFirstRows({ choices: [first = ''] }: Question, run: CheckedRun): Asked {
  const { t } = useLingui()
  const format = useFormat()
  const { plan: id } = useViewer().shop
  const plan = isPlanId(id) ? plans[id].displayName : id
  const [all, most] = [format.number(run.fresh + run.unmatched), format.number(run.maxRows)]
  return {
    title: t`This file has ${all} new reviews`,
    lead: (
      <p>
        <Trans>
          The {plan} plan imports up to {most} new reviews at a time. Import the same file again to add the next ones.
        </Trans>
      </p>
    ),
    choices: [{ value: first, label: t`Import the first ${most} new reviews` }],
  }
}
