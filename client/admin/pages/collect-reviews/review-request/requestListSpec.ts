import { toEnumName } from '../../../../../rules/enum-name.ts'
import { QUEUE_TABS, type QueueTab } from '../../../../../rules/queue-status.ts'
import type { QueueFilter, QueueSort, QueueStatus } from '../../../../__generated__/requestListLoaderQuery.graphql.ts'
import type { ListSpec, ListState } from '../../../ui/lists/listState.ts'
import { orderRangeOf } from '../../../../../rules/filters.ts'
import { periodOf } from '../../../ui/lists/periods.ts'

/** Filters of the queue, as written in its URL (spec 2, 7). */
export type RequestFilter =
  | 'statusFilter'
  | 'statusList'
  | 'productIdsFilter'
  | 'buyerNames'
  | 'orderRangeFilter'
  | 'scheduledDate'
  | 'executedDate'
  | 'createdOrderDate'
  | 'fulfilledDate'

const sorts = {
  createdAt_desc: 'CREATED_DESC',
  createdAt_asc: 'CREATED_ASC',
  scheduledAt_desc: 'SCHEDULED_DESC',
  scheduledAt_asc: 'SCHEDULED_ASC',
  orderId_desc: 'ORDER_DESC',
  orderId_asc: 'ORDER_ASC',
} as const satisfies Record<string, QueueSort>

export const requestListSpec: ListSpec<RequestFilter> = {
  sorts: Object.keys(sorts),
  defaultSort: 'createdAt_desc',
  filters: [
    'statusFilter',
    'statusList',
    'productIdsFilter',
    'buyerNames',
    'orderRangeFilter',
    'scheduledDate',
    'executedDate',
    'createdOrderDate',
    'fulfilledDate',
  ],
}

/** Filters by days of the shop. */
export const dateFilters = [
  'scheduledDate',
  'executedDate',
  'createdOrderDate',
  'fulfilledDate',
] as const satisfies readonly RequestFilter[]

export const sortOf = (sort: string): QueueSort => (sorts as Record<string, QueueSort>)[sort] ?? 'CREATED_DESC'

/** Converts a status to its wire name: `waitingCondition` becomes WAITING_CONDITION. */
export const wireStatus = (status: string): QueueStatus => toEnumName(status) as QueueStatus

/** Returns the filter for the server. A tab overrides other filters; the status filter only applies to "All". */
export function filterOf(
  { filters, searchText }: Pick<ListState<RequestFilter>, 'filters' | 'searchText'>,
  now: Date,
  timeZone: string,
): QueueFilter {
  const tab = (QUEUE_TABS as readonly QueueTab[]).find(({ id }) => id === filters.statusFilter[0])
  const statuses = tab ? tab.statuses : filters.statusList
  const period = (name: RequestFilter) => periodOf(filters[name], now, timeZone)
  const [scheduled, executed, ordered, fulfilled] = [
    period('scheduledDate'),
    period('executedDate'),
    period('createdOrderDate'),
    period('fulfilledDate'),
  ]
  return {
    status: statuses.length > 0 ? statuses.map(wireStatus) : null,
    skipped: tab?.skipped ?? null,
    push: tab?.push ? (toEnumName(tab.push) as NonNullable<QueueFilter['push']>) : null,
    senderApp: tab?.senderApp ?? null,
    search: searchText || null,
    productIds: filters.productIdsFilter.length > 0 ? filters.productIdsFilter : null,
    buyers: filters.buyerNames.length > 0 ? filters.buyerNames : null,
    orderRange: orderRangeOf(filters.orderRangeFilter),
    scheduledFrom: scheduled?.from ?? null,
    scheduledTo: scheduled?.to ?? null,
    executedFrom: executed?.from ?? null,
    executedTo: executed?.to ?? null,
    createdOrderFrom: ordered?.from ?? null,
    createdOrderTo: ordered?.to ?? null,
    fulfilledFrom: fulfilled?.from ?? null,
    fulfilledTo: fulfilled?.to ?? null,
  }
}
