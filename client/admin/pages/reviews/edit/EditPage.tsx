import '../review/review-page.css'
import { useLingui } from '@lingui/react/macro'
import { BlockStack, Layout } from '@shopify/polaris'
import { Suspense, useState } from 'react'
import { graphql, useFragment, usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { editLoaderQuery } from '../../../../__generated__/editLoaderQuery.graphql.ts'
import type { EditPage_review$key } from '../../../../__generated__/EditPage_review.graphql.ts'
import { NotFound } from '../../../shell/errors.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { EditForm } from './EditForm.tsx'
import { editQuery } from './editLoader.ts'
import { EditState } from '../review/EditState.tsx'
import { PendingEdit } from './PendingEdit.tsx'
import { RequestEditForm } from './RequestEditForm.tsx'
import { ReviewCard } from '../review/ReviewCard.tsx'
import { ReviewHistory } from '../review/ReviewHistory.tsx'
import { useActionStates } from '../review/useActionStates.ts'

/** Edits a review, or asks its customer to approve an edit. If neither is possible, says why (spec 2, 4). */
export function Component() {
  const query = useRouteQuery<editLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="form" />}>
      <Edit query={query} />
    </Suspense>
  )
}

function Edit({ query }: { query: PreloadedQuery<editLoaderQuery> }) {
  const { node } = usePreloadedQuery<editLoaderQuery>(editQuery, query)
  return node?.__typename === 'Review' && node.page ? <Editing key={node.id} review={node.page} /> : <NotFound />
}

function Editing({ review: key }: { review: EditPage_review$key }) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const review = useFragment(
    graphql`
    fragment EditPage_review on Review {
      id status
      editProposal { __typename }
      ...ReviewCard_review
      ...EditForm_review
      ...RequestEditForm_review
      ...PendingEdit_review
      ...EditState_review
      ...ReviewHistory_review
      ...useActionStates_review
    }
  `,
    key,
  )
  const [changing, setChanging] = useState(false)
  const stateOf = useActionStates(review)
  const mayEdit = stateOf('edit').allowed && !readOnly
  const mayAsk = stateOf('requestEdit').allowed && !readOnly
  const waits = review.editProposal != null && review.status !== 'DELETED'
  return (
    <AdminPage
      title={t`Edit review`}
      backAction={{ content: t`Review and reply`, url: `/reviews/reply/${encodeURIComponent(review.id)}` }}
    >
      <Layout>
        <Layout.Section>
          {mayEdit ? (
            <EditForm review={review} />
          ) : waits && !changing ? (
            <PendingEdit review={review} onChange={mayAsk ? () => setChanging(true) : undefined} />
          ) : mayAsk ? (
            <RequestEditForm review={review} onClose={() => setChanging(false)} />
          ) : (
            <ReviewCard review={review} />
          )}
        </Layout.Section>
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
