import { useLingui } from '@lingui/react/macro'
import { Button, InlineStack, TextField } from '@shopify/polaris'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import { Link } from 'react-router'
import { allows } from '../../../../../rules/plans.ts'
import type { LatestReview_review$key } from '../../../../__generated__/LatestReview_review.graphql.ts'
import type { LatestReviewActMutation } from '../../../../__generated__/LatestReviewActMutation.graphql.ts'
import type { LatestReviewReplyMutation } from '../../../../__generated__/LatestReviewReplyMutation.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useReadOnly, useViewer } from '../../../shell/frame/viewer.tsx'
import { useCommit } from '../../../shell/relay/useCommit.ts'
import { formatSentence } from '../../../shell/words/sentences.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ReviewStatusBadge } from '../../../ui/ReviewStatusBadge.tsx'
import { Stars } from '../../../ui/Stars.tsx'

/** A review of the dashboard, published and answered in place. */
export function LatestReview({ review: key }: { review: LatestReview_review$key }) {
  const { t } = useLingui()
  const format = useFormat()
  const mode = useMode()
  const readOnly = useReadOnly()
  const { plan } = useViewer().shop
  const [isReplying, setReplying] = useState(false)
  const review = useFragment(
    graphql`
    fragment LatestReview_review on Review {
      id version rate title content firstName lastName createdAt status product { title } reply { content }
    }
  `,
    key,
  )
  const { id, version, status, content, title, reply } = review
  const page = `/reviews/reply/${encodeURIComponent(id)}`
  const canPublish = status === 'PENDING' || status === 'HIDDEN'
  return (
    <li>
      <div className="c-latest-head">
        <Stars rate={review.rate} />
        <ReviewStatusBadge status={status} />
        <time dateTime={review.createdAt}>{format.date(review.createdAt, { dateStyle: 'medium' })}</time>
      </div>
      <Link to={hrefIn(mode, page)} data-user-content dir="auto">
        {title || content || t`No text`}
      </Link>
      {title && content && (
        <p className="c-latest-text" data-user-content dir="auto">
          {content}
        </p>
      )}
      <About name={`${review.firstName} ${review.lastName}`.trim()} product={review.product?.title ?? ''} />
      {reply && (
        <p className="c-latest-reply" data-user-content dir="auto">
          {reply.content}
        </p>
      )}
      {!readOnly && (canPublish || !reply) && !isReplying && (
        <InlineStack gap="200">
          {canPublish && <PublishButton id={id} version={version} />}
          {!reply &&
            (allows(plan, 'replies') ? (
              <Button size="slim" onClick={() => setReplying(true)}>{t`Reply`}</Button>
            ) : (
              <Button size="slim" url={page}>{t`Reply`}</Button>
            ))}
        </InlineStack>
      )}
      {isReplying && <Reply id={id} version={version} onClose={() => setReplying(false)} />}
    </li>
  )
}

interface Named {
  id: string
  version: number
}

function PublishButton({ id, version }: Named) {
  const { t } = useLingui()
  const [commit, busy] = useCommit<LatestReviewActMutation>(graphql`
    mutation LatestReviewActMutation($input: ActOnReviewsInput!) {
      actOnReviews(input: $input) {
        __typename
        ... on ActOnReviewsSuccess { data { reviews { id ...LatestReview_review } } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const publish = () => void commit({ input: { act: 'PUBLISH', ids: [id], version } }, { success: t`Review published` })
  return (
    <Button size="slim" variant="primary" loading={busy} onClick={publish}>
      {t`Publish`}
    </Button>
  )
}

function Reply({ id, version, onClose }: Named & { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const [content, setContent] = useState('')
  const [error, setError] = useState('')
  const [commit, busy] = useCommit<LatestReviewReplyMutation>(graphql`
    mutation LatestReviewReplyMutation($input: ReplyToReviewInput!) {
      replyToReview(input: $input) {
        __typename
        ... on ReplyToReviewSuccess { data { id ...LatestReview_review } }
        ... on Refusal { code message params }
        ... on InvalidInputError { fields { path code message params } }
      }
    }
  `)
  const save = async () => {
    if (content.trim() === '') {
      setError(formatSentence(i18n, 'replyRequired'))
      return
    }
    const outcome = await commit({ input: { id, version, content } }, { success: t`Reply saved.` })
    if (outcome.ok) onClose()
    else setError(outcome.fields['content'] ?? '')
  }
  return (
    <div className="c-latest-form">
      <TextField
        label={t`Your public reply`}
        value={content}
        error={error}
        onChange={setContent}
        multiline={3}
        autoFocus
        autoComplete="off"
      />
      <InlineStack gap="200">
        <Button variant="primary" loading={busy} onClick={() => void save()}>{t`Save reply`}</Button>
        <Button onClick={onClose}>{t`Cancel`}</Button>
      </InlineStack>
    </div>
  )
}

/** Isolates the text direction of each name. */
function About({ name, product }: { name: string; product: string }) {
  return (
    <p data-user-content>
      <bdi>{name}</bdi>
      {name && product && ' · '}
      <bdi>{product}</bdi>
    </p>
  )
}
