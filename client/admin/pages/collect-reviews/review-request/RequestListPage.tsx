import './review-request.css'
import { useLingui } from '@lingui/react/macro'
import { useIndexResourceState, type IndexTableProps } from '@shopify/polaris'
import { RefreshIcon } from '@shopify/polaris-icons'
import { Suspense, useState } from 'react'
import { usePreloadedQuery, type PreloadedQuery } from 'react-relay/hooks'
import { useRevalidator, useSearchParams } from 'react-router'
import { queueBulkActions, type QueueBulkAction } from '../../../../../rules/queue-status.ts'
import type {
  requestListLoaderQuery,
  requestListLoaderQuery$data,
} from '../../../../__generated__/requestListLoaderQuery.graphql.ts'
import { useRouteExists } from '../../../shell/relay/existing.ts'
import { hrefIn, useMode } from '../../../shell/frame/mode.tsx'
import { PageSkeleton } from '../../../shell/frame/PageSkeleton.tsx'
import { useRouteQuery } from '../../../shell/relay/routeQuery.ts'
import { useReadOnly } from '../../../shell/frame/viewer.tsx'
import { AccessBanner } from '../../../ui/AccessBanner.tsx'
import { DismissibleBanner } from '../../../ui/DismissibleBanner.tsx'
import { EmptyPlace } from '../../../ui/EmptyPlace.tsx'
import { ListPage } from '../../../ui/lists/ListPage.tsx'
import { Part } from '../../../shell/Part.tsx'
import { MailPauseBanner } from '../../../ui/MailPauseBanner.tsx'
import { QuickStartBack } from '../../../ui/QuickStartBack.tsx'
import { useListState } from '../../../ui/lists/useListState.ts'
import { DelayBanner } from './DelayBanner.tsx'
import { QuotaBanner } from './QuotaBanner.tsx'
import { requestListQuery } from './requestListLoader.ts'
import { requestListSpec } from './requestListSpec.ts'
import { RequestPreview } from './RequestPreview.tsx'
import { RequestRow } from './RequestRow.tsx'
import { statusOf } from '../../../ui/requests/requestStatus.ts'
import { useApplyRequestAction, type RequestAction } from './useApplyRequestAction.ts'
import { useQueueWatch } from './useQueueWatch.ts'
import { useRequestFilters } from './useRequestFilters.tsx'

/** Lists review requests: planned, sent, and not sent with the reason (spec 2). */
export function Component() {
  const query = useRouteQuery<requestListLoaderQuery>()
  return (
    <Suspense fallback={<PageSkeleton kind="list" />}>
      <Requests query={query} />
    </Suspense>
  )
}

type Shop = NonNullable<requestListLoaderQuery$data['viewer']['shop']>
type Row = Shop['emailQueue']['edges'][number]['node']

function Requests({ query }: { query: PreloadedQuery<requestListLoaderQuery> }) {
  const {
    viewer: { shop },
  } = usePreloadedQuery<requestListLoaderQuery>(requestListQuery, query)
  return shop && <RequestList shop={shop} />
}

