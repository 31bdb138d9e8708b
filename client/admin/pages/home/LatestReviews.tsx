import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { Link } from 'react-router'
import type { LatestReviews_shop$key } from '../../../__generated__/LatestReviews_shop.graphql.ts'
import { hrefIn, useMode } from '../../shell/frame/mode.tsx'
import { useRouteExists } from '../../shell/relay/existing.ts'
import { Stars } from '../../ui/Stars.tsx'
import { ReviewStatusBadge } from '../../ui/ReviewStatusBadge.tsx'
import { useFormat } from '../../shell/words/useFormat.ts'

/** Lists the newest reviews, or ways to get the first. */
export function LatestReviews({ shop: key }: { shop: LatestReviews_shop$key }) {
  const { t } = useLingui()
  const format = useFormat()
  const mode = useMode()
  const canImport = useRouteExists('/collect-reviews/import-reviews')
  const { latest } = useFragment(
    graphql`
    fragment LatestReviews_shop on Shop {
      latest: reviews(first: 5, sort: RECENT) {
        edges { node { id rate title content firstName lastName createdAt status product { title } } }
      }
    }
  `,
    key,
  )
  const reviews = latest.edges.map(({ node }) => node)
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            <Trans>Latest reviews</Trans>
          </Text>
          {reviews.length > 0 && <Button variant="plain" url="/reviews/list">{t`All reviews`}</Button>}
        </InlineStack>
        {reviews.length === 0 && (
          <BlockStack gap="300" inlineAlign="start">
            <Text as="p" tone="subdued">
              <Trans>No reviews yet. Import reviews or ask your customers for them.</Trans>
            </Text>
            {canImport && <Button url="/collect-reviews/import-reviews">{t`Import reviews`}</Button>}
          </BlockStack>
        )}
        <ul className="c-latest">
          {reviews.map((review) => (
            <li key={review.id}>
              <div className="c-latest-head">
                <Stars rate={review.rate} />
                <ReviewStatusBadge status={review.status} />
                <time dateTime={review.createdAt}>{format.date(review.createdAt, { dateStyle: 'medium' })}</time>
              </div>
              <Link to={hrefIn(mode, `/reviews/reply/${encodeURIComponent(review.id)}`)} data-user-content dir="auto">
                {review.title || review.content || t`No text`}
              </Link>
              <About name={`${review.firstName} ${review.lastName}`.trim()} product={review.product?.title ?? ''} />
            </li>
          ))}
        </ul>
      </BlockStack>
    </Card>
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
