import { Trans, useLingui } from '@lingui/react/macro'
import { Banner, BlockStack, Card, InlineStack, Text, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { emptiedField } from '../../../../rules/edited-words.ts'
import { maxReviewContentChars, maxReviewTitleChars } from '../../../../rules/limits.ts'
import type { EditForm_review$key } from '../../../__generated__/EditForm_review.graphql.ts'
import { useSaveBar } from '../../shell/SaveBar.tsx'
import { sentenceIn } from '../../shell/sentences.ts'
import type { FieldErrors } from '../../shell/useCommit.ts'
import { Stars } from '../../ui/Stars.tsx'
import { EditPhotos } from './EditPhotos.tsx'
import { isTooLong, LongField } from './LongField.tsx'
import { OriginalText } from './OriginalText.tsx'
import { useEditReview } from './useEditReview.ts'

/** What the merchant has changed; absent where it is as stored. */
interface Typed {
  title?: string
  content?: string
  /** By the picture's id. */
  hidden?: Readonly<Record<string, boolean>>
}

/** The words and pictures of a review that may be changed. What is typed outlives what others do meanwhile. */
export function EditForm({ review: key }: { review: EditForm_review$key }) {
  const { t, i18n } = useLingui()
  const review = useFragment(graphql`
    fragment EditForm_review on Review {
      id version rate title content origin
      original { title content media { mediaId hidden } }
      media { id kind url thumbnailUrl seconds hidden }
    }
  `, key)
  const [typed, setTyped] = useState<Typed>({})
  const [errors, setErrors] = useState<FieldErrors>({})
  const [stale, setStale] = useState(false)
  const { save, saving } = useEditReview()
  const [title, content] = [typed.title ?? review.title, typed.content ?? review.content]
  const turned = review.media.filter(({ id, hidden }) => (typed.hidden?.[id] ?? hidden) !== hidden)
  const reworded = title !== review.title || content !== review.content
  const dirty = reworded || turned.length > 0
  const original = review.original
    ? { ...review.original, media: review.original.media.map(({ mediaId, hidden }) => ({ id: mediaId, hidden })) }
    : review
  const change = (next: Typed) => {
    setTyped((present) => ({ ...present, ...next }))
    setErrors({})
  }
  const discard = () => {
    setTyped({})
    setErrors({})
    setStale(false)
  }
  const submit = async () => {
    if (isTooLong(content, maxReviewContentChars)) return
    const emptied = reworded && emptiedField({ ...original, origin: review.origin === 'ADMIN' ? 'admin' : 'customer' }, { title, content })
    if (emptied) {
      setErrors({ [emptied]: sentenceIn(i18n, 'customerWordsEmptied') })
      return
    }
    const outcome = await save({
      id: review.id, version: review.version, title, content,
      ...(turned.length > 0 ? { media: turned.map(({ id, hidden }) => ({ id, hidden: !hidden })) } : {}),
    })
    setErrors(outcome.fields)
    setStale(outcome.stale)
    if (outcome.saved) setTyped({})
  }
  useSaveBar({ dirty, saving, save: () => void submit(), discard })
  return (
    <BlockStack gap="400">
      {stale && (
        <Banner tone="warning" title={t`This review was changed meanwhile`} onDismiss={() => setStale(false)}>
          <Trans>Your words are still in the fields. Below them stands what changed; save once more to keep yours.</Trans>
        </Banner>
      )}
      <Card>
        <BlockStack gap="400">
          <InlineStack align="space-between" blockAlign="center" gap="200">
            <Stars rate={review.rate} size={22} />
            <span className="c-quiet"><Trans>The stars cannot be changed.</Trans></span>
          </InlineStack>
          <TextField label={t`Title`} value={title} onChange={(next) => change({ title: next })} maxLength={maxReviewTitleChars} autoComplete="off" {...(errors['title'] ? { error: errors['title'] } : {})} />
          <LongField label={t`Text`} value={content} onChange={(next) => change({ content: next })} lines={6} maxHeight={480} max={maxReviewContentChars} error={errors['content']} />
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">{t`Photos and videos`}</Text>
          <EditPhotos
            reviewId={review.id}
            media={review.media}
            isHidden={({ id, hidden }) => typed.hidden?.[id] ?? hidden}
            turn={(id, hidden) => change({ hidden: { ...typed.hidden, [id]: hidden } })}
          />
        </BlockStack>
      </Card>
      <OriginalText original={original} present={{ title, content, media: review.media.map(({ id, hidden }) => ({ id, hidden: typed.hidden?.[id] ?? hidden })) }} />
    </BlockStack>
  )
}
