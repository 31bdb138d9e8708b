import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../shell/Dialog.tsx'

interface Props {
  open: boolean
  busy: boolean
  onClose: () => void
  revert: () => Promise<void>
}

/** Asks once before an edit is taken back. */
export function RevertDialog({ open, busy, onClose, revert }: Props) {
  const { t } = useLingui()
  return (
    <Dialog open={open} title={t`Back to the original?`} primary={{ label: t`Back to the original`, busy, run: () => void revert() }} onClose={onClose}>
      <Trans>Title, text and pictures stand again as they were before the first edit. The history keeps what you changed. To change a customer’s words once more, you ask them again.</Trans>
    </Dialog>
  )
}
