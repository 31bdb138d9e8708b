import { Plural, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup } from '@shopify/polaris'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useCancelImport, usePauseImport, useResumeImport } from '../importMutations.ts'
import { AskButton } from './AskButton.tsx'
import type { RunFigures } from './useRunFigures.ts'

/** Pauses or resumes an import, and cancels it after a question. */
export function RunningActions({ run: { id, status, imported } }: { run: RunFigures }) {
  const { t } = useLingui()
  const [pause, pausing] = usePauseImport()
  const [resume, resuming] = useResumeImport()
  const [cancel, busy] = useCancelImport()
  if (useReadOnly()) return null
  const input = { id }
  const end = async (close: () => void) => {
    await cancel({ input })
    close()
  }
  return (
    <ButtonGroup>
      <AskButton label={t`Cancel import`}>
        {(asked, close) => (
          <Dialog
            open={asked}
            title={t`Cancel this import?`}
            primary={{ label: t`Cancel import`, destructive: true, busy, run: () => void end(close) }}
            cancelLabel={t`Keep import`}
            onClose={close}
          >
            <p>
              <Plural
                value={imported}
                one="# review has been imported and stays. The rest of the file isn’t imported."
                other="# reviews have been imported and stay. The rest of the file isn’t imported."
              />
            </p>
            <p>{t`You can undo the import later, or import the file again. Reviews that are already here are skipped.`}</p>
          </Dialog>
        )}
      </AskButton>
      {status === 'PAUSED' ? (
        <Button variant="primary" loading={resuming} onClick={() => void resume({ input })}>{t`Resume`}</Button>
      ) : (
        <Button loading={pausing} onClick={() => void pause({ input })}>{t`Pause`}</Button>
      )}
    </ButtonGroup>
  )
}
