import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@shopify/polaris'
import { useState } from 'react'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { useDiscardImport } from './useImportActs.ts'
import { useShowRun } from '../useImportRun.ts'
import { dropDiscarded } from '../useImports.ts'

interface Props {
  importId: string
  fileName: string
  /** For a row of the history, which already names the file. */
  short?: boolean
}

/** Discards an import that was not started. Asks first, because fetched reviews would have to be fetched again. */
export function DiscardButton({ importId, fileName, short = false }: Props) {
  const { t } = useLingui()
  // A context of its own: some languages have another word for a save bar's Discard.
  const label = t({ message: 'Discard', context: 'an import' })
  const readOnly = useReadOnly()
  const show = useShowRun()
  const [asked, setAsked] = useState(false)
  const [discard, busy] = useDiscardImport()
  if (readOnly) return null
  const run = async () => {
    const { ok } = await discard({ input: { id: importId } }, { success: t`Import discarded`, updater: dropDiscarded })
    setAsked(false)
    if (ok && !short) show(null)
  }
  return (
    <>
      {short ? (
        <Button
          variant="tertiary"
          accessibilityLabel={t`Discard the import of ${fileName}`}
          onClick={() => setAsked(true)}
        >
          {label}
        </Button>
      ) : (
        <Button onClick={() => setAsked(true)}>{label}</Button>
      )}
      <Dialog
        open={asked}
        title={t`Discard this import?`}
        primary={{ label, destructive: true, busy, run: () => void run() }}
        cancelLabel={t`Keep import`}
        onClose={() => setAsked(false)}
      >
        <p data-user-content>{fileName}</p>
        <p>
          <Trans>No reviews were imported. The uploaded or fetched file is deleted.</Trans>
        </p>
      </Dialog>
    </>
  )
}
