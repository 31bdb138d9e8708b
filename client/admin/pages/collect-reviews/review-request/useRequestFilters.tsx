import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { graphql, useFragment } from 'react-relay/hooks'
import { defaultOrderRange, orderRangeOf } from '../../../../../rules/filters.ts'
import { QUEUE_STATUSES, type QueueTabId } from '../../../../../rules/queue-status.ts'
import type { useRequestFilters_shop$key } from '../../../../__generated__/useRequestFilters_shop.graphql.ts'
import { useDateFilter } from '../../../ui/lists/DateFilter.tsx'
import type { ListFilter } from '../../../ui/lists/ListFilters.tsx'
import type { ListTab } from '../../../ui/lists/ListTabs.tsx'
import { ProductFilter } from '../../../ui/lists/ProductFilter.tsx'
import type { ListControls } from '../../../ui/lists/useListState.ts'
import { useProductChip } from '../../../ui/lists/useProductChip.ts'
import { BuyerFilter } from './BuyerFilter.tsx'
import { OrderRangeFilter } from './OrderRangeFilter.tsx'
import { useBuyerChip } from './useBuyerChip.ts'
import type { RequestFilter } from './requestListSpec.ts'
import { requestBadgeLabels } from '../../../ui/requests/requestStatus.ts'

const tabLabels: Readonly<Record<QueueTabId, MessageDescriptor>> = {
  all: msg`All`,
  scheduled: msg`Scheduled`,
  waiting: msg`Waiting`,
  sent: msg`Sent`,
  opened: msg`Opened`,
  reviewed: msg`Reviewed`,
  failed: msg`Failed`,
  cancelled: msg`Canceled`,
  paused: msg`Paused`,
  skipped: msg`Skipped`,
  pushSent: msg`Push sent`,
  pushFailed: msg`Push failed`,
  sentToMarketing: msg`Sent to a marketing tool`,
}

/** Returns tabs, filters and sort orders of the queue in the merchant's language (spec 2). */
export function useRequestFilters(list: ListControls<RequestFilter>, key: useRequestFilters_shop$key) {
  const { t, i18n } = useLingui()
  const dateFilter = useDateFilter(list)
  const { emailQueueTabs } = useFragment(
    graphql`
    fragment useRequestFilters_shop on Shop { emailQueueTabs { tab count } }
  `,
    key,
  )
  const tabs: ListTab[] = emailQueueTabs.flatMap(({ tab, count }) =>
    tab in tabLabels
      ? [
          {
            value: tab === 'all' ? '' : tab,
            label: i18n._(tabLabels[tab as QueueTabId]),
            ...(count == null ? {} : { count }),
          },
        ]
      : [],
  )
  const { filters: chosen } = list.state
  const buyers = chosen.buyerNames
  const buyerChip = useBuyerChip(buyers)
  const productChip = useProductChip(chosen.productIdsFilter)
  const range = orderRangeOf(chosen.orderRangeFilter)
  const { fromOrder: firstOrder, toOrder: lastOrder } = range ?? defaultOrderRange
  const statusFilter: ListFilter<RequestFilter> = {
    name: 'statusList',
    label: t`Status`,
    multiple: true,
    choices: QUEUE_STATUSES.flatMap((status) =>
      status === 'sending' ? [] : [{ value: status, label: i18n._(requestBadgeLabels[status]) }],
    ),
  }
  const filters: ListFilter<RequestFilter>[] = [
    // Every tab but "All" already sets the status.
    ...(chosen.statusFilter.length === 0 ? [statusFilter] : []),
    dateFilter('scheduledDate', t`Request date`),
    dateFilter('createdOrderDate', t`Order date`),
    dateFilter('fulfilledDate', t`Fulfilled date`),
    dateFilter('executedDate', t`Sent date`),
    {
      name: 'orderRangeFilter',
      label: t`Orders`,
      control: (
        <OrderRangeFilter
          values={chosen.orderRangeFilter}
          onChange={(values) => list.filter('orderRangeFilter', values)}
        />
      ),
      chip: range ? t`#${firstOrder} to #${lastOrder}` : '–',
    },
    {
      name: 'productIdsFilter',
      label: t`Product`,
      control: (
        <ProductFilter selected={chosen.productIdsFilter} onChange={(ids) => list.filter('productIdsFilter', ids)} />
      ),
      chip: productChip,
    },
    {
      name: 'buyerNames',
      label: t`Buyer`,
      control: <BuyerFilter selected={buyers} onChange={(emails) => list.filter('buyerNames', emails)} />,
      chip: buyerChip,
    },
  ]
  const sorts = [
    { value: 'createdAt_desc' as const, label: t`Added`, direction: t`Newest first` },
    { value: 'createdAt_asc' as const, label: t`Added`, direction: t`Oldest first` },
    { value: 'scheduledAt_desc' as const, label: t`Request date`, direction: t`Latest first` },
    { value: 'scheduledAt_asc' as const, label: t`Request date`, direction: t`Soonest first` },
    { value: 'orderId_desc' as const, label: t`Order`, direction: t`Highest number first` },
    { value: 'orderId_asc' as const, label: t`Order`, direction: t`Lowest number first` },
  ]
  return { tabs, filters, sorts }
}
