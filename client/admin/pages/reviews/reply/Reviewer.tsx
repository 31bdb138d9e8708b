import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Text } from '@shopify/polaris'
import { graphql, useFragment } from 'react-relay/hooks'
import { Link } from 'react-router'
import type { Reviewer_review$data, Reviewer_review$key } from '../../../../__generated__/Reviewer_review.graphql.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { useFormat } from '../../../shell/words/useFormat.ts'
import { ReviewStatusBadge } from '../../../ui/ReviewStatusBadge.tsx'
import { Stars } from '../../../ui/Stars.tsx'

/** Shows a review's author with their other reviews and orders. */
export function Reviewer({ review: key }: { review: Reviewer_review$key }) {
  const { t } = useLingui()
  const { firstName, lastName, email, verifiedByOrder, customer, otherReviews, orders } = useFragment(
    graphql`
    fragment Reviewer_review on Review {
      firstName lastName email verifiedByOrder
      customer { displayName email reviewCount }
      otherReviews(first: 5) { id rate title content status createdAt product { title } }
      orders(first: 5) { id name createdAt fulfilledAt }
    }
  `,
    key,
  )
  const name = customer?.displayName || `${firstName} ${lastName}`.trim() || t`Anonymous`
  const address = customer?.email || email
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="050">
          <Text as="h2" variant="headingMd">
            <span data-user-content dir="auto">
              {name}
            </span>
          </Text>
          {address ? (
            <p className="c-quiet">
              <span data-user-content dir="auto">
                {address}
              </span>
            </p>
          ) : (
            <p className="c-quiet">
              <Trans>No email address</Trans>
            </p>
          )}
          {customer && (
            <p className="c-quiet">
              <Plural value={customer.reviewCount} one="# review in total" other="# reviews in total" />
            </p>
          )}
        </BlockStack>
        <BlockStack gap="200">
          <Text as="h3" variant="headingSm">{t`Other reviews`}</Text>
          {otherReviews.length === 0 && (
            <p className="c-quiet">
              <Trans>No other reviews.</Trans>
            </p>
          )}
          <ul className="c-aside-list">
            {otherReviews.map((review) => (
              <Other key={review.id} review={review} />
            ))}
          </ul>
        </BlockStack>
        <BlockStack gap="200">
          <Text as="h3" variant="headingSm">{t`Orders`}</Text>
          {orders.length === 0 && (
            <p className="c-quiet">
              {verifiedByOrder ? (
                <Trans>The order that verified this review isn’t stored here.</Trans>
              ) : (
                <Trans>No orders with this email address.</Trans>
              )}
            </p>
          )}
          <ul className="c-aside-list">
            {orders.map((order) => (
              <Order key={order.id} order={order} />
            ))}
          </ul>
        </BlockStack>
      </BlockStack>
    </Card>
  )
}

function Other({
  review: { id, rate, title, content, status, createdAt, product },
}: {
  review: Reviewer_review$data['otherReviews'][number]
}) {
  const { t } = useLingui()
  const mode = useMode()
  const format = useFormat()
  return (
    <li>
      <div className="c-aside-head">
        <Stars rate={rate} size={13} />
        <ReviewStatusBadge status={status} />
      </div>
      <Link to={hrefIn(mode, `/reviews/reply/${encodeURIComponent(id)}`)} data-user-content dir="auto">
        {title || content || t`No text`}
      </Link>
      <p className="c-quiet">
        <span data-user-content dir="auto">
          {product?.title ?? t`Your store`}
        </span>{' '}
        · {format.date(createdAt)}
      </p>
    </li>
  )
}

function Order({ order: { name, createdAt, fulfilledAt } }: { order: Reviewer_review$data['orders'][number] }) {
  const format = useFormat()
  const sentOn = fulfilledAt && format.date(fulfilledAt)
  return (
    <li>
      <strong data-user-content dir="auto">
        {name}
      </strong>
      <p className="c-quiet">
        {format.date(createdAt)}
        {sentOn ? (
          <>
            {' '}
            · <Trans>fulfilled on {sentOn}</Trans>
          </>
        ) : (
          <>
            {' '}
            · <Trans>not fulfilled yet</Trans>
          </>
        )}
      </p>
    </li>
  )
}
