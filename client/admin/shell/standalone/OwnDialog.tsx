import { Modal, type ModalProps } from '@shopify/polaris'
import { useLingui } from '@lingui/react/macro'
import { useLayoutEffect } from 'react'
import type { DialogProps } from '../Dialog.tsx'

export function OwnDialog({ open, title, primary, onClose, cancelLabel, children }: DialogProps) {
  const { t } = useLingui()
  const primaryAction: NonNullable<ModalProps['primaryAction']> = {
    content: primary.label,
    onAction: primary.run,
    destructive: primary.destructive ?? false,
    loading: primary.busy ?? false,
    disabled: primary.disabled ?? false,
  }
  return (
    <Modal
      open={open}
      title={title}
      onClose={onClose}
      primaryAction={primaryAction}
      secondaryActions={cancelLabel === null ? [] : [{ content: cancelLabel ?? t`Cancel`, onAction: onClose }]}
    >
      <Modal.Section>
        <FocusBack />
        {children}
      </Modal.Section>
    </Modal>
  )
}

/**
 * Restores the focus after the dialog; Polaris only does so if it knows the opening button. Rendered inside the dialog,
 * which holds the focus until it has faded out.
 */
function FocusBack() {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () =>
      void requestAnimationFrame(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      })
  }, [])
  return null
}
