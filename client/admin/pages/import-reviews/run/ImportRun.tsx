import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, Button, ButtonGroup, Card, Spinner } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportRun_run$data, ImportRun_run$key } from '../../../../__generated__/ImportRun_run.graphql.ts'
import type { MessageCode, MessageParams } from '../../../../../rules/messages.ts'
import { LiveNote } from '../../../shell/frame/LiveNote.tsx'
import { formatRefusal } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { CheckStep } from '../check/CheckStep.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { ImportResult } from './ImportResult.tsx'
import { RunningImport } from './RunningImport.tsx'
import { Steps } from './Steps.tsx'
import { UndoButton } from './UndoButton.tsx'
import { UndoProgress } from './UndoProgress.tsx'
import { useDetailsOf, useLiveImport, useShowRun } from '../useImportRun.ts'

const fragment = graphql`
  fragment ImportRun_run on ImportRun {
    id
    status
    errorCode
    errorParams
    error
    fileName
    undoable
    discardable
    marketplace { total fetched }
    ...CheckStep_run
    ...RunningImport_run
    ...ImportResult_run
    ...UndoProgress_run
  }
`

const noReviews: MessageCode = 'noReviewsFound'

export function ImportRun({ run: key }: { run: ImportRun_run$key }) {
  const run = useFragment(fragment, key)
  useLiveImport(run.id)
  useDetailsOf(run.status)
  switch (run.status) {
    case 'CHECKING':
      return (
        <>
          <Steps at="check" />
          <Checking
            fileName={run.fileName}
            fetching={
              run.marketplace?.fetched == null
                ? null
                : { fetched: run.marketplace.fetched, total: run.marketplace.total ?? null }
            }
            discard={<DiscardButton importId={run.id} fileName={run.fileName} />}
          />
        </>
      )
    case 'CHECKED':
      return (
        <>
          <Steps at="check" />
          <CheckStep run={run} />
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
      return (
        <Failed
          run={run}
          act={
            run.undoable ? (
              <UndoButton importId={run.id} fileName={run.fileName} />
            ) : (
              run.discardable && <DiscardButton importId={run.id} fileName={run.fileName} />
            )
          }
        />
      )
    case 'UNDOING':
    case 'UNDONE':
      return <UndoProgress run={run} />
    default:
      return (
        <>
          <Steps at="done" />
          <ImportResult run={run} />
        </>
      )
  }
}

interface CheckingProps {
  fileName: string
  /** Progress of the server's fetch; null for a file. */
  fetching: { fetched: number; total: number | null } | null
  discard: ReactNode
}

function Checking({ fileName, fetching, discard }: CheckingProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [here, of] = [format.number(fetching?.fetched ?? 0), format.number(fetching?.total ?? 0)]
  return (
    <Card>
      <div className="c-import-wait" role="status">
        <Spinner accessibilityLabel={t`Checking`} />
        <h2>{fetching ? <Trans>Fetching reviews</Trans> : <Trans>Checking the file</Trans>}</h2>
        <p data-user-content>{fileName}</p>
        {fetching ? (
          <p>
            <LiveNote>
              {fetching.total === null ? (
                <Trans>{here} so far.</Trans>
              ) : (
                <Trans>
                  {here} of {of} so far.
                </Trans>
              )}{' '}
              <Trans>You can close this page. This continues in the background.</Trans>
            </LiveNote>
          </p>
        ) : (
          <p>
            <LiveNote>
              <Trans>We’re checking every row. Nothing is saved yet.</Trans>
            </LiveNote>
          </p>
        )}
        {discard}
      </div>
    </Card>
  )
}

interface FailedProps {
  run: Pick<ImportRun_run$data, 'errorCode' | 'error' | 'errorParams' | 'fileName' | 'marketplace'>
  /** Button to undo the import, or to discard it if it never started. */
  act: ReactNode
}

function Failed({ run: { errorCode, error, errorParams, fileName, marketplace }, act }: FailedProps) {
  const { t, i18n } = useLingui()
  const show = useShowRun()
  return (
    <Banner tone="critical" title={t`Import failed`}>
      <p>
        {formatRefusal(i18n, {
          code: errorCode ?? 'unexpected',
          message: error ?? null,
          params: JSON.parse(errorParams) as MessageParams,
        })}
      </p>
      {errorCode === noReviews && !marketplace && (
        <p>
          <Trans>The file has a header row but no reviews. Export your reviews again, or choose another file.</Trans>
        </p>
      )}
      <p className="c-quiet" data-user-content>
        {fileName}
      </p>
      <div className="c-import-again">
        <ButtonGroup>
          <Button onClick={() => show(null)}>{t`Choose another file`}</Button>
          {act}
        </ButtonGroup>
      </div>
    </Banner>
  )
}
