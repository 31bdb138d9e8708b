import { useEffect, useState, type ReactNode } from 'react'
import { lazyComponent } from './relay/lazyComponent.tsx'
import { useMode } from './frame/mode.tsx'
import { Opening } from './Part.tsx'

export interface DialogProps {
  open: boolean
  title: string
  /** The one act that the dialog is about. */
  primary: { label: string; run: () => void; destructive?: boolean; busy?: boolean; disabled?: boolean }
  onClose: () => void
  /** What closing without acting is called; "Cancel" when not given, and null where `primary` itself does nothing but close. */
  cancelLabel?: string | null
  children: ReactNode
}

const ownDialog = () => import('./standalone/OwnDialog.tsx').then((module) => module.OwnDialog)
const OwnDialog = lazyComponent(ownDialog)
const EmbeddedDialog = lazyComponent(() =>
  import('./embedded/EmbeddedDialog.tsx').then((module) => module.EmbeddedDialog),
)

/** A question that must be answered before going on: the platform's modal when embedded, ours otherwise. */
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

/** Its code comes after the page's, before anybody asks; once it was open it stays, as closing gives the focus back. */
function OwnDialogLater(props: DialogProps) {
  const [asked, setAsked] = useState(props.open)
  if (props.open && !asked) setAsked(true)
  useEffect(() => {
    // What cannot be loaded now is loaded when it is needed.
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
