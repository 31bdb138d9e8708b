import type { QueueFilter, QueueSort } from '../../../rules/filters.ts'
import { maxCountedRows } from '../../../rules/limits.ts'
import { marketingSenderApp, QUEUE_STATUSES, QUEUE_TABS, storedQueueStatuses } from '../../../rules/queue-status.ts'
import type { QueueKind, QueueMark, QueueTabId } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import { countPage, findPage } from '../../core/database/find-page.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { keysetPage } from '../../core/database/keyset.ts'
import type { KeysetQuery, Order, Page, PageArgs } from '../../core/database/keyset.ts'
import type { Prisma, QueueItem } from '../../generated/prisma/client.ts'
import { escapeLike } from '../../core/database/like.ts'
import { sortNullsAsEarliest, epochToNull } from '../../core/database/nullable-order.ts'
import { readQueueCounts } from '../requests/queue-counts.ts'
import type { QueueCounts } from '../requests/queue-counts.ts'
import { readQueueMarks } from '../requests/queue-marks.ts'
import { facetsOf } from './queue-facets.ts'
import { rareMatches } from './queue-search.ts'

type QueueKey = Pick<QueueItem, 'id' | 'createdAt' | 'updatedAt' | 'orderNumber'> & { scheduledAt: Date | null }

