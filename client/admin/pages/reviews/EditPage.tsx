import './review-page.css'
import { useLingui } from '@lingui/react/macro'
import { BlockStack, Layout } from '@shopify/polaris'
import { Suspense } from 'react'
import { graphql, useFragment, usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { editLoaderQuery } from '../../../__generated__/editLoaderQuery.graphql.ts'
import type { EditPage_review$key } from '../../../__generated__/EditPage_review.graphql.ts'
import { NotFound } from '../../shell/errors.tsx'
import { PageSkeleton } from '../../shell/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/routeQuery.ts'
import { useReadOnly } from '../../shell/viewer.tsx'
import { AdminPage } from '../../ui/AdminPage.tsx'
import { EditForm } from './EditForm.tsx'
import { editQuery } from './editLoader.ts'
import { EditState } from './EditState.tsx'
import { ReviewCard } from './ReviewCard.tsx'
import { ReviewHistory } from './ReviewHistory.tsx'
import { useActionStates } from './useActionStates.ts'

/** The words and pictures of a review, where they may be changed; why not, where they may not (spec 2, 4). */
export function Component() {
  const query = useRouteQuery<editLoaderQuery>()
  return <Suspense fallback={<PageSkeleton kind="form" />}><Edit query={query} /></Suspense>
}

function Edit({ query }: { query: PreloadedQuery<editLoaderQuery> }) {
  const { node } = usePreloadedQuery<editLoaderQuery>(editQuery, query)
  return node?.__typename === 'Review' && node.page ? <Editing review={node.page} /> : <NotFound />
}

function Editing({ review: key }: { review: EditPage_review$key }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const review = useFragment(graphql`
    fragment EditPage_review on Review {
      id
      ...ReviewCard_review
      ...EditForm_review
      ...EditState_review
      ...ReviewHistory_review
      ...useActionStates_review
    }
  `, key)
  const editable = useActionStates(review)('edit').allowed && !readOnly
  return (
    <AdminPage title={t`Edit a review`} backAction={{ content: t`Review and reply`, url: `/reviews/reply/${encodeURIComponent(review.id)}` }}>
      <Layout>
        <Layout.Section>{editable ? <EditForm key={review.id} review={review} /> : <ReviewCard review={review} />}</Layout.Section>
        <Layout.Section variant="oneThird">
          <BlockStack gap="400">
            <EditState review={review} onEditPage />
            <ReviewHistory review={review} />
          </BlockStack>
        </Layout.Section>
      </Layout>
    </AdminPage>
  )
}
