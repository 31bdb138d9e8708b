import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { maxReplyChars } from '../../../../../rules/limits.ts'
import { Dialog } from '../../../shell/Dialog.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { Part } from '../../../shell/Part.tsx'
import { TemplateMenu } from './TemplateMenu.tsx'
import { isTooLong, LongField } from '../review/LongField.tsx'

interface Props {
  /** Null: more than the counter's maximum. */
  count: number | null
  onClose: () => void
  /** Returns whether the server accepted the action. */
  run: (content: string) => Promise<boolean>
}

/** Writes one reply to several reviews. */
export function ReplyDialog({ count, onClose, run }: Props) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const [content, setContent] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const n = count ?? 10_000
  const many = format.number(n) + (count === null ? '+' : '')
  const submit = async () => {
    const words = content.trim()
    if (words === '') setError(formatSentence(i18n, 'replyRequired'))
    else if (!isTooLong(words, maxReplyChars)) {
      setBusy(true)
      const done = await run(words)
      setBusy(false)
      if (done) onClose()
    }
  }
  return (
    <Dialog
      open
      title={t`${plural(n, { one: 'Reply to 1 review', other: `Reply to ${many} reviews` })}`}
      primary={{ label: t`Publish reply`, busy, run: () => void submit() }}
      onClose={onClose}
    >
      <LongField
        label={t`Your public reply`}
        value={content}
        onChange={(text) => {
          setContent(text)
          setError('')
        }}
        max={maxReplyChars}
        lines={5}
        maxHeight={320}
        autoFocus
        error={error}
        helpText={t`The reply is added to each review, with its own name and product. Existing replies stay.`}
      />
      <Part waits={null} failed={() => null}>
        <TemplateMenu insert={setContent} />
      </Part>
    </Dialog>
  )
}