const orders: Record<QueueSort, Order<QueueKey>> = {
  CREATED_DESC: {
    name: 'created-desc',
    columns: [
      { field: 'createdAt', direction: 'desc' },
      { field: 'id', direction: 'desc' },
    ],
  },
  CREATED_ASC: {
    name: 'created-asc',
    columns: [
      { field: 'createdAt', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
  },
  SCHEDULED_DESC: {
    name: 'scheduled-desc',
    columns: [
      { field: 'scheduledAt', direction: 'desc' },
      { field: 'id', direction: 'desc' },
    ],
  },
  SCHEDULED_ASC: {
    name: 'scheduled-asc',
    columns: [
      { field: 'scheduledAt', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
  },
  ORDER_DESC: {
    name: 'order-desc',
    columns: [
      { field: 'orderNumber', direction: 'desc' },
      { field: 'id', direction: 'desc' },
    ],
  },
  ORDER_ASC: {
    name: 'order-asc',
    columns: [
      { field: 'orderNumber', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
  },
  UPDATED_ASC: {
    name: 'updated-asc',
    columns: [
      { field: 'updatedAt', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
  },
  UPDATED_DESC: {
    name: 'updated-desc',
    columns: [
      { field: 'updatedAt', direction: 'desc' },
      { field: 'id', direction: 'desc' },
    ],
  },
}

interface QueueListInput {
  args: PageArgs
  filter: QueueFilter
  sort: QueueSort
  /** Columns to load; absent: all. The cursor's columns are added. */
  select?: Prisma.QueueItemSelect
}

/**
 * Returns a page of the request queue (spec 2, 7) in one statement with only the requested columns. By request date,
 * rows that wait for their condition come first.
 * @throws InvalidInput for a page size out of 1..100 or a foreign cursor
 */
export async function listQueue(ctx: Ctx, { args, filter, sort, select }: QueueListInput): Promise<Page<QueueKey>> {
  const columns = select && {
    select: {
      ...select,
      shopId: true,
      id: true,
      createdAt: true,
      updatedAt: true,
      scheduledAt: true,
      orderNumber: true,
    },
  }
  const among = await rareMatches(ctx, filter, { newest: sort.endsWith('_DESC') === (args.last == null) })
  // Each status' index is in order of creation, date or number. By change, one index has all statuses.
  const byChange = sort === 'UPDATED_ASC' || sort === 'UPDATED_DESC' || isChangeBound(filter)
  const ranges = facetsOf(filter)
  const plain = byChange && ranges ? [ranges.where] : []
  const find = ({ where, orderBy, take }: KeysetQuery) =>
    findPage<QueueKey>(ctx, 'QueueItem', {
      where: { ...whereOf(ctx, filter), AND: [...filterParts(filter), ...plain, ...where.AND] },
      orderBy,
      take,
      among,
      ranges: byChange ? undefined : ranges,
      ...columns,
    })
  const scheduled = sort === 'SCHEDULED_DESC' || sort === 'SCHEDULED_ASC'
  return keysetPage(args, {
    order: orders[sort],
    cursors: makeCursors(ctx),
    find: scheduled ? sortNullsAsEarliest<QueueKey>({ field: 'scheduledAt', find }) : find,
  })
}

const isChangeBound = ({ updatedAfter, updatedBefore }: QueueFilter): boolean => Boolean(updatedAfter ?? updatedBefore)

/** Returns a request's due date; null while it waits for its condition, when the order by date uses the epoch. */
export function readRequestDate({ scheduledAt }: Pick<QueueKey, 'scheduledAt'>): Date | null {
  return scheduledAt && epochToNull(scheduledAt)
}

/**
 * Counts the rows of a filter. Filters by status, kind, skipped or withdrawn are exact, from the counters. Others are
 * counted up to 10,000; null beyond.
 */
export async function countQueue(ctx: Ctx, filter: QueueFilter): Promise<number | null> {
  const { status, skipped, type, queueType, push, senderApp, ...others } = filter
  const alone = Object.values(others).every(
    (value) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0),
  )
  const known = skipped === undefined || (status?.length === 1 && status[0] === 'cancelled')
  if (!alone || !known) return countRows(ctx, filter)
  const mark = markOf({ status, skipped, queueType, push, senderApp })
  if (mark) return (await readQueueMarks(ctx, type))[mark]
  if (push || senderApp || queueType === 'push') return countRows(ctx, filter)
  const counts = await readQueueCounts(ctx, type)
  if (skipped !== undefined) return cancelledCount(counts, skipped)
  const statuses = status?.length ? status.flatMap(storedQueueStatuses) : QUEUE_STATUSES
  return [...new Set(statuses)].reduce((sum, each) => sum + counts.byStatus[each], 0)
}

/** Returns the mark of a tab's filter, which has an exact counter. */
function markOf({
  status,
  skipped,
  push,
  senderApp,
}: Pick<QueueFilter, 'status' | 'skipped' | 'queueType' | 'push' | 'senderApp'>): QueueMark | null {
  if (skipped !== undefined) return null
  if (!status?.length && !senderApp) return push === 'sent' ? 'pushSent' : push === 'failed' ? 'pushFailed' : null
  return !push && senderApp === marketingSenderApp && status?.length === 1 && status[0] === 'success'
    ? 'sentToMarketing'
    : null
}

const cancelledCount = ({ byStatus, skipped }: QueueCounts, bySomeRule: boolean): number =>
  bySomeRule ? skipped : byStatus.cancelled - skipped

export interface QueueTabCount {
  id: QueueTabId
  count: number
}

/** Returns the counts of the queue's tabs from the counters, for some kinds or all. */
export async function queueTabCounts(ctx: Ctx, types?: readonly QueueKind[]): Promise<QueueTabCount[]> {
  const [counts, marks] = [await readQueueCounts(ctx, types), await readQueueMarks(ctx, types)]
  const countOf = (tab: (typeof QUEUE_TABS)[number]): number => {
    if (tab.id === 'all') return Object.values(counts.byStatus).reduce((sum, each) => sum + each, 0)
    if (tab.id === 'pushSent' || tab.id === 'pushFailed' || tab.id === 'sentToMarketing') return marks[tab.id]
    if ('skipped' in tab) return cancelledCount(counts, tab.skipped)
    return tab.statuses.flatMap(storedQueueStatuses).reduce((sum, each) => sum + counts.byStatus[each], 0)
  }
  return QUEUE_TABS.map((tab) => ({ id: tab.id, count: countOf(tab) }))
}

/** Counts emails sent or scheduled (spec 3), from the counters. A cancellation lowers it (spec 4). */
export async function sentRequestCount(ctx: Ctx, type?: QueueKind): Promise<number> {
  const { byStatus } = await readQueueCounts(ctx, type && [type])
  return QUEUE_STATUSES.filter((status) => status !== 'cancelled' && status !== 'failed').reduce(
    (sum, status) => sum + byStatus[status],
    0,
  )
}

async function countRows(ctx: Ctx, filter: QueueFilter): Promise<number | null> {
  const among = await rareMatches(ctx, filter, { newest: true })
  const ranges = facetsOf(filter)
  const isPlain = isChangeBound(filter)
  const plain = isPlain && ranges ? [ranges.where] : []
  const count = await countPage(ctx, 'QueueItem', {
    where: { ...whereOf(ctx, filter), AND: [...filterParts(filter), ...plain] },
    select: { id: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxCountedRows + 1,
    among,
    ranges: isPlain ? undefined : ranges,
  })
  return count > maxCountedRows ? null : count
}

/** Builds the conditions except the statuses, which are ranges of an index. */
function whereOf(
  ctx: Ctx,
  { skipped, type, queueType, push, senderApp, search, productIds, orderRange }: QueueFilter,
): Prisma.QueueItemWhereInput {
  return {
    shopId: ctx.shop.id,
    ...(type?.length && { type: { in: type } }),
    ...(push ? { pushStatus: push } : queueType === 'push' && { pushStatus: { not: null } }),
    ...(skipped !== undefined && { skipReason: skipped ? { not: null } : null }),
    ...(senderApp && { senderApp }),
    ...(search && { searchText: { contains: escapeLike(search.toLowerCase()) } }),
    ...(productIds?.length && { productIds: { hasSome: productIds } }),
    ...(orderRange && { orderNumber: { gte: orderRange.fromOrder, lte: orderRange.toOrder } }),
  }
}

/** Builds conditions that may use a column twice, besides the cursor's. */
function filterParts(filter: QueueFilter): Prisma.QueueItemWhereInput[] {
  const range = (field: string, from: Date | undefined, to: Date | undefined): object[] =>
    from || to ? [{ [field]: { ...(from && { gte: from }), ...(to && { lte: to }) } }] : []
  const buyers = filter.buyers ?? []
  const byEmail = { customerEmail: { in: buyers.map((buyer) => buyer.toLowerCase()) } }
  return [
    // Email addresses have an index, names don't.
    ...(buyers.length
      ? [buyers.every((buyer) => buyer.includes('@')) ? byEmail : { OR: [byEmail, { customerName: { in: buyers } }] }]
      : []),
    ...range('createdAt', filter.from, filter.to),
    ...range('fulfilledDate', filter.fulfilledFrom, filter.fulfilledTo),
    ...range('scheduledAt', filter.scheduledFrom, filter.scheduledTo),
    ...range('sentAt', filter.executedFrom, filter.executedTo),
    ...range('createdOrderAt', filter.createdOrderFrom, filter.createdOrderTo),
    ...(filter.updatedAfter ? [{ updatedAt: { gt: filter.updatedAfter } }] : []),
    ...(filter.updatedBefore ? [{ updatedAt: { lt: filter.updatedBefore } }] : []),
  ]
}
