import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../../shell/Dialog.tsx'

interface Props {
  open: boolean
  busy: boolean
  onClose: () => void
  revert: () => Promise<void>
}

/** Asks before an edit is reverted. */
export function RevertDialog({ open, busy, onClose, revert }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      title={t`Restore the original?`}
      primary={{ label: t`Restore original`, busy, run: () => void revert() }}
      onClose={onClose}
    >
      <Trans>
        Title, text and photos go back to the original version. Your edits stay in the history. Changing a customer’s
        review again needs a new request.
      </Trans>
    </Dialog>
  )
}
