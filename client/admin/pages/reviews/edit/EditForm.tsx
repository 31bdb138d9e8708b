import { useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Text } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { EditForm_review$key } from '../../../../__generated__/EditForm_review.graphql.ts'
import { useSaveBar } from '../../../shell/SaveBar.tsx'
import { useFocusFirstError } from '../../../ui/useFocusFirstError.ts'
import { EditFields, StaleBanner } from './EditFields.tsx'
import { EditPhotos } from './EditPhotos.tsx'
import { OriginalText } from './OriginalText.tsx'
import { useEditReview } from './useEditReview.ts'
import { useTypedEdit } from './useTypedEdit.ts'

/** Edits the texts and pictures of a review that the merchant added. */
export function EditForm({ review: key }: { review: EditForm_review$key }) {
  const { t } = useLingui()
  const review = useFragment(
    graphql`
    fragment EditForm_review on Review {
      id version rate title content origin
      original { title content media { mediaId hidden } }
      media { id kind url thumbnailUrl seconds hidden }
    }
  `,
    key,
  )
  const edit = useTypedEdit(review)
  const [stale, setStale] = useState(false)
  const { save, saving } = useEditReview()
  const focusFirstError = useFocusFirstError()
  const { title, content, turned } = edit
  const original = review.original
    ? { ...review.original, media: review.original.media.map(({ mediaId, hidden }) => ({ id: mediaId, hidden })) }
    : review
  const discard = () => {
    edit.discard()
    setStale(false)
  }
  const submit = async () => {
    if (!edit.check()) {
      focusFirstError()
      return
    }
    const outcome = await save({
      id: review.id,
      version: review.version,
      title,
      content,
      ...(turned.length > 0 ? { media: turned } : {}),
    })
    setStale(outcome.stale)
    if (outcome.saved) {
      edit.discard()
      return
    }
    edit.setErrors(outcome.fields)
    focusFirstError()
  }
  useSaveBar({ dirty: edit.dirty, saving, save: () => void submit(), discard })
  return (
    <BlockStack gap="400">
      {stale && <StaleBanner onDismiss={() => setStale(false)} />}
      <EditFields rate={review.rate} title={title} content={content} errors={edit.errors} change={edit.change} />
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">{t`Photos and videos`}</Text>
          <EditPhotos reviewId={review.id} media={review.media} isHidden={edit.isHidden} setHidden={edit.setHidden} />
        </BlockStack>
      </Card>
      <OriginalText original={original} present={{ title, content, media: edit.media }} />
    </BlockStack>
  )
}
