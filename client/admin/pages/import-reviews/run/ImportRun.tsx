import { useLingui } from '@lingui/react/macro'
import { Banner, Button, ButtonGroup, Card, Spinner } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportRun_run$data, ImportRun_run$key } from '../../../../__generated__/ImportRun_run.graphql.ts'
import type { MessageCode, MessageParams } from '../../../../../rules/messages.ts'
import { LiveNote } from '../../../shell/frame/LiveNote.tsx'
import { formatRefusal } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { CheckStep } from '../check/CheckStep.tsx'
import { useLiveImport, useShowRun } from '../useImportRun.ts'
import { DiscardButton } from './DiscardButton.tsx'
import { ImportResult } from './ImportResult.tsx'
import { RunningImport } from './RunningImport.tsx'
import { Steps } from './Steps.tsx'
import { UndoButton } from './UndoButton.tsx'
import { UndoProgress } from './UndoProgress.tsx'
import { useRunFigures, type RunFigures } from './useRunFigures.ts'

const fragment = graphql`
  fragment ImportRun_run on ImportRun {
    errorCode
    errorParams
    error
    marketplace { total fetched }
    ...useRunFigures_run
    ...CheckStep_run
    ...ImportResult_run
  }
`

/** The parts of an import that change with its status only. */
type Details = ImportRun_run$data

const noReviews: MessageCode = 'noReviewsFound'

/** Shows an import at its step. */
export function ImportRun({ run: key }: { run: ImportRun_run$key }) {
  const details = useFragment(fragment, key)
  const run = useRunFigures(details)
  useLiveImport(run)
  switch (run.status) {
    case 'CHECKING':
    case 'CHECKED':
      return (
        <>
          <Steps at="check" />
          {run.status === 'CHECKED' ? <CheckStep run={details} /> : <Checking run={run} details={details} />}
        </>
      )
    case 'RUNNING':
    case 'PAUSED':
      return (
        <>
          <Steps at="import" />
          <RunningImport run={run} />
        </>
      )
    case 'FAILED':
      return <Failed run={run} details={details} />
    case 'UNDOING':
    case 'UNDONE':
      return <UndoProgress run={run} />
    default:
      return (
        <>
          <Steps at="done" />
          <ImportResult run={details} />
        </>
      )
  }
}

interface Props {
  run: RunFigures
  details: Details
}

function Checking({ run: { id, fileName }, details: { marketplace } }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const count = marketplace?.fetched ?? null
  const fetched = format.number(count ?? 0)
  const total = marketplace?.total == null ? null : format.number(marketplace.total)
  const soFar =
    total === null ? t`${fetched} reviews fetched so far.` : t`${fetched} of ${total} reviews fetched so far.`
  return (
    <Card>
      <div className="c-import-wait" role="status">
        <Spinner accessibilityLabel={t`Checking`} />
        <h2>{count === null ? t`Checking the file` : t`Fetching reviews`}</h2>
        <p data-user-content>{fileName}</p>
        <p>
          <LiveNote>
            {count === null
              ? t`We’re checking every row. Nothing is saved yet.`
              : `${soFar} ${t`You can close this page. This continues in the background.`}`}
          </LiveNote>
        </p>
        <DiscardButton importId={id} fileName={fileName} />
      </div>
    </Card>
  )
}

function Failed({ run: { id, fileName, undoable, discardable }, details }: Props) {
  const { t, i18n } = useLingui()
  const show = useShowRun()
  const { errorCode, error, errorParams, marketplace } = details
  const params = JSON.parse(errorParams) as MessageParams
  return (
    <Banner tone="critical" title={t`Import failed`}>
      <p>{formatRefusal(i18n, { code: errorCode ?? 'unexpected', message: error ?? null, params })}</p>
      {errorCode === noReviews && !marketplace && (
        <p>{t`The file has a header row but no reviews. Export your reviews again, or choose another file.`}</p>
      )}
      <p className="c-quiet" data-user-content>
        {fileName}
      </p>
      <div className="c-import-again">
        <ButtonGroup>
          <Button onClick={() => show(null)}>{t`Choose another file`}</Button>
          {undoable && <UndoButton importId={id} fileName={fileName} />}
          {discardable && <DiscardButton importId={id} fileName={fileName} />}
        </ButtonGroup>
      </div>
    </Banner>
  )
}
