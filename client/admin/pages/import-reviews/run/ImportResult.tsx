import { Plural, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, Card } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ImportResult_run$key } from '../../../../__generated__/ImportResult_run.graphql.ts'
import { useGo } from '../../../shell/frame/mode.tsx'
import { BadRows } from '../check/BadRows.tsx'
import { FetchedNote } from '../sources/FetchedNote.tsx'
import { useHeadingFocus } from '../useHeadingFocus.ts'
import { useShowRun } from '../useImportRun.ts'
import { ErrorFileButton } from './ErrorFileButton.tsx'
import { Figures } from './Figures.tsx'
import { FileAndTime } from './FileAndTime.tsx'
import { ImportedMedia } from './ImportedMedia.tsx'
import { UndoButton } from './UndoButton.tsx'
import { useRunFigures } from './useRunFigures.ts'

const fragment = graphql`fragment ImportResult_run on ImportRun { ...useRunFigures_run ...BadRows_run ...FetchedNote_run }`

/** Shows the figures of an ended import, a link to its reviews, and the rows left out with reasons. */
export function ImportResult({ run: key }: { run: ImportResult_run$key }) {
  const { t } = useLingui()
  const go = useGo()
  const show = useShowRun()
  const parts = useFragment(fragment, key)
  const run = useRunFigures(parts)
  const heading = useHeadingFocus(run.id)
  const { imported, duplicates, unmatched, bad } = run
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
                t`No new reviews imported`
              ) : (
                <Plural value={imported} one="# review imported" other="# reviews imported" />
              )}
            </h2>
            <FileAndTime fileName={run.fileName} time={run.finishedAt} />
          </div>
          <FetchedNote run={parts} />
          <Figures
            counts={{ fresh: imported, duplicates, unmatched, bad, rest }}
            labels={{ fresh: t`Imported`, unmatched: t`Not imported` }}
          />
          {rest > 0 && (
            <p className="c-quiet">
              {cancelled
                ? t`To import the rest, upload the file again. Reviews that are already here are skipped.`
                : t`Your plan limits how many new reviews one import adds. To import the rest, upload the file again. Reviews that are already here are skipped.`}
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
      {bad + unmatched > 0 && (
        <BadRows run={parts} title={t`Rows not imported`} action={<ErrorFileButton importId={run.id} />}>
          {t`Download these rows with the reason for each one. Fix the file and upload it again. Reviews that are already here are skipped.`}
        </BadRows>
      )}
    </>
  )
}
