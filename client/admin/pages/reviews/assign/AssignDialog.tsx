import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Link, Spinner } from '@shopify/polaris'
import { useState } from 'react'
import { Dialog } from '../../../shell/Dialog.tsx'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { Part } from '../../../shell/Part.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { PersonChoice } from './PersonChoice.tsx'

interface Props {
  /** Null: more than the counter's maximum. */
  count: number | null
  /** The account that a single review is assigned to. */
  assigneeId?: string | null
  onClose: () => void
  /** Returns whether the server accepted it. Null: no one. */
  run: (assigneeId: string | null) => Promise<boolean>
}

/** Chooses the person of the shop who takes care of reviews. */
export function AssignDialog({ count, assigneeId, onClose, run }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const mode = useMode()
  const [chosen, setChosen] = useState(assigneeId ?? '')
  const [busy, setBusy] = useState(false)
  const n = count ?? 10_000
  const many = format.number(n) + (count === null ? '+' : '')
  const submit = async () => {
    setBusy(true)
    const done = await run(chosen === 'unassigned' ? null : chosen)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog
      open
      title={t`${plural(n, { one: 'Assign review', other: `Assign ${many} reviews` })}`}
      primary={{ label: t`Assign`, busy, disabled: chosen === '', run: () => void submit() }}
      onClose={onClose}
    >
      <BlockStack gap="400">
        <Part waits={<Spinner size="small" accessibilityLabel={t`Loading`} />}>
          <PersonChoice label={t`Assigned to`} chosen={chosen} onChange={setChosen} />
        </Part>
        <p className="c-quiet">
          <Trans>
            The person gets an email. <Link url={hrefIn(mode, '/people')}>Invite more people</Link>
          </Trans>
        </p>
      </BlockStack>
    </Dialog>
  )
}
