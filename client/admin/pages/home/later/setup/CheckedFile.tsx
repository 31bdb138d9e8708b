import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button, InlineStack } from '@shopify/polaris'
import { useEffect, useEffectEvent } from 'react'
import { graphql } from 'react-relay/hooks'
import type { CheckedFileMutation } from '../../../../../__generated__/CheckedFileMutation.graphql.ts'
import type { CheckedFileQuery, CheckedFileQuery$data } from '../../../../../__generated__/CheckedFileQuery.graphql.ts'
import { useOwnQuery } from '../../../../shell/Part.tsx'
import { useCommit } from '../../../../shell/relay/useCommit.ts'
import { formatRefusal } from '../../../../shell/words/sentences.ts'
import { usePolling } from '../../../../ui/usePolling.ts'

const query = graphql`
  query CheckedFileQuery($id: ID!) {
    importRun(id: $id) {
      id
      status
      fileName
      toImport
      unmatched
      bad
      rates
      errorCode
      errorParams
      questions { id suggested choices }
      sampleRows { row author rate title content createdAt }
    }
  }
`
type Run = NonNullable<CheckedFileQuery$data['importRun']>

/** The file's first reviews, how many have one to five stars, and how many match no product. */
export type CheckedReviews = Pick<Run, 'sampleRows' | 'rates' | 'unmatched'>

interface Props {
  importId: string
  onChecked: (found: CheckedReviews) => void
  next: () => void
  /** Leads back to the choice of a file. */
  forget: () => void
}

/** Says what a checked file brings and starts its import. Render it below a Part. */
export function CheckedFile({ importId, onChecked, next, forget }: Props) {
  const { t, i18n } = useLingui()
  const run = useOwnQuery<CheckedFileQuery>(query, { id: importId }, 'store-and-network').importRun
  const isChecking = run?.status === 'CHECKING'
  usePolling<CheckedFileQuery>(query, isChecking, { id: importId })
  const show = useEffectEvent(() => run && onChecked(run))
  useEffect(() => {
    if (!isChecking) show()
  }, [isChecking])
  if (isChecking) return <p className="c-quiet" role="status">{t`Checking your file…`}</p>
  if (run?.status !== 'CHECKED')
    return (
      <Banner
        tone="warning"
        title={t`We couldn’t read this file`}
        action={{ content: t`Choose another file`, onAction: forget }}
      >
        {run?.errorCode && (
          <p>
            {formatRefusal(i18n, {
              code: run.errorCode,
              params: JSON.parse(run.errorParams) as Record<string, string | number>,
            })}
          </p>
        )}
      </Banner>
    )
  return <Ready run={run} next={next} forget={forget} />
}

function Ready({ run, next, forget }: { run: Run } & Pick<Props, 'next' | 'forget'>) {
  const { t } = useLingui()
  const [start, busy] = useCommit<CheckedFileMutation>(graphql`
    mutation CheckedFileMutation($input: StartImportInput!) {
      startImport(input: $input) {
        __typename
        ... on StartImportSuccess { data { id status } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const answers = run.questions.flatMap(({ id, suggested, choices }) => {
    const answer = suggested ?? (id === 'unmatched' ? 'skip' : id === 'firstN' ? choices[0] : null)
    return answer ? [{ question: id, answer }] : []
  })
  const isOpen = answers.length < run.questions.length
  const begin = async () => {
    if ((await start({ input: { importId: run.id, answers } }, { fieldless: true })).ok) {
      forget()
      next()
    }
  }
  return (
    <div className="c-checked" role="status">
      <h2>
        <Plural value={run.toImport} one="# new review found" other="# new reviews found" />
      </h2>
      <p className="c-quiet" data-user-content>
        {run.fileName}
      </p>
      <Notes run={run} isOpen={isOpen} />
      <InlineStack gap="300">
        {isOpen ? (
          <Button variant="primary" size="large" onClick={next}>{t`Continue`}</Button>
        ) : (
          <Button
            variant="primary"
            size="large"
            loading={busy}
            disabled={run.toImport === 0}
            onClick={() => void begin()}
          >{t`Import reviews`}</Button>
        )}
        <Button size="large" variant="tertiary" onClick={forget}>{t`Choose another file`}</Button>
      </InlineStack>
    </div>
  )
}

/** Says what is left out, and what happens next. */
function Notes({ run, isOpen }: { run: Run; isOpen: boolean }) {
  return (
    <>
      {run.unmatched > 0 && (
        <p>
          <Plural
            value={run.unmatched}
            one="# review matches no product of yours and won’t be imported."
            other="# reviews match no product of yours and won’t be imported."
          />
        </p>
      )}
      {run.bad > 0 && (
        <p>
          <Plural value={run.bad} one="# row can’t be read." other="# rows can’t be read." />
        </p>
      )}
      <p>
        {isOpen ? (
          <Trans>This file needs an answer from you. It waits on your dashboard until you finish the setup.</Trans>
        ) : (
          <Trans>The import runs in the background while you go on. You can undo it with one click.</Trans>
        )}
      </p>
    </>
  )
}