function RequestList({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  const list = useListState(requestListSpec)
  const controls = useRequestFilters(list, shop)
  const rows = shop.emailQueue.edges.map(({ node }) => node)
  const acts = useActs(rows)
  const [previewed, setPreviewed] = useState<string | null>(null)
  const nothingYet = shop.emailQueueTabs.every(({ count }) => count === 0)
  const page = usePageActions(nothingYet)
  useQueueWatch()
  return (
    <>
      <ListPage
        title={t`Review requests`}
        list={list}
        {...controls}
        tabFilter="statusFilter"
        searchPlaceholder={t`Search orders, buyers, and products`}
        headings={[
          { title: t`Order` },
          { title: t`Items` },
          { title: t`Fulfilled` },
          { title: t`Buyer` },
          { title: t`Request date` },
          { title: t`Status` },
          ...(shop.pushKinds.length > 0 ? [{ title: t`Push notification` }] : []),
          { title: t`Actions`, hidden: true },
        ]}
        resourceName={{ singular: t`request`, plural: t`requests` }}
        itemCount={rows.length}
        {...(acts.selection ? { selection: acts.selection } : {})}
        pageInfo={shop.emailQueue.pageInfo}
        totalCount={shop.emailQueue.totalCount ?? null}
        empty={nothingYet ? <NoRequests /> : null}
        page={page}
        banner={<Banners shop={shop} />}
      >
        {rows.map((item, position) => (
          <RequestRow
            key={item.id}
            item={item}
            sendMethod={shop.requestTiming.sendMethod}
            pushKinds={shop.pushKinds}
            position={position}
            selected={acts.selected.includes(item.id)}
            act={acts.act}
            preview={setPreviewed}
          />
        ))}
      </ListPage>
      <RequestPreview id={previewed} onClose={() => setPreviewed(null)} />
    </>
  )
}

function Banners({ shop }: { shop: Shop }) {
  const { t } = useLingui()
  return (
    <>
      <QuickStartBack />
      <Part waits={null} failed={() => null}>
        <MailPauseBanner />
        <AccessBanner features={['requests']} />
      </Part>
      <DelayBanner shop={shop} />
      <QuotaBanner shop={shop} />
      <DismissibleBanner shop={shop} banner="requestTips" snooze title={t`Ask after customers have used the product`}>
        <p>{t`Most shops ask a week after fulfillment. Ask too early and customers have nothing to say. Ask too late and they’ve forgotten.`}</p>
      </DismissibleBanner>
    </>
  )
}

function NoRequests() {
  const { t } = useLingui()
  const mode = useMode()
  return (
    <EmptyPlace
      title={t`No requests yet`}
      primary={{ content: t`Request settings`, url: hrefIn(mode, '/collect-reviews/setting-request') }}
    >
      {t`The request for your next order will appear here. You’ll see when it’s sent, whether it’s opened, and why a request is skipped.`}
    </EmptyPlace>
  )
}

/** Returns the page's back link, settings link and reload button, each only once on the page. */
function usePageActions(nothingYet: boolean) {
  const { t } = useLingui()
  const mode = useMode()
  const { revalidate, state } = useRevalidator()
  const fromQuickStart = useSearchParams()[0].has('quickstart')
  const notifications = useRouteExists('/collect-reviews/email-notifications')
  return {
    ...(fromQuickStart ? {} : { backAction: { content: t`Collect reviews`, url: hrefIn(mode, '/collect-reviews') } }),
    ...(nothingYet
      ? {}
      : { primaryAction: { content: t`Request settings`, url: hrefIn(mode, '/collect-reviews/setting-request') } }),
    secondaryActions: [
      ...(notifications
        ? [{ content: t`Notifications`, url: hrefIn(mode, '/collect-reviews/email-notifications') }]
        : []),
      { content: t`Reload`, icon: RefreshIcon, onAction: () => void revalidate(), disabled: state !== 'idle' },
    ],
  }
}

/** Returns the selected rows and the bulk actions for them (spec 4). */
function useActs(rows: readonly Row[]) {
  const { t } = useLingui()
  const readOnly = useReadOnly()
  const run = useApplyRequestAction(rows.map(({ id }) => id))
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } = useIndexResourceState(
    rows.map(({ id }) => ({ id })),
  )
  // A selected row may have left the page.
  const selected = rows.filter(({ id }) => selectedResources.includes(id))
  const act = (which: RequestAction, ids: readonly string[]) => {
    clearSelection()
    void run(which, ids)
  }
  const labels: Record<QueueBulkAction, string> = {
    sendAnyway: t`Send now`,
    restore: t`Put back on schedule`,
    cancel: t`Cancel requests`,
    resend: t`Send again`,
    block: t`Block customers`,
    unblock: t`Unblock customers`,
  }
  const offered = queueBulkActions(selected.map(({ status }) => statusOf(status)))
  const bulk = (which: QueueBulkAction) =>
    offered.includes(which)
      ? [
          {
            content: labels[which],
            onAction: () =>
              act(
                which,
                selected.map(({ id }) => id),
              ),
          },
        ]
      : []
  const promoted: NonNullable<IndexTableProps['promotedBulkActions']> = [
    ...bulk('sendAnyway'),
    ...bulk('cancel'),
    ...bulk('restore'),
    ...bulk('resend'),
  ]
  return {
    selected: selected.map(({ id }) => id),
    act,
    selection: readOnly
      ? undefined
      : {
          selectedItemsCount:
            allResourcesSelected && selected.length === rows.length ? ('All' as const) : selected.length,
          onSelectionChange: handleSelectionChange,
          promotedBulkActions: promoted,
          bulkActions: [...bulk('block'), ...bulk('unblock')],
        },
  }
}
