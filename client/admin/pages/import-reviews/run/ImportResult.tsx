import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, Card } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportResult_run$key } from '../../../../__generated__/ImportResult_run.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useGo } from '../../../shell/frame/mode.tsx'
import { BadRows } from '../check/BadRows.tsx'
import { ErrorFileButton } from './ErrorFileButton.tsx'
import { FetchedNote } from '../sources/FetchedNote.tsx'
import { Figures } from './Figures.tsx'
import { ImportedMedia } from './ImportedMedia.tsx'
import { UndoButton } from './UndoButton.tsx'
import { useHeadingFocus } from '../useHeadingFocus.ts'
import { useShowRun } from '../useImportRun.ts'

const fragment = graphql`
  fragment ImportResult_run on ImportRun {
    id
    status
    undoable
    fileName
    total
    done
    imported
    duplicates
    unmatched
    bad
    finishedAt
    ...BadRows_run
    ...FetchedNote_run
  }
`

/** Shows the figures of an ended import, a link to its reviews, and the rows left out with reasons. */
export function ImportResult({ run: key }: { run: ImportResult_run$key }) {
  const { t } = useLingui()
  const format = useFormat()
  const go = useGo()
  const show = useShowRun()
  const run = useFragment(fragment, key)
  const heading = useHeadingFocus(run.id)
  const { imported, duplicates, unmatched, bad } = run
  const leftOut = bad + unmatched
  const cancelled = run.status === 'CANCELLED'
  // Also counts rows over the plan's limit.
  const rest = run.total - run.done
  return (
    <>
      <Card>
        <div className="c-result">
          <svg className="c-result-picture" viewBox="0 0 64 64" aria-hidden="true">
            <circle cx="32" cy="32" r="28" />
            <path d={cancelled ? 'M21 32h22' : 'M20 33l8.5 8.5L45 24'} />
          </svg>
          <div role="status">
            <h2 ref={heading} tabIndex={-1}>
              {cancelled ? (
                <Plural value={imported} one="Canceled: # review imported" other="Canceled: # reviews imported" />
              ) : imported === 0 ? (
                <Trans>No new reviews imported</Trans>
              ) : (
                <Plural value={imported} one="# review imported" other="# reviews imported" />
              )}
            </h2>
            <p className="c-quiet">
              <span data-user-content>{run.fileName}</span>
              {run.finishedAt && ` · ${format.date(run.finishedAt, { dateStyle: 'medium', timeStyle: 'short' })}`}
            </p>
          </div>
          <FetchedNote run={run} />
          <Figures
            counts={{ fresh: imported, duplicates, unmatched, bad, rest }}
            labels={{ fresh: t`Imported`, unmatched: t`Not imported` }}
          />
          {rest > 0 && (
            <p className="c-quiet">
              {cancelled ? (
                <Trans>To import the rest, upload the file again. Reviews that are already here are skipped.</Trans>
              ) : (
                <Trans>
                  Your plan limits how many new reviews one import adds. To import the rest, upload the file again.
                  Reviews that are already here are skipped.
                </Trans>
              )}
            </p>
          )}
          <ButtonGroup>
            <Button
              variant="primary"
              onClick={() => go(`/reviews/list?importFilter=${encodeURIComponent(run.id)}`)}
            >{t`See your reviews`}</Button>
            <Button onClick={() => show(null)}>{t`Import another file`}</Button>
            {run.undoable && <UndoButton importId={run.id} fileName={run.fileName} />}
          </ButtonGroup>
        </div>
      </Card>
      {imported > 0 && <ImportedMedia importId={run.id} />}
      {leftOut > 0 && (
        <BadRows run={run} title={t`Rows not imported`} action={<ErrorFileButton importId={run.id} />}>
          <Trans>
            Download these rows with the reason for each one. Fix the file and upload it again. Reviews that are already
            here are skipped.
          </Trans>
        </BadRows>
      )}
    </>
  )
}
