import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '../../shell/Dialog.tsx'
import { useFormat } from '../../shell/useFormat.ts'

export type AskedAct = 'delete' | 'requestEdit' | 'deleteReply' | 'revert'

interface Props {
  act: AskedAct
  /** Null: more than are counted. */
  count: number | null
  onClose: () => void
  run: () => Promise<unknown>
}

/** Asks once before what cannot be taken back, and says of how many reviews. */
export function ConfirmActDialog({ act, count, onClose, run }: Props) {
  const [busy, setBusy] = useState(false)
  const words = useWords(count)[act]
  const submit = async () => {
    setBusy(true)
    await run()
    setBusy(false)
    onClose()
  }
  return (
    <Dialog open title={words.title} primary={{ label: words.label, destructive: act !== 'requestEdit', busy, run: () => void submit() }} onClose={onClose}>
      {words.text}
    </Dialog>
  )
}

function useWords(count: number | null) {
  const { t } = useLingui()
  const format = useFormat()
  // "Many" stands for a number that nobody has counted.
  const n = count ?? 10_000
  const many = format.number(n) + (count === null ? '+' : '')
  return {
    delete: {
      title: t`${plural(n, { one: 'Delete 1 review permanently?', other: `Delete ${many} reviews permanently?` })}`,
      label: t`Delete permanently`,
      text: <Trans>Their texts, photos and replies are deleted and leave your store. This cannot be undone.</Trans>,
    },
    requestEdit: {
      title: t`${plural(n, { one: 'Ask the author to allow an edit?', other: `Ask the authors of ${many} reviews to allow an edit?` })}`,
      label: t`Send the request`,
      text: <Trans>They get a mail with two buttons, to allow it or to refuse. You can change words and pictures once they have allowed it; the stars stay theirs.</Trans>,
    },
    deleteReply: {
      title: t`${plural(n, { one: 'Delete the reply?', other: `Delete the replies to ${many} reviews?` })}`,
      label: t`${plural(n, { one: 'Delete reply', other: 'Delete replies' })}`,
      text: <Trans>It disappears from your store. The review stays.</Trans>,
    },
    revert: {
      title: t`${plural(n, { one: 'Revert to the original?', other: `Revert ${many} reviews to their originals?` })}`,
      label: t`Revert`,
      text: <Trans>Your edit is taken away, and the author’s own words stand again.</Trans>,
    },
  }
}
