import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, ChoiceList } from '@shopify/polaris'
import { useState } from 'react'
import { toEnumName } from '../../../../../rules/enum-name.ts'
import {
  maxRefusalNoteChars,
  REFUSAL_REASONS,
  type RefusalReason,
  type RefusingAct,
} from '../../../../../rules/refusal.ts'
import type { RefusalReason as WireReason } from '../../../../__generated__/useReviewActMutation.graphql.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { isTooLong, LongField } from './LongField.tsx'
import { refusalLabels } from '../../../ui/refusalWords.ts'

/** A reason and the words to the author, as the API takes them. */
export interface GivenRefusal {
  reason: WireReason
  note: string
}

interface Props {
  act: RefusingAct
  /** Null: more than the counter's maximum. */
  count: number | null
  onClose: () => void
  /** Returns whether the server accepted the action. */
  run: (refusal: GivenRefusal) => Promise<boolean>
}

/** Asks why shoppers' reviews are hidden, trashed or deleted. Their authors get the reason by email. */
export function RefusalDialog({ act, count, onClose, run }: Props) {
  const { t, i18n } = useLingui()
  const words = useWords(count)[act]
  const [reason, setReason] = useState<RefusalReason | null>(null)
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<'reason' | 'note' | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const text = note.trim()
    const missing = !reason ? 'reason' : reason === 'other' && text === '' ? 'note' : null
    setProblem(missing)
    if (!reason || missing || isTooLong(text, maxRefusalNoteChars)) return
    setBusy(true)
    const done = await run({ reason: toEnumName(reason) as WireReason, note: text })
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog
      open
      title={words.title}
      primary={{ label: words.label, destructive: true, busy, run: () => void submit() }}
      onClose={onClose}
    >
      <BlockStack gap="400">
        <p className="c-quiet">
          <Trans>The author gets your reason by email and can object. A low rating is no reason.</Trans>
        </p>
        <ChoiceList
          title={t`Reason`}
          choices={REFUSAL_REASONS.map((value) => ({ value, label: i18n._(refusalLabels[value]) }))}
          selected={reason ? [reason] : []}
          {...(problem === 'reason' && { error: t`Choose a reason` })}
          onChange={([chosen]) => {
            setReason(REFUSAL_REASONS.find((each) => each === chosen) ?? null)
            setProblem(null)
          }}
        />
        <LongField
          label={reason === 'other' ? t`Message to the author` : t`Message to the author (optional)`}
          value={note}
          onChange={(text) => {
            setNote(text)
            setProblem(null)
          }}
          max={maxRefusalNoteChars}
          lines={2}
          maxHeight={160}
          error={problem === 'note' ? formatSentence(i18n, 'required') : ''}
        />
      </BlockStack>
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
    unpublish: {
      title: t`${plural(n, { one: 'Why do you hide this review?', other: `Why do you hide ${many} reviews?` })}`,
      label: t`${plural(n, { one: 'Hide review', other: 'Hide reviews' })}`,
    },
    trash: {
      title: t`${plural(n, { one: 'Why do you move this review to the trash?', other: `Why do you move ${many} reviews to the trash?` })}`,
      label: t`Move to trash`,
    },
    delete: {
      title: t`${plural(n, { one: 'Why do you delete this review permanently?', other: `Why do you delete ${many} reviews permanently?` })}`,
      label: t`Delete permanently`,
    },
  }
}
