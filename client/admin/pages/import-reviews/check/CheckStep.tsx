import { Plural, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, Card } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { CheckStep_run$key } from '../../../../__generated__/CheckStep_run.graphql.ts'
import { canChangeColumns } from '../../../../../rules/import-apps.ts'
import { ColumnsCard } from '../columns/ColumnsCard.tsx'
import { useRecountImport, useStartImport } from '../importMutations.ts'
import { DiscardButton } from '../run/DiscardButton.tsx'
import { useImportPlace } from '../useImportPlace.ts'
import { useShowRun } from '../useImportRun.ts'
import {
  answersOf,
  isFormatQuestion,
  questionOf,
  withAnswer,
  withSuggested,
  type CheckedRun,
  type CheckProps,
  type Decided,
} from './answers.ts'
import { BadRows } from './BadRows.tsx'
import { CheckSummary } from './CheckSummary.tsx'
import { OtherEncoding } from './OtherEncoding.tsx'
import { QuestionCard, questionWords } from './questions.tsx'
import { SampleReviews } from './SampleReviews.tsx'
import { StartCard } from './StartCard.tsx'
import { UnmatchedProducts } from './UnmatchedProducts.tsx'
import { useDecided } from './useDecided.ts'
import { useRecount } from './useRecount.ts'
import { useRefused } from './useRefused.ts'

const fragment = graphql`
  fragment CheckStep_run on ImportRun {
    id
    source
    fileName
    encoding
    encodings
    total
    fresh
    duplicates
    unmatched
    bad
    maxRows
    rounded
    pictures
    replies
    undated
    withoutText
    shopReviews
    remarks { code rows }
    statuses { status rows }
    marketplace { __typename }
    skippedSheets
    fields
    columnsGuessed
    columns { name field samples }
    questions { id choices suggested examples rows }
    unmatchedProducts { key rows title suggestion { productId title } }
    sampleRows { row author rate originalRate title content createdAt status productKey productTitle pictures }
    ...FetchedNote_run
    ...BadRows_run
  }
`

/** Shows the result of the check, its questions, and the start button. */
export function CheckStep({ run: key }: { run: CheckStep_run$key }) {
  const run = useFragment(fragment, key)
  const [chosen, change] = useDecided(run, useImportPlace().product)
  const decided = withSuggested(run.questions, chosen)
  const [start, starting] = useStartImport()
  const recounting = useRecount(run, decided)
  const [reread, rereading] = useRecountImport()
  const { refused, take, forget } = useRefused()
  const decide = (decision: Partial<Decided>) => {
    forget()
    change(decision)
  }
  const answers = answersOf(run.questions, decided)
  const begin = async () => take(await start({ input: { importId: run.id, answers, publish: decided.publish } }))
  // Another answer than the counted one may add rows.
  const nothing = run.fresh + run.unmatched === 0 && !run.questions.some(isFormatQuestion)
  const aboutColumns = run.questions.find(({ id }) => id === 'columns')
  // Without a column for texts or stars, nothing is counted yet.
  const unread = aboutColumns?.choices.length === 0
  const [opened, setOpened] = useState(false)
  const answer = (question: string, to: string | null, columnsChanged = chosen.columnsChanged) =>
    decide({ answers: withAnswer(chosen.answers, question, to), columnsChanged })
  const toggle = () => {
    setOpened(!opened)
    // Closing the card drops its changes.
    answer('columns', null, false)
  }
  const parts = { run, decided, answer }
  const columns = <Columns {...parts} checked={() => setOpened(false)} />
  const otherEncoding = <OtherEncoding run={run} decided={decided} reread={reread} />
  if (unread)
    return (
      <>
        <Questions {...parts} />
        {columns}
        {otherEncoding}
      </>
    )
  return (
    <>
      {run.columnsGuessed && columns}
      <CheckSummary run={run} decided={decided}>
        {!run.columnsGuessed && run.columns.length > 0 && canChangeColumns(run.source) && (
          <ColumnsButton opened={opened} toggle={toggle} />
        )}
      </CheckSummary>
      {opened && !run.columnsGuessed && columns}
      {!nothing && <Questions {...parts} />}
      {run.unmatched > 0 && <UnmatchedProducts {...parts} />}
      {run.fresh + run.unmatched > 0 && <SampleReviews {...parts} />}
      {otherEncoding}
      {run.bad > 0 && <UnreadableRows run={run} />}
      {nothing ? (
        <NothingNew run={run} />
      ) : (
        <StartCard
          {...parts}
          publish={(publish) => decide({ publish })}
          busy={starting || recounting || rereading}
          begin={() => void begin()}
          refused={refused && { sentence: refused.sentence, question: questionOf(refused.path, answers) }}
        />
      )}
    </>
  )
}

function Columns({
  run,
  decided,
  answer,
  checked,
}: Omit<CheckProps, 'answer'> & {
  answer(question: string, to: string | null, columnsChanged?: boolean): void
  checked(): void
}) {
  const choices = run.questions.find(({ id }) => id === 'columns')?.choices
  return (
    <ColumnsCard
      key={JSON.stringify(run.columns)}
      run={run}
      confirmed={decided.answers.columns !== undefined}
      confirm={(right) => answer('columns', right ? (choices?.[0] ?? null) : null)}
      edit={(changed) => answer('columns', null, changed)}
      checked={checked}
      unread={choices?.length === 0}
    />
  )
}

function ColumnsButton({ opened, toggle }: { opened: boolean; toggle: () => void }) {
  const { t } = useLingui()
  return (
    <Button
      variant="plain"
      disclosure={opened ? 'up' : 'down'}
      ariaExpanded={opened}
      onClick={toggle}
    >{t`Columns`}</Button>
  )
}

function Questions({ run, decided, answer }: CheckProps) {
  return Object.entries(questionWords).map(([id, useWords]) => {
    const question = run.questions.find((one) => one.id === id)
    return (
      question && (
        <QuestionCard
          key={id}
          run={run}
          question={question}
          useWords={useWords}
          answer={decided.answers[id] ?? null}
          decide={(to) => answer(id, to)}
        />
      )
    )
  })
}

function UnreadableRows({ run }: { run: CheckedRun }) {
  const { t } = useLingui()
  return (
    <BadRows run={run} title={t`Rows that can’t be imported`}>
      <Plural
        value={run.bad}
        one="# row can’t be imported. The others aren’t affected."
        other="# rows can’t be imported. The others aren’t affected."
      />
    </BadRows>
  )
}

/** Says that no row is new, or that none of the rows can be read. */
function NothingNew({ run: { id, fileName, bad, duplicates } }: { run: CheckedRun }) {
  const { t } = useLingui()
  const show = useShowRun()
  const unreadable = bad > 0 && duplicates === 0
  return (
    <Card>
      <div className="c-import-wait">
        <h2>{unreadable ? t`No reviews can be imported` : t`Nothing new to import`}</h2>
        <p>
          {unreadable
            ? t`None of the rows can be imported. Fix the rows above and upload the file again.`
            : t`All readable reviews in this file are already in your shop.`}
        </p>
        <ButtonGroup>
          <Button onClick={() => show(null)}>{t`Choose another file`}</Button>
          <DiscardButton importId={id} fileName={fileName} />
        </ButtonGroup>
      </div>
    </Card>
  )
}
