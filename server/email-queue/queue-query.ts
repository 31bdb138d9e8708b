import type { z } from 'zod'
import { QUEUE_SORTS, queueFilter, totalPages } from '../../rules/filters.ts'
import type { QueueSort } from '../../rules/filters.ts'
import { maxPageSize } from '../../rules/limits.ts'
import { QUEUE_TABS, fromQueueWire } from '../../rules/queue-status.ts'
import type { Ctx } from '../context.ts'
import { InvalidInput, parse } from '../errors.ts'
import type { QueueItem } from '../generated/prisma/client.ts'
import { countQueue, listQueue, requestDate } from './list.ts'
import { queueWires } from './queue-wire.ts'

type Query = Record<string, string | string[] | undefined>

/** Sort words of REST: a column and a direction. */
const sorts: Record<string, QueueSort> = {
  createdAt_desc: 'CREATED_DESC', createdAt_asc: 'CREATED_ASC',
  scheduledAt_desc: 'SCHEDULED_DESC', scheduledAt_asc: 'SCHEDULED_ASC',
  orderId_desc: 'ORDER_DESC', orderId_asc: 'ORDER_ASC', name_desc: 'ORDER_DESC', name_asc: 'ORDER_ASC',
  ...Object.fromEntries(QUEUE_SORTS.map((sort) => [sort, sort])),
}

/**
 * A page of the queue as REST reads and answers it (spec 7). Unknown keys are ignored; known ones that are malformed are
 * refused. Lists come as repeated keys, joined by commas, or as JSON.
 * @throws InvalidInput
 */
export async function queuePage(ctx: Ctx, query: Query): Promise<object> {
  const filter = readFilter(query)
  const size = wholeNumber(query, 'limitPerPage', 10)
  const cursor = one(query, 'cursor')
  const [after, before] = [one(query, 'after') ?? cursor, one(query, 'before')]
  const args = before ? { last: size, before } : { first: size, after }
  const page = await listQueue(ctx, { args, filter, sort: readSort(query) })
  const items = page.edges.map(({ node }) => node as QueueItem).map((item) => ({ ...item, scheduledAt: requestDate(item) }))
  const total = one(query, 'includeTotal') === 'false' ? null : await countQueue(ctx, filter)
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = page.pageInfo
  const pagination = {
    previousCursor: hasPreviousPage ? startCursor : null,
    nextCursor: hasNextPage ? endCursor : null,
    hasPre: hasPreviousPage,
    hasNext: hasNextPage,
    total,
    totalPage: total === null ? null : totalPages(total, size),
  }
  return { success: true, data: await queueWires(ctx, items), pagination, pageInfo: page.pageInfo }
}

function readFilter(query: Query): z.output<typeof queueFilter> {
  const words = [...list(query, 'statusList'), ...list(query, 'status'), ...list(query, 'statusFilter')].filter((word) => word !== '' && word !== 'all')
  // A tab's name counts where it is no status: `waiting` is the status, though a tab is called so too.
  const tab = QUEUE_TABS.find(({ id }) => words.length === 1 && id === words[0] && fromQueueWire(id) === null)
  const selected = tab && tab.statuses.length > 0 ? { status: tab.statuses, ...('skipped' in tab && { skipped: tab.skipped }) } : { status: words.length ? words : undefined }
  const range = one(query, 'orderRangeFilter')
  const optional = (name: string, value: string | undefined) => (value ? { [name]: value } : {})
  return parse(queueFilter, {
    ...selected,
    ...optional('search', one(query, 'searchText')),
    ...(list(query, 'productIdsFilter').length && { productIds: list(query, 'productIdsFilter') }),
    ...(list(query, 'buyerNames').length && { buyers: list(query, 'buyerNames') }),
    ...(range && { orderRange: orderRange(range) }),
    ...dates(query, { from: 'fromDate', to: 'toDate', scheduledFrom: 'scheduledFromDate', scheduledTo: 'scheduledToDate' }),
    ...dates(query, { executedFrom: 'executedFromDate', executedTo: 'executedToDate', createdOrderFrom: 'createdOrderFromDate', createdOrderTo: 'createdOrderToDate' }),
    ...dates(query, { fulfilledFrom: 'fulfilledFromDate', fulfilledTo: 'fulfilledToDate' }),
  })
}

/** `fromOrder,toOrder`, `1-20`, or JSON of an object. */
function orderRange(text: string): unknown {
  const parsed = json(text)
  if (parsed && !Array.isArray(parsed)) return parsed
  const [fromOrder, toOrder] = Array.isArray(parsed) ? parsed.map(String) : text.split(/[-,]/)
  return { fromOrder: fromOrder ?? '', toOrder: toOrder ?? '' }
}

/** A bare day is the whole day in UTC; what is no date is left for the rules to refuse. */
function dates(query: Query, names: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [field, name] of Object.entries(names)) {
    const text = one(query, name)
    if (!text) continue
    const end = /to$/i.test(field)
    found[field] = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${end ? '23:59:59.999' : '00:00:00.000'}Z` : text
  }
  return found
}

function readSort(query: Query): QueueSort {
  const word = one(query, 'sort')
  const sort = word === undefined || word === '' ? 'CREATED_DESC' : sorts[word]
  if (!sort) throw new InvalidInput({ sort: 'valueInvalid' })
  return sort
}

function wholeNumber(query: Query, name: string, absent: number): number {
  const text = one(query, name)
  if (text === undefined || text === '') return absent
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > maxPageSize) throw new InvalidInput({ [name]: { code: 'betweenEqual', params: { min: 1, max: maxPageSize } } })
  return value
}

function one(query: Query, name: string): string | undefined {
  const value = query[name]
  if (Array.isArray(value)) throw new InvalidInput({ [name]: 'valueInvalid' })
  return value
}

function list(query: Query, name: string): string[] {
  const value = query[name] ?? query[`${name}[]`]
  if (value === undefined || value === '') return []
  if (Array.isArray(value)) return value
  const parsed = json(value)
  return (Array.isArray(parsed) ? parsed.map(String) : value.split(',')).map((word) => word.trim()).filter(Boolean)
}

function json(text: string): unknown[] | Record<string, unknown> | null {
  if (!/^[[{]/.test(text)) return null
  try {
    return JSON.parse(text) as unknown[] | Record<string, unknown>
  } catch {
    return null
  }
}
