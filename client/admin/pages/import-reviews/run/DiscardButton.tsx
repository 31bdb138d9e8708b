import { useLingui } from '@lingui/react/macro'
import { ConnectionHandler } from 'relay-runtime'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useViewer } from '../../../shell/frame/viewer.tsx'
import { useDiscardImport } from '../importMutations.ts'
import { useShowRun } from '../useImportRun.ts'
import { AskButton } from './AskButton.tsx'

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
  const show = useShowRun()
  const { shop } = useViewer()
  const [discard, busy] = useDiscardImport()
  const run = async (close: () => void) => {
    const lists = [ConnectionHandler.getConnectionID(shop.id, 'useImports_imports')]
    const { ok } = await discard({ input: { id: importId }, lists }, { success: t`Import discarded` })
    close()
    if (ok && !short) show(null)
  }
  return (
    <AskButton label={label} nameInRow={short ? t`Discard the import of ${fileName}` : null}>
      {(asked, close) => (
        <Dialog
          open={asked}
          title={t`Discard this import?`}
          primary={{ label, destructive: true, busy, run: () => void run(close) }}
          cancelLabel={t`Keep import`}
          onClose={close}
        >
          <p data-user-content>{fileName}</p>
          <p>{t`No reviews were imported. We’ll delete the file.`}</p>
        </Dialog>
      )}
    </AskButton>
  )
}
