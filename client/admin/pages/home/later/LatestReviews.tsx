import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Button, Card, InlineStack, Pagination, Text } from '@shopify/polaris'
import { useState, useTransition } from 'react'
import { graphql, useFragment } from 'react-relay/hooks'
import type { LatestReviews_shop$key } from '../../../../__generated__/LatestReviews_shop.graphql.ts'
import type { LatestReviewsQuery } from '../../../../__generated__/LatestReviewsQuery.graphql.ts'
import { useRouteExists } from '../../../shell/relay/existing.ts'
import { useOwnQuery } from '../../../shell/Part.tsx'
import { LatestReview } from './LatestReview.tsx'

/** Reviews of a page (spec 9: 2 or 5). */
const pageSize = matchMedia('(max-width: 30rem)').matches ? 2 : 5

const fragment = graphql`
  fragment LatestReviews_shop on Shop {
    latest: reviews(first: 5, sort: RECENT) {
      edges { cursor node { id ...LatestReview_review } }
      pageInfo { hasNextPage }
    }
  }
`
const query = graphql`
  query LatestReviewsQuery($first: Int!, $after: String!) {
    viewer {
      shop {
        id
        reviews(first: $first, after: $after, sort: RECENT) {
          edges { cursor node { id ...LatestReview_review } }
          pageInfo { hasNextPage }
        }
      }
    }
  }
`

/** The newest reviews, published and answered in place; or ways to get the first. */
export function LatestReviews({ shop: key }: { shop: LatestReviews_shop$key }) {
  const { t } = useLingui()
  const canImport = useRouteExists('/collect-reviews/import-reviews')
  const { latest } = useFragment(fragment, key)
  /** The cursors after which the pages begin, but for the first. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const [isTurning, startTurning] = useTransition()
  const turn = (to: readonly string[]) => startTurning(() => setCursors(to))
  const after = cursors.at(-1)
  const paging = {
    onPrevious: cursors.length > 0 ? () => turn(cursors.slice(0, -1)) : null,
    onNext: (cursor: string) => turn([...cursors, cursor]),
    isTurning,
  }
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            <Trans>Latest reviews</Trans>
          </Text>
          {latest.edges.length > 0 && <Button variant="plain" url="/reviews/list">{t`All reviews`}</Button>}
        </InlineStack>
        {latest.edges.length === 0 && (
          <BlockStack gap="300" inlineAlign="start">
            <Text as="p" tone="subdued">
              <Trans>No reviews yet. Import reviews or ask your customers for them.</Trans>
            </Text>
            {canImport && <Button url="/collect-reviews/import-reviews">{t`Import reviews`}</Button>}
          </BlockStack>
        )}
        {after === undefined ? <Page page={latest} {...paging} /> : <LaterPage after={after} {...paging} />}
      </BlockStack>
    </Card>
  )
}

interface Paging {
  onPrevious: (() => void) | null
  onNext: (cursor: string) => void
  isTurning: boolean
}

function LaterPage({ after, ...paging }: Paging & { after: string }) {
  const { viewer } = useOwnQuery<LatestReviewsQuery>(query, { first: pageSize, after }, 'store-and-network')
  return viewer.shop && <Page page={viewer.shop.reviews} {...paging} />
}

interface PageProps extends Paging {
  page: LatestReviewsQuery['response']['viewer']['shop'] extends infer Shop
    ? NonNullable<Shop> extends { reviews: infer Page }
      ? Page
      : never
    : never
}

function Page({ page: { edges, pageInfo }, onPrevious, onNext, isTurning }: PageProps) {
  const { t } = useLingui()
  const shown = edges.slice(0, pageSize)
  const last = shown.at(-1)
  const hasNext = pageInfo.hasNextPage || edges.length > shown.length
  return (
    <>
      <ul className="c-latest" aria-busy={isTurning}>
        {shown.map(({ node }) => (
          <LatestReview key={node.id} review={node} />
        ))}
      </ul>
      {(onPrevious ?? hasNext) && (
        <InlineStack align="center">
          <Pagination
            hasPrevious={onPrevious !== null}
            hasNext={hasNext}
            accessibilityLabel={t`Pages of the latest reviews`}
            onPrevious={() => onPrevious?.()}
            onNext={() => last && onNext(last.cursor)}
          />
        </InlineStack>
      )}
    </>
  )
}
