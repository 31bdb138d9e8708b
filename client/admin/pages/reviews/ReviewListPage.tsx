import './reviews.css'
import { useLingui } from '@lingui/react/macro'
import { useIndexResourceState, type IndexTableProps } from '@shopify/polaris'
import { Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type { reviewListLoaderQuery, reviewListLoaderQuery$data } from '../../../__generated__/reviewListLoaderQuery.graphql.ts'
import { PageSkeleton } from '../../shell/PageSkeleton.tsx'
import { useRouteQuery } from '../../shell/routeQuery.ts'
import { useReadOnly } from '../../shell/viewer.tsx'
import { ListPage } from '../../ui/ListPage.tsx'
import { QuickStartBack } from '../../ui/QuickStartBack.tsx'
import { useListState } from '../../ui/useListState.ts'
import { DeleteReviewsDialog } from './DeleteReviewsDialog.tsx'
import { NoReviews } from './NoReviews.tsx'
import { reviewListQuery } from './reviewListLoader.ts'
import { reviewListSpec } from './reviewListSpec.ts'
import { ReviewRow } from './ReviewRow.tsx'
import { useReviewFilters } from './useReviewFilters.tsx'
import { useDecideReviews, type Decision } from './useDecideReviews.ts'

/** All reviews of the shop (spec 2: Manage reviews). */
export function Component() {
  const query = useRouteQuery<reviewListLoaderQuery>()
  return <Suspense fallback={<PageSkeleton kind="list" />}><Reviews query={query} /></Suspense>
}

type Shop = NonNullable<reviewListLoaderQuery$data['viewer']['shop']>
type Row = Shop['reviews']['edges'][number]['node']

function Reviews({ query }: { query: PreloadedQuery<reviewListLoaderQuery> }) {
  const { viewer: { shop } } = usePreloadedQuery<reviewListLoaderQuery>(reviewListQuery, query)
  return shop && <ReviewList shop={shop} />
}

function ReviewList({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const list = useListState(reviewListSpec)
  const controls = useReviewFilters(list, shop.reviewCounts)
  const rows = shop.reviews.edges.map(({ node }) => node)
  const decisions = useDecisions(rows)
  const nothingYet = shop.reviewCounts.every(({ count }) => count === 0)
  return (
    <>
      <ListPage
        title={t`Manage reviews`}
        list={list}
        {...controls}
        tabFilter="statusFilter"
        searchPlaceholder={t`Search reviews, authors and products`}
        headings={[{ title: t`Review` }, { title: t`Product` }, { title: t`Author` }, { title: t`Date` }, { title: t`Status` }, { title: t`Actions`, hidden: true }]}
        resourceName={{ singular: t`review`, plural: t`reviews` }}
        itemCount={rows.length}
        {...(decisions.selection ? { selection: decisions.selection } : {})}
        pageInfo={shop.reviews.pageInfo}
        totalCount={shop.reviews.totalCount ?? null}
        empty={nothingYet ? <NoReviews /> : null}
        banner={<QuickStartBack />}
      >
        {rows.map((review, position) => (
          <ReviewRow key={review.id} review={review} position={position} selected={decisions.selected.includes(review.id)} decide={decisions.decide} />
        ))}
      </ListPage>
      <DeleteReviewsDialog ids={decisions.deleting} onClose={decisions.stopDeleting} onDelete={decisions.reallyDelete} />
    </>
  )
}

/** Which rows are picked and what may be done with them; a permanent deletion asks once. */
function useDecisions(rows: readonly Row[]) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const run = useDecideReviews()
  const [deleting, setDeleting] = useState<readonly string[]>([])
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } = useIndexResourceState(rows.map(({ id }) => ({ id })))
  // A row may have left the page since it was picked.
  const selected = rows.filter(({ id }) => selectedResources.includes(id))
  const decide = (decision: Decision, ids: readonly string[]) => {
    if (decision === 'delete') {
      setDeleting(ids)
      return
    }
    clearSelection()
    void run(decision, rows.filter(({ id }) => ids.includes(id)))
  }
  const bulk = (decision: Decision, content: string) => ({
    content,
    onAction: () => decide(decision, selected.map(({ id }) => id)),
    disabled: !selected.some((row) => row.actions.some(({ action, allowed }) => action === decision && allowed)),
  })
  const promoted: NonNullable<IndexTableProps['promotedBulkActions']> = [bulk('publish', t`Publish`), bulk('unpublish', t`Unpublish`)]
  const others = [bulk('trash', t`Move to trash`), bulk('restore', t`Restore`), { ...bulk('delete', t`Delete permanently`), destructive: true }].filter(({ disabled }) => !disabled)
  return {
    selected: selected.map(({ id }) => id),
    decide,
    deleting,
    stopDeleting: () => setDeleting([]),
    reallyDelete: async () => {
      await run('delete', rows.filter(({ id }) => deleting.includes(id)))
      clearSelection()
      setDeleting([])
    },
    selection: readOnly
      ? undefined
      : {
          selectedItemsCount: allResourcesSelected && selected.length === rows.length ? 'All' as const : selected.length,
          onSelectionChange: handleSelectionChange,
          promotedBulkActions: promoted,
          bulkActions: others,
        },
  }
}
