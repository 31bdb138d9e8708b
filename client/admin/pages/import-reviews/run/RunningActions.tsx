import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup } from '@shopify/polaris'
import { useState } from 'react'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useImportActs } from './useImportActs.ts'

interface Props {
  importId: string
  paused: boolean
  imported: number
}

/** Pauses or resumes an import, and cancels it after a question. */
export function RunningActions({ importId, paused, imported }: Props) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const { pause, resume, cancel, busy, cancelling } = useImportActs()
  const [asked, setAsked] = useState(false)
  if (readOnly) return null
  const input = { id: importId }
  const end = async () => {
    await cancel({ input })
    setAsked(false)
  }
  return (
    <>
      <ButtonGroup>
        <Button onClick={() => setAsked(true)}>{t`Cancel import`}</Button>
        {paused ? (
          <Button variant="primary" loading={busy} onClick={() => void resume({ input })}>{t`Resume`}</Button>
        ) : (
          <Button loading={busy} onClick={() => void pause({ input })}>{t`Pause`}</Button>
        )}
      </ButtonGroup>
      <Dialog
        open={asked}
        title={t`Cancel this import?`}
        primary={{ label: t`Cancel import`, destructive: true, busy: cancelling, run: () => void end() }}
        cancelLabel={t`Keep import`}
        onClose={() => setAsked(false)}
      >
        <p>
          <Plural
            value={imported}
            one="# review has been imported and stays. The rest of the file isn’t imported."
            other="# reviews have been imported and stay. The rest of the file isn’t imported."
          />
        </p>
        <p>
          <Trans>
            You can undo the import later, or import the file again. Reviews that are already here are skipped.
          </Trans>
        </p>
      </Dialog>
    </>
  )
}
