import { Plural, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup, Card } from '@shopify/polaris'
import { LiveNote } from '../../../shell/frame/LiveNote.tsx'
import { useGo } from '../../../shell/frame/mode.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { useShowRun } from '../useImportRun.ts'
import { FileAndTime } from './FileAndTime.tsx'
import { ProgressCard } from './ProgressCard.tsx'
import type { RunFigures } from './useRunFigures.ts'

/** Shows the live progress of an undo, and its result. */
export function UndoProgress({ run }: { run: RunFigures }) {
  const { t } = useLingui()
  const { status, fileName, removed, toRemove } = run
  const all = useFormat().number(toRemove)
  if (status === 'UNDONE') return <Undone run={run} />
  return (
    <ProgressCard
      title={t`Undoing import`}
      fileName={fileName}
      done={removed}
      of={t`of ${all} removed`}
      share={Math.min(100, Math.floor((removed / Math.max(1, toRemove)) * 100))}
      spoken={(looked) => t`${looked} of ${all} reviews removed`}
    >
      <p className="c-quiet">
        <LiveNote>{t`You can close this page. This continues in the background.`}</LiveNote>
      </p>
    </ProgressCard>
  )
}

function Undone({ run: { fileName, removed, kept, undoneAt } }: { run: RunFigures }) {
  const { t } = useLingui()
  const go = useGo()
  const show = useShowRun()
  return (
    <Card>
      <div className="c-running">
        <div role="status">
          <h2>{t`Import undone`}</h2>
          <FileAndTime fileName={fileName} time={undoneAt} />
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
