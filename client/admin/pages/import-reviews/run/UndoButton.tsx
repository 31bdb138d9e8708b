import { useLingui } from '@lingui/react/macro'
import { Button } from '@shopify/polaris'
import { useState } from 'react'
import { lazyComponent } from '../../../shell/relay/lazyComponent.tsx'
import { Opening } from '../../../shell/Part.tsx'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'

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
  const readOnly = useReadOnly()
  const [asked, setAsked] = useState(false)
  if (readOnly) return null
  return (
    <>
      {short ? (
        <Button
          variant="tertiary"
          accessibilityLabel={t`Undo the import of ${fileName}`}
          onClick={() => setAsked(true)}
        >{t`Undo`}</Button>
      ) : (
        <Button onClick={() => setAsked(true)}>{t`Undo import`}</Button>
      )}
      {asked && (
        <Opening onClose={() => setAsked(false)}>
          <UndoDialog importId={importId} fileName={fileName} onClose={() => setAsked(false)} onBegun={onBegun} />
        </Opening>
      )}
    </>
  )
}
