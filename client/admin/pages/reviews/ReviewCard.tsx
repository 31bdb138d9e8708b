import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, InlineStack } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ReviewCard_review$key } from '../../../__generated__/ReviewCard_review.graphql.ts'
import { ProductThumbnail } from '../../ui/ProductThumbnail.tsx'
import { whySentence } from './reviewWhy.ts'
import { ReviewStatusBadge } from '../../ui/ReviewStatusBadge.tsx'
import { reviewSourceLabels } from '../../ui/reviewSources.ts'
import { Stars } from '../../ui/Stars.tsx'
import type { ReviewSource } from '../../../../rules/review-status.ts'
import { useFormat } from '../../shell/useFormat.ts'

/** A review in full, as its author wrote it. */
export function ReviewCard({ review: key }: { review: ReviewCard_review$key }) {
  const { i18n, t } = useLingui()
  const format = useFormat()
  const review = useFragment(graphql`
    fragment ReviewCard_review on Review {
      rate
      title
      content
      status
      source
      firstName
      lastName
      email
      verified
      createdAt
      product { title image }
      media { url thumbnailUrl }
      why { code params }
    }
  `, key)
  const why = whySentence(i18n, review.why)
  const name = `${review.firstName} ${review.lastName}`.trim()
  const source = reviewSourceLabels[review.source.toLowerCase() as ReviewSource] as MessageDescriptor | undefined
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Stars rate={review.rate} size={22} />
          <ReviewStatusBadge status={review.status} />
        </InlineStack>
        <blockquote className="c-quote" data-user-content>
          {review.title && <h2>{review.title}</h2>}
          <p>{review.content}</p>
        </blockquote>
        {review.media.length > 0 && (
          <div className="c-photos">
            {review.media.map(({ url, thumbnailUrl }) => url && thumbnailUrl && (
              <a key={url} href={url} target="_blank" rel="noopener noreferrer" aria-label={t`Open photo`}><img src={thumbnailUrl} alt={t`Photo by the reviewer`} width="88" height="88" /></a>
            ))}
          </div>
        )}
        <dl className="c-facts">
          <div><dt><Trans>Author</Trans></dt><dd data-user-content>{name}{review.email && <small>{review.email}</small>}</dd></div>
          <div><dt><Trans>Written</Trans></dt><dd>{format.date(review.createdAt, { dateStyle: 'long' })}{review.verified && <small><Trans>Verified</Trans></small>}</dd></div>
          <div><dt><Trans>Source</Trans></dt><dd>{source && i18n._(source)}</dd></div>
          {review.product && <div><dt><Trans>Product</Trans></dt><dd className="c-product" data-user-content><ProductThumbnail image={review.product.image ?? null} /><span>{review.product.title}</span></dd></div>}
          {why && <div><dt><Trans>Why it is there</Trans></dt><dd>{why}</dd></div>}
        </dl>
      </BlockStack>
    </Card>
  )
}
