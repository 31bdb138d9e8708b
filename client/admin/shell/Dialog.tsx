import { useEffect, useState, type ReactNode } from 'react'
import { lazyComponent } from './relay/lazyComponent.tsx'
import { useMode } from './frame/mode.tsx'
import { Opening } from './Part.tsx'

export interface DialogProps {
  open: boolean
  title: string
  /** The dialog's main action. */
  primary: { label: string; run: () => void; destructive?: boolean; busy?: boolean; disabled?: boolean }
  onClose: () => void
  /** Label of the button that closes the dialog; default "Cancel". Null if `primary` only closes. */
  cancelLabel?: string | null
  children: ReactNode
}

const ownDialog = () => import('./standalone/OwnDialog.tsx').then((module) => module.OwnDialog)
const OwnDialog = lazyComponent(ownDialog)
const EmbeddedDialog = lazyComponent(() =>
  import('./embedded/EmbeddedDialog.tsx').then((module) => module.EmbeddedDialog),
)

/** A modal dialog: the platform's when embedded, ours otherwise. */
export function Dialog(props: DialogProps) {
  const mode = useMode()
  return mode === 'standalone' ? (
    <OwnDialogLater {...props} />
  ) : (
    props.open && (
      <Opening onClose={props.onClose}>
        <EmbeddedDialog {...props} />
      </Opening>
    )
  )
}

/** Preloads the dialog's code after the page's. Stays mounted once opened, because closing restores the focus. */
function OwnDialogLater(props: DialogProps) {
  const [asked, setAsked] = useState(props.open)
  if (props.open && !asked) setAsked(true)
  useEffect(() => {
    // If preloading fails, opening loads it again.
    ownDialog().catch(() => undefined)
  }, [])
  const giveUp = () => {
    setAsked(false)
    props.onClose()
  }
  return (
    asked && (
      <Opening onClose={giveUp}>
        <OwnDialog {...props} />
      </Opening>
    )
  )
}
