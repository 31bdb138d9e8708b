import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../../shell/Dialog.tsx'

interface Props {
  ids: readonly string[]
  onClose: () => void
  onDelete: () => Promise<void>
}

/** Asks before deleting reviews permanently, and names their number. */
export function DeleteReviewsDialog({ ids, onClose, onDelete }: Props) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const count = ids.length
  const remove = async () => {
    setBusy(true)
    await onDelete()
    setBusy(false)
  }
  return (
    <Dialog
      open={count > 0}
      title={t`${plural(count, { one: 'Delete # review permanently?', other: 'Delete # reviews permanently?' })}`}
      primary={{ label: t`Delete permanently`, destructive: true, busy, run: () => void remove() }}
      onClose={onClose}
    >
      <Trans>Text, photos and replies are removed from your store. You can’t undo this.</Trans>
    </Dialog>
  )
}
