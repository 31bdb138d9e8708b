import { reviewFilter, totalPages, type ReviewFilter, type ReviewSort } from '../../../../rules/filters.ts'
import { defaultPageSize } from '../../../../rules/limits.ts'
import { REVIEW_SOURCES, type ReviewSource } from '../../../../rules/review-status.ts'
import type { Ctx } from '../../../core/context.ts'
import { InvalidInput, parse } from '../../../core/errors.ts'
import { datesOf, listOf, oneOf, pageSizeOf, type Query } from '../../../core/query-words.ts'
import type { WireNames } from '../../../core/wire-names.ts'
import { filterFromWire } from './filter-wire.ts'
import { countReviews, listReviews } from './list.ts'
import { platformProductIds } from '../review-ids.ts'
import { reviewWires, wireSelect, type WireRow } from '../review-wire.ts'

/** Sort words of spec 9, and those of the list's address. */
const sorts: Readonly<Record<string, ReviewSort>> = {
  recent: 'RECENT',
  createdat_desc: 'RECENT',
  oldest: 'OLDEST',
  createdat_asc: 'OLDEST',
  highest: 'HIGHEST',
  rate_desc: 'HIGHEST',
  lowest: 'LOWEST',
  rate_asc: 'LOWEST',
  media: 'MEDIA',
  media_desc: 'MEDIA',
}

/** Labels of spec 9 are read as the words are. */
const sources = new Map<string, ReviewSource>(
  (Object.keys(REVIEW_SOURCES) as ReviewSource[]).flatMap((source) => [
    [source, source],
    [REVIEW_SOURCES[source].toLowerCase(), source],
  ]),
)

/**
 * A page of reviews as REST reads and answers it (spec 2, 7). Unknown keys are ignored; known ones that are malformed are refused.
 * @throws InvalidInput
 */
export async function reviewPage(ctx: Ctx, query: Query): Promise<object> {
  const filter = await readFilter(ctx, query)
  const size = pageSizeOf(query, oneOf(query, 'limitPerPage') === undefined ? 'limit' : 'limitPerPage', defaultPageSize)
  const [after, before] = [oneOf(query, 'after') ?? oneOf(query, 'cursor'), oneOf(query, 'before')]
  const page = await listReviews(ctx, {
    args: before ? { last: size, before } : { first: size, after },
    filter,
    sort: readSort(query),
    select: wireSelect,
  })
  const total = oneOf(query, 'includeTotal') === 'false' ? null : await countReviews(ctx, filter)
  const { startCursor, endCursor, hasNextPage, hasPreviousPage } = page.pageInfo
  const pagination = {
    previousCursor: hasPreviousPage ? startCursor : null,
    nextCursor: hasNextPage ? endCursor : null,
    hasPre: hasPreviousPage,
    hasNext: hasNextPage,
    total,
    totalPage: total === null ? null : totalPages(total, size),
  }
  return {
    success: true,
    data: await reviewWires(
      ctx,
      page.edges.map(({ node }) => node as unknown as WireRow),
    ),
    pagination,
  }
}

/** What the query calls the filter's fields. */
export const reviewWireNames: WireNames = {
  cursor: ['after', 'cursor', 'before'],
  status: ['statusFilter', 'status'],
  rate: ['rateMultipleFilter', 'rate'],
  source: 'sourceFilter',
  productIds: 'productIdsFilter',
  search: 'searchText',
  importId: 'importFilter',
  createdFrom: 'fromDate',
  createdTo: 'toDate',
}

async function readFilter(ctx: Ctx, query: Query): Promise<ReviewFilter> {
  const status = [...listOf(query, 'statusFilter'), ...listOf(query, 'status')].filter((word) => word !== 'all')
  const rate = [...listOf(query, 'rateMultipleFilter'), ...listOf(query, 'rate')].map((word) =>
    /^\d$/.test(word) ? Number(word) : word,
  )
  const source = listOf(query, 'sourceFilter').map((word) => sources.get(word.toLowerCase()) ?? word)
  const productIds = await platformProductIds(ctx, listOf(query, 'productIdsFilter'), 'productIdsFilter')
  const [importId, search] = [oneOf(query, 'importFilter'), oneOf(query, 'searchText')]
  return parse(
    reviewFilter,
    filterFromWire({
      ...(status.length && { status }),
      ...(rate.length && { rate }),
      ...(source.length && { source }),
      ...(productIds.length && { productIds }),
      ...(importId && { importId }),
      ...(search && { search }),
      ...yesOrNo(query, ['hasMedia', 'verified', 'edited', 'reported']),
      ...datesOf(query, { createdFrom: 'fromDate', createdTo: 'toDate' }),
    }),
  )
}

function yesOrNo(query: Query, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const word = oneOf(query, name)
      return word === undefined || word === ''
        ? []
        : [[name, word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : word]]
    }),
  )
}

function readSort(query: Query): ReviewSort {
  const word = oneOf(query, 'sort')
  const sort = word === undefined || word === '' ? 'RECENT' : sorts[word.toLowerCase()]
  if (!sort) throw new InvalidInput({ sort: 'valueInvalid' })
  return sort
}
