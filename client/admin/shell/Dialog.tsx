import { Modal, type ModalProps } from '@shopify/polaris'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, type ReactNode } from 'react'
import { useMode } from './mode.tsx'

export interface DialogProps {
  open: boolean
  title: string
  /** The one act that the dialog is about. */
  primary: { label: string, run: () => void, destructive?: boolean, busy?: boolean, disabled?: boolean }
  onClose: () => void
  /** What closing without acting is called; "Cancel" when not given. */
  cancelLabel?: string
  children: ReactNode
}

const EmbeddedDialog = lazy(() => import('./embedded/EmbeddedDialog.tsx').then((module) => ({ default: module.EmbeddedDialog })))

/** A question that must be answered before going on: the platform's modal when embedded, ours otherwise. */
export function Dialog(props: DialogProps) {
  const mode = useMode()
  if (mode === 'standalone') return <OwnDialog {...props} />
  return props.open ? <Suspense><EmbeddedDialog {...props} /></Suspense> : null
}

function OwnDialog({ open, title, primary, onClose, cancelLabel, children }: DialogProps) {
  const { t } = useLingui()
  const primaryAction: NonNullable<ModalProps['primaryAction']> = {
    content: primary.label,
    onAction: primary.run,
    destructive: primary.destructive ?? false,
    loading: primary.busy ?? false,
    disabled: primary.disabled ?? false,
  }
  return (
    <Modal open={open} title={title} onClose={onClose} primaryAction={primaryAction} secondaryActions={[{ content: cancelLabel ?? t`Cancel`, onAction: onClose }]}>
      <Modal.Section>{children}</Modal.Section>
    </Modal>
  )
}
