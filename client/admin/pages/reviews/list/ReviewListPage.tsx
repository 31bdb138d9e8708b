import '../reviews.css'
import { useLingui } from '@lingui/react/macro'
import { ExportIcon } from '@shopify/polaris-icons'
import { Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import type {
  ReviewFilter,
  reviewListLoaderQuery,
  reviewListLoaderQuery$data,
} from '../../../../__generated__/reviewListLoaderQuery.graphql.ts'
import { useRouteExists } from '../../../shell/relay/existing.ts'
import { lazyComponent } from '../../../shell/relay/lazyComponent.tsx'
import { hrefIn, useGo, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { Opening, Part } from '../../../shell/Part.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { ListPage } from '../../../ui/lists/ListPage.tsx'
import { QuickStartBack } from '../../../ui/QuickStartBack.tsx'
import { useListState } from '../../../ui/lists/useListState.ts'
import { NoReviews } from './NoReviews.tsx'
import { canApply } from '../bulk/listActs.ts'
import { reviewListQuery } from './reviewListLoader.ts'
import { isPlain, reviewListSpec } from './reviewListSpec.ts'
import { ReviewRow } from './ReviewRow.tsx'
import type { ListedReviews } from './useListedReviews.ts'
import { useListKeys } from './useListKeys.ts'
import { useListActions } from '../bulk/useListActions.ts'
import { useReviewFilters } from './useReviewFilters.tsx'
import { useReviewTotal } from './useReviewTotal.ts'
import { useReviewWatch } from '../../../ui/useReviewWatch.ts'
import { useRoom } from './useRoom.ts'
import { useSavedViews } from '../views/useSavedViews.tsx'

const BulkBanner = lazyComponent(() => import('../bulk/BulkBanner.tsx').then((module) => module.BulkBanner))
const ActRunner = lazyComponent(() => import('../bulk/ActionRunner.tsx').then((module) => module.ActionRunner))
const ActDialogs = lazyComponent(() => import('../bulk/ActionDialogs.tsx').then((module) => module.ActionDialogs))
const ExportDialog = lazyComponent(() => import('../export/ExportDialog.tsx').then((module) => module.ExportDialog))
const RecentChangesDialog = lazyComponent(() =>
  import('../bulk/RecentChangesDialog.tsx').then((module) => module.RecentChangesDialog),
)
const KeysDialog = lazyComponent(() => import('./KeysDialog.tsx').then((module) => module.KeysDialog))

/** All reviews of the shop (spec 2: Manage reviews). */
export function Component() {
  const query = useRouteQuery<reviewListLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="list" />}>
      <Reviews query={query} />
    </Suspense>
  )
}

type Shop = NonNullable<reviewListLoaderQuery$data['viewer']['shop']>

