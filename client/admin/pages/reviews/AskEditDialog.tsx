import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { editRequestDays, maxEditNoteChars } from '../../../../rules/limits.ts'
import type { AskEditDialog_review$key } from '../../../__generated__/AskEditDialog_review.graphql.ts'
import { Dialog } from '../../shell/Dialog.tsx'
import { isTooLong, LongField } from './LongField.tsx'
import { useReviewAct } from './useReviewAct.ts'

interface Props {
  review: AskEditDialog_review$key
  onClose: () => void
}

/** Says what the customer will get before they are asked for an edit, and takes what the merchant would like to tell them. */
export function AskEditDialog({ review: key, onClose }: Props) {
  const { t } = useLingui()
  const review = useFragment(graphql`
    fragment AskEditDialog_review on Review { id version status email editRequest }
  `, key)
  const { ask, busy } = useReviewAct(review)
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const { email } = review
  const submit = async () => {
    if (isTooLong(note, maxEditNoteChars)) return
    const { fields } = await ask(note.trim())
    setError(fields['note'])
    // What else stood against it was said, and the page shows the review as it is.
    if (!fields['note']) onClose()
  }
  return (
    <Dialog open title={review.editRequest === 'DENIED' ? t`Ask once more?` : t`Ask the customer for an edit?`} primary={{ label: t`Send the request`, busy, run: () => void submit() }} onClose={onClose}>
      <BlockStack gap="400">
        <p><Trans>A mail goes to <strong data-user-content dir="auto">{email}</strong>. It shows the review and has two buttons: yes, you may edit it, and no, leave it as it is.</Trans></p>
        <p><Trans>Without an answer the request ends after {editRequestDays} days.</Trans></p>
        <LongField
          label={t`What would you like to change? (optional)`}
          value={note}
          onChange={(text) => { setNote(text); setError(undefined) }}
          max={maxEditNoteChars}
          lines={3}
          maxHeight={240}
          helpText={t`The customer reads it in the mail, as you write it here.`}
          error={error}
        />
      </BlockStack>
    </Dialog>
  )
}
