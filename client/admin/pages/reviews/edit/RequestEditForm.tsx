import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { editRequestDays, maxEditNoteChars } from '../../../../../rules/limits.ts'
import type { RequestEditForm_review$key } from '../../../../__generated__/RequestEditForm_review.graphql.ts'
import { useLeaveGuard } from '../../../shell/SaveBar.tsx'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFocusFirstError } from '../../../ui/useFocusFirstError.ts'
import { EditFields, StaleBanner } from './EditFields.tsx'
import { EditPhotos } from './EditPhotos.tsx'
import { isTooLong, LongField } from '../review/LongField.tsx'
import { OriginalText } from './OriginalText.tsx'
import { useEditRequest } from './useEditRequest.ts'
import { useTypedEdit } from './useTypedEdit.ts'

interface Props {
  review: RequestEditForm_review$key
  /** Called after sending, and when the merchant keeps the pending edit. */
  onClose: () => void
}

/** Edits a customer's review and sends the edit to the customer for approval. Starts with the pending edit, if any. */
export function RequestEditForm({ review: key, onClose }: Props) {
  const { t, i18n } = useLingui()
  const review = useFragment(
    graphql`
    fragment RequestEditForm_review on Review {
      id version rate title content origin email
      original { title content }
      media { id kind url thumbnailUrl seconds hidden }
      editProposal { title content note media { mediaId hidden } }
    }
  `,
    key,
  )
  const { editProposal: pending, email } = review
  const [initial] = useState(() =>
    pending
      ? {
          title: pending.title,
          content: pending.content,
          hidden: Object.fromEntries(pending.media.map(({ mediaId, hidden }) => [mediaId, hidden])),
        }
      : {},
  )
  const edit = useTypedEdit(review, initial)
  const [note, setNote] = useState(pending?.note ?? '')
  const [stale, setStale] = useState(false)
  const [sent, setSent] = useState(false)
  const { send, sending } = useEditRequest()
  const focusFirstError = useFocusFirstError()
  const { title, content, turned, dirty } = edit
  useLeaveGuard(dirty && !sending && !sent)
  const submit = async () => {
    if (!dirty) edit.setErrors({ content: formatSentence(i18n, 'editWithoutChange') })
    if (!dirty || isTooLong(note, maxEditNoteChars) || !edit.check()) {
      focusFirstError()
      return
    }
    const outcome = await send({
      id: review.id,
      version: review.version,
      title,
      content,
      note: note.trim(),
      ...(turned.length > 0 ? { media: turned } : {}),
    })
    setStale(outcome.stale)
    if (outcome.saved) {
      setSent(true)
      onClose()
      return
    }
    edit.setErrors(outcome.fields)
    focusFirstError()
  }
  return (
    <BlockStack gap="400">
      {stale && <StaleBanner onDismiss={() => setStale(false)} />}
      <EditFields rate={review.rate} title={title} content={content} errors={edit.errors} change={edit.change} />
      {review.media.length > 0 && (
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">{t`Photos and videos`}</Text>
            <EditPhotos
              reviewId={review.id}
              media={review.media}
              isHidden={edit.isHidden}
              setHidden={edit.setHidden}
              visibilityOnly
            />
          </BlockStack>
        </Card>
      )}
      <OriginalText heading={t`Current version`} original={review} present={{ title, content, media: edit.media }} />
      <Card>
        <BlockStack gap="400">
          <LongField
            label={t`Message to the customer (optional)`}
            value={note}
            onChange={setNote}
            max={maxEditNoteChars}
            lines={3}
            maxHeight={240}
            helpText={t`Shown in the email, above your change.`}
            error={edit.errors['note']}
          />
          <p className="c-quiet">
            <Trans>
              We email your change to{' '}
              <strong data-user-content dir="auto">
                {email}
              </strong>
              . It is published when the customer approves it. The request expires after {editRequestDays} days.
            </Trans>
          </p>
          <InlineStack gap="200" align="end">
            {pending && <Button disabled={sending} onClick={onClose}>{t`Keep the current request`}</Button>}
            <Button
              variant="primary"
              loading={sending}
              onClick={() => void submit()}
            >{t`Send to customer for approval`}</Button>
          </InlineStack>
        </BlockStack>
      </Card>
    </BlockStack>
  )
}