function Reviews({ query }: { query: PreloadedQuery<reviewListLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<reviewListLoaderQuery>(reviewListQuery, query)
  return shop && <ReviewList shop={shop} filter={query.variables.filter ?? {}} />
}

function ReviewList({ shop, filter }: { shop: Shop; filter: ReviewFilter }) {
  const { t } = useLingui()
  const list = useListState(reviewListSpec)
  const { tabs: statusTabs, ...controls } = useReviewFilters(list, shop.reviewCounts)
  const views = useSavedViews(list, { shop, statusTabs })
  const { edges, pageInfo } = shop.reviews
  const rows = edges.map(({ node }) => node)
  const total = useReviewTotal(filter, { known: shop.reviews.totalCount, rows: edges })
  const acts = useListActions({ rows, filter, total, hasMore: pageInfo.hasNextPage || pageInfo.hasPreviousPage })
  const wide = useRoom()
  const primary = useWriteAction()
  const dialogs = useDialogs({
    shop,
    filter,
    total,
    filtered: !isPlain(list.state) || list.state.filters.statusFilter.length > 0,
  })
  useReviewWatch()
  const keys = useRowKeys({ rows, acts, help: () => dialogs.open('keys') })
  const state: ListedReviews = { listed: rows.map(({ id }) => id) }
  const nothingYet = shop.reviewCounts.every(({ count }) => count === 0)
  const [run] = shop.bulkRuns
  return (
    <>
      <ListPage
        title={t`Manage reviews`}
        list={list}
        {...controls}
        {...views}
        tabFilter="statusFilter"
        searchPlaceholder={t`Search reviews, authors and products`}
        headings={[
          { title: t`Review` },
          ...(wide ? [{ title: t`Product` }] : []),
          { title: t`Author` },
          { title: t`Date` },
          { title: t`Status` },
          { title: t`Actions`, hidden: true },
        ]}
        resourceName={{ singular: t`review`, plural: t`reviews` }}
        itemCount={rows.length}
        {...(acts.selection ? { selection: acts.selection } : {})}
        pageInfo={pageInfo}
        totalCount={total}
        empty={nothingYet ? <NoReviews /> : null}
        banner={
          <>
            <QuickStartBack />
            {run && (
              <Part waits={null} failed={() => null}>
                <BulkBanner key={run.id} run={run} />
              </Part>
            )}
          </>
        }
        page={{ ...primary, ...(nothingYet ? {} : dialogs.actions) }}
      >
        {rows.map((review, position) => (
          <ReviewRow
            key={review.id}
            review={review}
            position={position}
            selected={acts.selected.includes(review.id)}
            wide={wide}
            state={state}
            act={(act, id) =>
              acts.act(
                act,
                rows.filter((row) => row.id === id),
              )
            }
          />
        ))}
      </ListPage>
      <Suspense>
        <ActRunner onReady={acts.onReady} />
      </Suspense>
      {acts.asked && (
        <Opening onClose={acts.stopAsking}>
          <ActDialogs {...acts.asked} run={acts.begin} onClose={acts.stopAsking} />
        </Opening>
      )}
      {dialogs.shown === 'export' && (
        <Opening onClose={dialogs.close}>
          <ExportDialog {...dialogs.exported} onClose={dialogs.close} />
        </Opening>
      )}
      {dialogs.shown === 'changes' && (
        <Opening onClose={dialogs.close}>
          <RecentChangesDialog onClose={dialogs.close} />
        </Opening>
      )}
      {dialogs.shown === 'keys' && (
        <Opening onClose={dialogs.close}>
          <KeysDialog {...keys} onClose={dialogs.close} />
        </Opening>
      )}
    </>
  )
}

/** Returns the button for a review "created by admin". */
function useWriteAction() {
  const { t } = useLingui()
  const mode = useMode()
  const readOnly = useReadOnly()
  return useRouteExists('/reviews/new') && !readOnly
    ? { primaryAction: { content: t`Add a review`, url: hrefIn(mode, '/reviews/new') } }
    : {}
}

/** Returns the header's buttons and their dialogs. */
function useDialogs({
  shop,
  filter,
  total,
  filtered,
}: {
  shop: Shop
  filter: ReviewFilter
  total: number | null | undefined
  filtered: boolean
}) {
  const { t } = useLingui()
  const mode = useMode()
  const [shown, setShown] = useState<'export' | 'changes' | 'keys' | null>(null)
  const all = shop.reviewCounts.reduce((sum, { status, count }) => (status === 'DELETED' ? sum : sum + count), 0)
  return {
    shown,
    open: setShown,
    close: () => setShown(null),
    exported: { filter, count: total, all, filtered },
    actions: {
      secondaryActions: [
        ...(useRouteExists('/reviews/suspicions')
          ? [{ content: t`Look at these first`, url: hrefIn(mode, '/reviews/suspicions') }]
          : []),
        { content: t`Export`, icon: ExportIcon, onAction: () => setShown('export') },
      ],
      actionGroups: [
        {
          title: t`More actions`,
          actions: [
            { content: t`Recent changes`, onAction: () => setShown('changes') },
            ...(useRouteExists('/reviews/templates')
              ? [{ content: t`Reply templates`, url: hrefIn(mode, '/reviews/templates') }]
              : []),
            { content: t`Keyboard shortcuts`, onAction: () => setShown('keys') },
          ],
        },
      ],
    },
  }
}

/** Keyboard shortcuts of the list. */
function useRowKeys({
  rows,
  acts,
  help,
}: {
  rows: Shop['reviews']['edges'][number]['node'][]
  acts: ReturnType<typeof useListActions>
  help: () => void
}) {
  const go = useGo()
  const readOnly = useReadOnly()
  const rowOf = (id: string) => rows.filter((row) => row.id === id)
  const doIt = (act: 'publish' | 'unpublish' | 'trash') => (id: string) => {
    const row = rowOf(id)
    if (row.some((each) => canApply(act, each))) acts.act(act, row)
  }
  return useListKeys({
    rows: rows.map(({ id }) => id),
    help,
    onRow: {
      r: (id) =>
        go(`/reviews/reply/${encodeURIComponent(id)}`, {
          state: { listed: rows.map((row) => row.id) } satisfies ListedReviews,
        }),
      ...(readOnly ? {} : { x: (id) => acts.pick(id), p: doIt('publish'), h: doIt('unpublish'), '#': doIt('trash') }),
    },
  })
}
