import { useLingui } from '@lingui/react/macro'
import { Opening } from '../../../shell/Part.tsx'
import { lazyComponent } from '../../../shell/relay/lazyComponent.tsx'
import { AskButton } from './AskButton.tsx'

const UndoDialog = lazyComponent(() => import('./UndoDialog.tsx').then((module) => module.UndoDialog))

interface Props {
  importId: string
  fileName: string
  /** For a row of the history, which already names the file. */
  short?: boolean
  onBegun?: () => void
}

/** Undoes an import. Asks first, with its numbers. */
export function UndoButton({ importId, fileName, short = false, onBegun }: Props) {
  const { t } = useLingui()
  return (
    <AskButton label={short ? t`Undo` : t`Undo import`} nameInRow={short ? t`Undo the import of ${fileName}` : null}>
      {(asked, close) =>
        asked && (
          <Opening onClose={close}>
            <UndoDialog importId={importId} fileName={fileName} onClose={close} onBegun={onBegun} />
          </Opening>
        )
      }
    </AskButton>
  )
}
