import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useMode } from './mode.tsx'

export interface DialogProps {
  open: boolean
  title: string
  /** The one act that the dialog is about. */
  primary: { label: string, run: () => void, destructive?: boolean, busy?: boolean, disabled?: boolean }
  onClose: () => void
  /** What closing without acting is called; "Cancel" when not given, and null where `primary` itself does nothing but close. */
  cancelLabel?: string | null
  children: ReactNode
}

const ownDialog = () => import('./standalone/OwnDialog.tsx').then((module) => ({ default: module.OwnDialog }))
const OwnDialog = lazy(ownDialog)
const EmbeddedDialog = lazy(() => import('./embedded/EmbeddedDialog.tsx').then((module) => ({ default: module.EmbeddedDialog })))

/** A question that must be answered before going on: the platform's modal when embedded, ours otherwise. */
export function Dialog(props: DialogProps) {
  const mode = useMode()
  return mode === 'standalone' ? <OwnDialogLater {...props} /> : props.open && <Suspense><EmbeddedDialog {...props} /></Suspense>
}

/** Its code comes after the page's, before anybody asks; once it was open it stays, as closing gives the focus back. */
function OwnDialogLater(props: DialogProps) {
  const [asked, setAsked] = useState(props.open)
  if (props.open && !asked) setAsked(true)
  useEffect(() => {
    // What cannot be loaded now is loaded when it is needed.
    ownDialog().catch(() => undefined)
  }, [])
  return asked && <Suspense><OwnDialog {...props} /></Suspense>
}
