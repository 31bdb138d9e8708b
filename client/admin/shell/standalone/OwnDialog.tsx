import { Modal, type ModalProps } from '@shopify/polaris'
import { useLingui } from '@lingui/react/macro'
import type { DialogProps } from '../Dialog.tsx'

/** A dialog of our own at our own address. */
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
    <Modal open={open} title={title} onClose={onClose} primaryAction={primaryAction} secondaryActions={[{ content: cancelLabel ?? t`Cancel`, onAction: onClose }]}>
      <Modal.Section>{children}</Modal.Section>
    </Modal>
  )
}
