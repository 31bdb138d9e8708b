import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, BlockStack, Card, InlineStack } from '@shopify/polaris'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type {
  ReviewCard_review$data,
  ReviewCard_review$key,
} from '../../../../__generated__/ReviewCard_review.graphql.ts'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ProductThumbnail } from '../../../ui/ProductThumbnail.tsx'
import { useProvenanceWords } from '../../../ui/provenanceWords.ts'
import { ReviewStatusBadge } from '../../../ui/ReviewStatusBadge.tsx'
import { Stars } from '../../../ui/Stars.tsx'
import { ReviewMedia } from './ReviewMedia.tsx'
import { whySentence } from './reviewWhy.ts'

interface Props {
  review: ReviewCard_review$key
  children?: ReactNode
}

export function ReviewCard({ review: key, children }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const review = useFragment(
    graphql`
    fragment ReviewCard_review on Review {
      rate title content status firstName lastName email
      verified verifiedByOrder pinned featured testimonial edited incentivized
      variants location createdAt publishedAt deletedAt purgeAt deliveredAt emailConfirmedAt
      provenance { kind from }
      assignee { name email }
      product { title image }
      why { code params }
      ...ReviewMedia_review
    }
  `,
    key,
  )
  const name = `${review.firstName} ${review.lastName}`.trim()
  const sayProvenance = useProvenanceWords()
  const day = (moment: string) => format.date(moment, { dateStyle: 'long' })
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Stars rate={review.rate} size={22} />
          <InlineStack gap="100">
            <Flags review={review} />
            <ReviewStatusBadge status={review.status} />
          </InlineStack>
        </InlineStack>
        <Quote review={review} />
        <ReviewMedia review={review} />
        <dl className="c-facts c-wide-facts">
          <Fact label={t`Author`} small={review.email}>
            <span data-user-content dir="auto">
              {name || t`Anonymous`}
            </span>
          </Fact>
          <Fact label={t`Date`} small={review.location}>
            {day(review.createdAt)}
          </Fact>
          <Fact label={t`Source`} small={review.incentivized ? t`Incentivized` : ''}>
            {sayProvenance(review.provenance)}
          </Fact>
          <Fact label={t`Product`} small={review.variants}>
            {review.product ? (
              <span className="c-about" data-user-content>
                <ProductThumbnail image={review.product.image ?? null} />
                <span dir="auto">{review.product.title}</span>
              </span>
            ) : (
              t`Your store`
            )}
          </Fact>
          {review.assignee && (
            <Fact label={t`Assigned to`}>
              <span data-user-content dir="auto">
                {review.assignee.name || review.assignee.email}
              </span>
            </Fact>
          )}
          <Dates review={review} />
        </dl>
        <Why review={review} />
        {children}
      </BlockStack>
    </Card>
  )
}

function Quote({ review: { title, content } }: { review: ReviewCard_review$data }) {
  return (
    <blockquote className="c-quote" data-user-content>
      {title && <h2 dir="auto">{title}</h2>}
      {content && <p dir="auto">{content}</p>}
      {!title && !content && (
        <p className="c-quiet">
          <Trans>No text</Trans>
        </p>
      )}
    </blockquote>
  )
}

function Why({ review }: { review: ReviewCard_review$data }) {
  const { i18n } = useLingui()
  const why = whySentence(i18n, review.why)
  return (
    why && (
      <p className="c-why">
        <strong>
          <Trans>Why this status</Trans>
        </strong>{' '}
        {why}
      </p>
    )
  )
}

function Dates({ review }: { review: ReviewCard_review$data }) {
  const { t } = useLingui()
  const format = useFormat()
  const day = (moment: string) => format.date(moment, { dateStyle: 'long' })
  const { deliveredAt, emailConfirmedAt, publishedAt, deletedAt } = review
  const goneOn = review.purgeAt && day(review.purgeAt)
  return (
    <>
      {deliveredAt && <Fact label={t`Order delivered`}>{day(deliveredAt)}</Fact>}
      {emailConfirmedAt && <Fact label={t`Confirmed by email`}>{day(emailConfirmedAt)}</Fact>}
      {publishedAt && <Fact label={t`First published`}>{day(publishedAt)}</Fact>}
      {deletedAt && (
        <Fact label={t`Moved to trash`} small={goneOn ? t`Deleted permanently on ${goneOn}` : ''}>
          {day(deletedAt)}
        </Fact>
      )}
    </>
  )
}

function Fact({ label, small = '', children }: { label: string; small?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {small && (
          <small data-user-content dir="auto">
            {small}
          </small>
        )}
      </dd>
    </div>
  )
}

function Flags({ review }: { review: ReviewCard_review$data }) {
  const { t } = useLingui()
  return (
    <>
      {review.verified && <Badge tone="success">{review.verifiedByOrder ? t`Verified buyer` : t`Verified`}</Badge>}
      {review.pinned && <Badge>{t`Pinned`}</Badge>}
      {review.featured && <Badge>{t`Featured`}</Badge>}
      {review.testimonial && <Badge>{t`Testimonial`}</Badge>}
      {review.edited && <Badge>{t`Edited`}</Badge>}
    </>
  )
}
