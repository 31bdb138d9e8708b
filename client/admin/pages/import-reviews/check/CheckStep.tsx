import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, Card } from '@shopify/polaris'
import { useState, type ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { CheckStep_run$data, CheckStep_run$key } from '../../../../__generated__/CheckStep_run.graphql.ts'
import { canChangeColumns } from '../../../../../rules/import-apps.ts'
import {
  answersOf,
  countIncomingRows,
  isFormatQuestion,
  placedRows,
  questionOf,
  undecided,
  withSuggested,
  type Decided,
} from './answers.ts'
import { BadRows } from './BadRows.tsx'
import { ColumnsCard } from '../columns/ColumnsCard.tsx'
import { CheckSummary } from './CheckSummary.tsx'
import { DatesQuestion } from './DatesQuestion.tsx'
import { DiscardButton } from '../run/DiscardButton.tsx'
import { FirstRowsQuestion } from './FirstRowsQuestion.tsx'
import { LongTextQuestion } from './LongTextQuestion.tsx'
import { SampleReviews } from './SampleReviews.tsx'
import { ScaleQuestion } from './ScaleQuestion.tsx'
import { StartCard } from './StartCard.tsx'
import { UnmatchedProducts } from './UnmatchedProducts.tsx'
import { useDecided } from './useDecided.ts'
import { useImportPlace } from '../useImportPlace.ts'
import { useShowRun } from '../useImportRun.ts'
import { useRecount } from './useRecount.ts'
import { useRefused } from './useRefused.ts'
import { useStartImport } from './useStartImport.ts'

const fragment = graphql`
  fragment CheckStep_run on ImportRun {
    id
    fresh
    duplicates
    unmatched
    bad
    maxRows
    source
    fileName
    columnsGuessed
    columns { name field }
    questions { id choices suggested examples rows }
    unmatchedProducts { key rows title suggestion { productId title } }
    ...CheckSummary_run
    ...ColumnsCard_run
    ...SampleReviews_run
    ...BadRows_run
    ...StartCard_run
  }
`

/** Shows the result of the check, its questions, and the start button. */
export function CheckStep({ run: key }: { run: CheckStep_run$key }) {
  const { t } = useLingui()
  const run = useFragment(fragment, key)
  const { product } = useImportPlace()
  const begun: Decided = { ...undecided, unmatched: product }
  const [chosen, change] = useDecided(run, begun)
  const decided = withSuggested(run.questions, chosen)
  const [start, starting] = useStartImport()
  const recounting = useRecount(run, decided)
  const { refused, take, forget } = useRefused()
  const decide = (answer: Partial<Decided>) => {
    forget()
    change(answer)
  }
  const answers = answersOf(run.questions, decided)
  const begin = async () => take(await start({ input: { importId: run.id, answers, publish: decided.publish } }))
  // Another answer than the counted one may add rows.
  const nothing = run.fresh + run.unmatched === 0 && !run.questions.some(({ id }) => isFormatQuestion(id))
  // Without a column for texts or stars, nothing is counted yet.
  const unread = run.questions.some(({ id, choices }) => id === 'columns' && choices.length === 0)
  const [opened, setOpened] = useState(false)
  const toggle = () => {
    setOpened(!opened)
    // Closing the card drops its changes.
    decide({ columns: null })
  }
  const columns = (
    <ColumnsCard
      key={JSON.stringify(run.columns)}
      run={run}
      answer={decided.columns}
      decide={(answer) => decide({ columns: answer })}
      checked={() => setOpened(false)}
      unread={unread}
    />
  )
  if (unread) return columns
  return (
    <>
      {run.columnsGuessed && columns}
      <CheckSummary
        run={run}
        placed={placedRows(run, decided)}
        first={decided.firstN ? countIncomingRows(run, decided) : null}
      >
        {!run.columnsGuessed && run.columns.length > 0 && canChangeColumns(run.source) && (
          <Button
            variant="plain"
            disclosure={opened ? 'up' : 'down'}
            ariaExpanded={opened}
            onClick={toggle}
          >{t`Columns`}</Button>
        )}
      </CheckSummary>
      {opened && !run.columnsGuessed && columns}
      {!nothing && <Questions run={run} decided={decided} decide={decide} />}
      {run.unmatched > 0 && <UnmatchedProducts run={run} decided={decided} decide={decide} />}
      {run.fresh + run.unmatched > 0 && <SampleReviews run={run} decided={decided} unmatched={run.unmatchedProducts} />}
      {run.bad > 0 && (
        <BadRows run={run} title={t`Rows that can’t be imported`}>
          <Plural
            value={run.bad}
            one="# row can’t be imported. The others aren’t affected."
            other="# rows can’t be imported. The others aren’t affected."
          />
        </BadRows>
      )}
      {nothing ? (
        <NothingNew
          unreadable={run.bad > 0 && run.duplicates === 0}
          discard={<DiscardButton importId={run.id} fileName={run.fileName} />}
        />
      ) : (
        <StartCard
          run={run}
          decided={decided}
          decide={decide}
          busy={starting || recounting}
          begin={() => void begin()}
          refused={refused && { sentence: refused.sentence, question: questionOf(refused.path, answers) }}
        />
      )}
    </>
  )
}

interface QuestionsProps {
  run: CheckStep_run$data
  decided: Decided
  decide: (change: Partial<Decided>) => void
}

function Questions({ run, decided, decide }: QuestionsProps) {
  const asked = (id: string) => run.questions.find((question) => question.id === id)
  const [scale, dates, long] = [asked('scale'), asked('dates'), asked('long')]
  return (
    <>
      {scale && (
        <ScaleQuestion question={scale} answer={decided.scale} decide={(answer) => decide({ scale: answer })} />
      )}
      {dates && (
        <DatesQuestion
          examples={dates.examples}
          answer={decided.dates}
          decide={(answer) => decide({ dates: answer })}
        />
      )}
      {long && (
        <LongTextQuestion rows={long.rows ?? 0} answer={decided.long} decide={(answer) => decide({ long: answer })} />
      )}
      {asked('firstN') && (
        <FirstRowsQuestion
          newReviews={run.fresh + run.unmatched}
          limit={run.maxRows}
          answer={decided.firstN}
          decide={(answer) => decide({ firstN: answer })}
        />
      )}
    </>
  )
}

/** `unreadable`: none of the rows are in the shop already. */
function NothingNew({ unreadable, discard }: { unreadable: boolean; discard: ReactNode }) {
  const { t } = useLingui()
  const show = useShowRun()
  return (
    <Card>
      <div className="c-import-wait">
        <h2>{unreadable ? <Trans>No reviews can be imported</Trans> : <Trans>Nothing new to import</Trans>}</h2>
        <p>
          {unreadable ? (
            <Trans>None of the rows can be imported. Fix the rows above and upload the file again.</Trans>
          ) : (
            <Trans>All readable reviews in this file are already in your shop.</Trans>
          )}
        </p>
        <ButtonGroup>
          <Button onClick={() => show(null)}>{t`Choose another file`}</Button>
          {discard}
        </ButtonGroup>
      </div>
    </Card>
  )
}
