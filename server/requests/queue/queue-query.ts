import type { z } from 'zod'
import { QUEUE_SORTS, queueFilter } from '../../../rules/filters.ts'
import type { QueueSort } from '../../../rules/filters.ts'
import { defaultPageSize } from '../../../rules/limits.ts'
import { QUEUE_TABS, fromQueueWire, type QueueTab } from '../../../rules/queue-status.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse } from '../../core/errors.ts'
import { findRowIds } from '../../core/global-ids.ts'
import type { QueueItem } from '../../generated/prisma/client.ts'
import { countQueue, listQueue, readRequestDate } from './list-queue.ts'
import {
  readDateParams,
  parseObjectOrList,
  readListParam,
  readParam,
  readPageSize,
  type Query,
} from '../../core/query-params.ts'
import { buildPagination } from '../../core/page-params.ts'
import type { WireNames } from '../../core/wire-names.ts'
import { queueWires } from './queue-wire.ts'

/** Sort values of REST: a column and a direction. */
const sorts: Record<string, QueueSort> = {
  createdAt_desc: 'CREATED_DESC',
  createdAt_asc: 'CREATED_ASC',
  scheduledAt_desc: 'SCHEDULED_DESC',
  scheduledAt_asc: 'SCHEDULED_ASC',
  orderId_desc: 'ORDER_DESC',
  orderId_asc: 'ORDER_ASC',
  name_desc: 'ORDER_DESC',
  name_asc: 'ORDER_ASC',
  updatedAt_asc: 'UPDATED_ASC',
  updatedAt_desc: 'UPDATED_DESC',
  ...Object.fromEntries(QUEUE_SORTS.map((sort) => [sort, sort])),
}

/**
 * Reads a REST query and returns a page of the queue (spec 7). Ignores unknown keys, refuses malformed known ones.
 * Lists may be repeated keys, comma-separated, or JSON.
 * @throws InvalidInput
 */
export async function buildQueuePage(ctx: Ctx, query: Query): Promise<object> {
  const filter = await readFilter(ctx, query)
  const size = readPageSize(query, 'limitPerPage', defaultPageSize)
  const cursor = readParam(query, 'cursor')
  const [after, before] = [readParam(query, 'after') ?? cursor, readParam(query, 'before')]
  const args = before ? { last: size, before } : { first: size, after }
  const page = await listQueue(ctx, { args, filter, sort: readSort(query) })
  const items = page.edges
    .map(({ node }) => node as QueueItem)
    .map((item) => ({ ...item, scheduledAt: readRequestDate(item) }))
  const total = readParam(query, 'includeTotal') === 'false' ? null : await countQueue(ctx, filter)
  const pagination = buildPagination(page.pageInfo, { total, size })
  return { success: true, data: await queueWires(ctx, items), pagination, pageInfo: page.pageInfo }
}

export const queueWireNames: WireNames = {
  cursor: ['after', 'before', 'cursor'],
  status: ['statusList', 'status', 'statusFilter'],
  search: 'searchText',
  productIds: 'productIdsFilter',
  buyers: 'buyerNames',
  orderRange: 'orderRangeFilter',
  from: 'fromDate',
  to: 'toDate',
  scheduledFrom: 'scheduledFromDate',
  scheduledTo: 'scheduledToDate',
  executedFrom: 'executedFromDate',
  executedTo: 'executedToDate',
  createdOrderFrom: 'createdOrderFromDate',
  createdOrderTo: 'createdOrderToDate',
  fulfilledFrom: 'fulfilledFromDate',
  fulfilledTo: 'fulfilledToDate',
}

const listWords = new Set([
  ...Object.values(queueWireNames).flat(),
  ...['queueType', 'sort', 'limitPerPage', 'page', 'isSearch', 'includeTotal', 'updatedAfter', 'updatedBefore'],
])

/** Returns whether a query has list parameters. `type` alone names a template instead (spec 7). */
export const hasPageArguments = (query: Query): boolean =>
  Object.keys(query).some((name) => listWords.has(name.replace('[]', '')))

async function readFilter(ctx: Ctx, query: Query): Promise<z.output<typeof queueFilter>> {
  const words = [
    ...readListParam(query, 'statusList'),
    ...readListParam(query, 'status'),
    ...readListParam(query, 'statusFilter'),
  ].filter((word) => word !== '' && word !== 'all')
  // A status wins over a tab of the same name, such as `waiting`.
  const tab = (QUEUE_TABS as readonly QueueTab[]).find(
    ({ id }) => words.length === 1 && id === words[0] && fromQueueWire(id) === null,
  )
  const selected = tab ? selectionOf(tab) : { status: words.length ? words : undefined }
  const range = readParam(query, 'orderRangeFilter')
  const productIds = await findRowIds(ctx, 'Product', {
    given: readListParam(query, 'productIdsFilter'),
    field: 'productIdsFilter',
  })
  const optional = (name: string, value: string | undefined) => (value ? { [name]: value } : {})
  return parse(queueFilter, {
    ...selected,
    ...(readListParam(query, 'type').length && { type: readListParam(query, 'type') }),
    ...optional('queueType', readParam(query, 'queueType')),
    ...optional('search', readParam(query, 'searchText')),
    ...(productIds.length && { productIds }),
    ...(readListParam(query, 'buyerNames').length && { buyers: readListParam(query, 'buyerNames') }),
    ...(range && { orderRange: orderRange(range) }),
    ...readDateParams(query, {
      from: 'fromDate',
      to: 'toDate',
      scheduledFrom: 'scheduledFromDate',
      scheduledTo: 'scheduledToDate',
    }),
    ...readDateParams(query, {
      executedFrom: 'executedFromDate',
      executedTo: 'executedToDate',
      createdOrderFrom: 'createdOrderFromDate',
      createdOrderTo: 'createdOrderToDate',
    }),
    ...readDateParams(query, { updatedAfter: 'updatedAfter', updatedBefore: 'updatedBefore' }),
    ...readDateParams(query, { fulfilledFrom: 'fulfilledFromDate', fulfilledTo: 'fulfilledToDate' }),
  })
}

function selectionOf({ statuses, skipped, push, senderApp }: QueueTab): object {
  return {
    ...(statuses.length > 0 && { status: statuses }),
    ...(skipped !== undefined && { skipped }),
    ...(push && { push }),
    ...(senderApp && { senderApp }),
  }
}

/** Parses `fromOrder,toOrder`, `1-20`, or a JSON object. */
function orderRange(text: string): unknown {
  const parsed = parseObjectOrList(text)
  if (parsed && !Array.isArray(parsed)) return parsed
  const [fromOrder, toOrder] = Array.isArray(parsed) ? parsed.map(String) : text.split(/[-,]/)
  return { fromOrder: fromOrder ?? '', toOrder: toOrder ?? '' }
}

function readSort(query: Query): QueueSort {
  const word = readParam(query, 'sort')
  const sort = word === undefined || word === '' ? 'CREATED_DESC' : Object.hasOwn(sorts, word) && sorts[word]
  if (!sort) throw new InvalidInput({ sort: 'valueInvalid' })
  return sort
}
