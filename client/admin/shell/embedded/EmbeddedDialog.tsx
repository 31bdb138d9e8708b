import { useLingui } from '@lingui/react/macro'
import { Modal, TitleBar } from '@shopify/app-bridge-react'
import { Box } from '@shopify/polaris'
import type { DialogProps } from '../Dialog.tsx'

/** The platform's modal, drawn above the whole admin. Mounted only while open. */
export function EmbeddedDialog({ title, primary, onClose, cancelLabel, children }: DialogProps) {
  const { t } = useLingui()
  return (
    <Modal open onHide={onClose}>
      <Box padding="400">{children}</Box>
      <TitleBar title={title}>
        <button
          variant="primary"
          onClick={primary.run}
          disabled={primary.disabled ?? false}
          {...(primary.destructive ? { tone: 'critical' } : {})}
          {...(primary.busy ? { loading: '' } : {})}
        >
          {primary.label}
        </button>
        {cancelLabel !== null && <button onClick={onClose}>{cancelLabel ?? t`Cancel`}</button>}
      </TitleBar>
    </Modal>
  )
}
