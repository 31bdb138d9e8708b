import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, ButtonGroup } from '@shopify/polaris'
import { useState } from 'react'
import { Dialog } from '../../shell/Dialog.tsx'
import { useReadOnly } from '../../shell/viewer.tsx'
import { useImportActs } from './useImportActs.ts'

interface Props {
  importId: string
  paused: boolean
  imported: number
}

/** Pauses an import or lets it go on, and ends it after a question. */
export function RunningActs({ importId, paused, imported }: Props) {
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
        <Button onClick={() => setAsked(true)}>{t`Cancel the import`}</Button>
        {paused
          ? <Button variant="primary" loading={busy} onClick={() => void resume({ input })}>{t`Go on`}</Button>
          : <Button loading={busy} onClick={() => void pause({ input })}>{t`Pause`}</Button>}
      </ButtonGroup>
      <Dialog
        open={asked}
        title={t`Cancel this import?`}
        primary={{ label: t`Cancel the import`, destructive: true, busy: cancelling, run: () => void end() }}
        cancelLabel={t`Keep it`}
        onClose={() => setAsked(false)}
      >
        <p><Plural value={imported} one="# review has come in so far and stays. The rest of the file stays out." other="# reviews have come in so far and stay. The rest of the file stays out." /></p>
        <p><Trans>You can undo the import afterwards, or import the file again: what is here already is recognised.</Trans></p>
      </Dialog>
    </>
  )
}
