import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, Card, ProgressBar } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { UndoProgress_run$key } from '../../../../__generated__/UndoProgress_run.graphql.ts'
import { LiveNote } from '../../../shell/frame/LiveNote.tsx'
import { useGo } from '../../../shell/frame/mode.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ProgressAnnouncement } from './ProgressAnnouncement.tsx'
import { useShowRun } from '../useImportRun.ts'

const fragment = graphql`
  fragment UndoProgress_run on ImportRun {
    status
    fileName
    toRemove
    removed
    kept
    undoneAt
  }
`

/** Shows the live progress of an undo, and its result. */
export function UndoProgress({ run: key }: { run: UndoProgress_run$key }) {
  const format = useFormat()
  const run = useFragment(fragment, key)
  if (run.status === 'UNDONE') return <Undone {...run} />
  const all = format.number(run.toRemove)
  const share = run.toRemove === 0 ? 0 : Math.min(100, Math.floor((run.removed / run.toRemove) * 100))
  return (
    <Card>
      <div className="c-running">
        <div>
          <h2 id="undone-import">
            <Trans>Undoing import</Trans>
          </h2>
          <p className="c-quiet" data-user-content>
            {run.fileName}
          </p>
        </div>
        <p className="c-running-count">
          <strong>{format.number(run.removed)}</strong>{' '}
          <span>
            <Trans>of {all} removed</Trans>
          </span>
        </p>
        <ProgressBar progress={share} tone="primary" ariaLabelledBy="undone-import" />
        <p className="c-quiet">
          <LiveNote>
            <Trans>You can close this page. This continues in the background.</Trans>
          </LiveNote>
        </p>
        <ProgressAnnouncement undo done={run.removed} total={run.toRemove} />
      </div>
    </Card>
  )
}

interface UndoneProps {
  fileName: string
  removed: number
  kept: number
  undoneAt: unknown
}

function Undone({ fileName, removed, kept, undoneAt }: UndoneProps) {
  const { t } = useLingui()
  const format = useFormat()
  const go = useGo()
  const show = useShowRun()
  return (
    <Card>
      <div className="c-running">
        <div role="status">
          <h2>
            <Trans>Import undone</Trans>
          </h2>
          <p className="c-quiet">
            <span data-user-content>{fileName}</span>
            {typeof undoneAt === 'string' && ` · ${format.date(undoneAt, { dateStyle: 'medium', timeStyle: 'short' })}`}
          </p>
          <p>
            <Plural value={removed} one="# review was removed." other="# reviews were removed." />{' '}
            {kept > 0 && (
              <Plural
                value={kept}
                one="# was changed since the import and stays."
                other="# were changed since the import and stay."
              />
            )}
          </p>
        </div>
        <ButtonGroup>
          <Button variant="primary" onClick={() => show(null)}>{t`Import another file`}</Button>
          <Button onClick={() => go('/reviews/list')}>{t`See your reviews`}</Button>
        </ButtonGroup>
      </div>
    </Card>
  )
}
