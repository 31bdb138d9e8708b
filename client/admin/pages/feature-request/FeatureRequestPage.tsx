import './features.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { BlockStack, Card, Text } from '@shopify/polaris'
import { Suspense } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  featuresLoaderQuery,
  featuresLoaderQuery$data,
} from '../../../__generated__/featuresLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../shell/frame/PageSkeleton.tsx'
import { useReadOnly } from '../../shell/frame/viewer.tsx'
import { useRouteQuery } from '../../shell/relay/routeQuery.ts'
import { useFormat } from '../../shell/words/useFormat.ts'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { EmptyPlace } from '../../ui/EmptyPlace.tsx'
import { FeatureRow } from './FeatureRow.tsx'
import { featuresQuery } from './featuresLoader.ts'
import { WishForm } from './WishForm.tsx'

/** The operator's features with votes, and the merchant's own wishes (spec 2: /feature-request). */
export function Component() {
  const query = useRouteQuery<featuresLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Loaded query={query} />
    </Suspense>
  )
}

function Loaded({ query }: { query: PreloadedQuery<featuresLoaderQuery> }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const {
    viewer: { shop },
  } = usePreloadedQuery<featuresLoaderQuery>(featuresQuery, query)
  if (!shop) return null
  const { featureRequests, featureWishes } = shop
  return (
    <AdminPage title={t`Feature request`} subtitle={t`Vote for what comes next, or tell us what’s missing.`} fullWidth>
      <div className="c-features">
        {featureRequests.length === 0 ? (
          <EmptyPlace title={t`No features to vote for yet`}>
            <Trans>The features that we consider show up here. Tell us what’s missing: we read every wish.</Trans>
          </EmptyPlace>
        ) : (
          <ul className="c-feature-list" aria-label={t`Features`}>
            {featureRequests.map(({ id, row }) => (
              <li key={id}>
                <FeatureRow feature={row} />
              </li>
            ))}
          </ul>
        )}
        <BlockStack gap="400">
          {!readOnly && <WishForm />}
          {featureWishes.length > 0 && <Wishes wishes={featureWishes} />}
        </BlockStack>
      </div>
    </AdminPage>
  )
}

type Wish = NonNullable<featuresLoaderQuery$data['viewer']['shop']>['featureWishes'][number]

function Wishes({ wishes }: { wishes: readonly Wish[] }) {
  const format = useFormat()
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingSm">
          <Trans>Your wishes</Trans>
        </Text>
        <ul className="c-wishes">
          {wishes.map(({ id, text, createdAt }) => (
            <li key={id}>
              <p data-user-content dir="auto">
                {text}
              </p>
              <time className="c-quiet" dateTime={createdAt}>
                {format.date(createdAt)}
              </time>
            </li>
          ))}
        </ul>
      </BlockStack>
    </Card>
  )
}
