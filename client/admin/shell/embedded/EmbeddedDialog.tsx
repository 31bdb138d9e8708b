import { useLingui } from '@lingui/react/macro'
import { Modal, TitleBar } from '@shopify/app-bridge-react'
import { Box } from '@shopify/polaris'
import { useLayoutEffect, useRef } from 'react'
import type { DialogProps } from '../Dialog.tsx'

/** The platform's modal, drawn above the whole admin. Mounted only while open. */
export function EmbeddedDialog({ title, primary, onClose, cancelLabel, children }: DialogProps) {
  const { t } = useLingui()
  // A modal that is replaced by another one hides, too, but the merchant has not closed it.
  const mounted = useRef(true)
  useLayoutEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return (
    <Modal open onHide={() => mounted.current && onClose()}>
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
