import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../../shell/Dialog.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'

type ConfirmedAct = 'delete' | 'deleteReply' | 'revert'

interface Props {
  act: ConfirmedAct
  /** Null: more than the counter's maximum. */
  count: number | null
  onClose: () => void
  run: () => Promise<unknown>
}

/** Confirms an action that can't be undone, and names the number of reviews. */
export function ConfirmActionDialog({ act, count, onClose, run }: Props) {
  const [busy, setBusy] = useState(false)
  const words = useWords(count)[act]
  const submit = async () => {
    setBusy(true)
    await run()
    setBusy(false)
    onClose()
  }
  return (
    <Dialog
      open
      title={words.title}
      primary={{ label: words.label, destructive: true, busy, run: () => void submit() }}
      onClose={onClose}
    >
      {words.text}
    </Dialog>
  )
}

function useWords(count: number | null) {
  const { t } = useLingui()
  const format = useFormat()
  // The number is unknown, so use the plural for many.
  const n = count ?? 10_000
  const many = format.number(n) + (count === null ? '+' : '')
  return {
    delete: {
      title: t`${plural(n, { one: 'Delete 1 review permanently?', other: `Delete ${many} reviews permanently?` })}`,
      label: t`Delete permanently`,
      text: <Trans>Text, photos and replies are removed from your store. You can’t undo this.</Trans>,
    },
    deleteReply: {
      title: t`${plural(n, { one: 'Delete reply?', other: `Delete replies to ${many} reviews?` })}`,
      label: t`${plural(n, { one: 'Delete reply', other: 'Delete replies' })}`,
      text: <Trans>It’s removed from your store. The review stays.</Trans>,
    },
    revert: {
      title: t`${plural(n, { one: 'Restore the original?', other: `Restore the originals of ${many} reviews?` })}`,
      label: t`Restore original`,
      text: <Trans>This removes your edits and shows the original text again.</Trans>,
    },
  }
}
