import { reviewFilter, type ReviewFilter, type ReviewSort } from '../../../../rules/filters.ts'
import { defaultPageSize } from '../../../../rules/limits.ts'
import { REVIEW_SOURCES, type ReviewSource } from '../../../../rules/review-status.ts'
import type { Ctx } from '../../../core/context.ts'
import { InvalidInput, parse } from '../../../core/errors.ts'
import { findRowIds } from '../../../core/global-ids.ts'
import { readDateParams, readListParam, readParam, readPageSize, type Query } from '../../../core/query-params.ts'
import { buildPagination } from '../../../core/page-params.ts'
import type { WireNames } from '../../../core/wire-names.ts'
import { parseWireFilter } from './filter-wire.ts'
import { countReviews, listReviews } from './list-reviews.ts'
import { formatReviews, wireSelect, type WireRow } from '../review-wire.ts'

/** Sort names of spec 9, and those in the list's URL. */
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
  updatedat_asc: 'UPDATED_ASC',
  updatedat_desc: 'UPDATED_DESC',
}

/** Accepts the names of sources and the labels of spec 9. */
const sources = new Map<string, ReviewSource>(
  (Object.keys(REVIEW_SOURCES) as ReviewSource[]).flatMap((source) => [
    [source, source],
    [REVIEW_SOURCES[source].toLowerCase(), source],
  ]),
)

/** Returns a page of reviews for a REST query (spec 2, 7). Ignores unknown keys. @throws InvalidInput */
export async function buildReviewPage(ctx: Ctx, query: Query): Promise<object> {
  const filter = await readFilter(ctx, query)
  const size = readPageSize(
    query,
    readParam(query, 'limitPerPage') === undefined ? 'limit' : 'limitPerPage',
    defaultPageSize,
  )
  const [after, before] = [readParam(query, 'after') ?? readParam(query, 'cursor'), readParam(query, 'before')]
  const page = await listReviews(ctx, {
    args: before ? { last: size, before } : { first: size, after },
    filter,
    sort: readSort(query),
    select: wireSelect,
  })
  const total = readParam(query, 'includeTotal') === 'false' ? null : await countReviews(ctx, filter)
  const pagination = buildPagination(page.pageInfo, { total, size })
  return {
    success: true,
    data: await formatReviews(
      ctx,
      page.edges.map(({ node }) => node as unknown as WireRow),
    ),
    pagination,
  }
}

export const reviewWireNames: WireNames = {
  cursor: ['after', 'cursor', 'before'],
  status: ['statusFilter', 'status'],
  rate: ['rateMultipleFilter', 'rate'],
  source: 'sourceFilter',
  productIds: 'productIdsFilter',
  search: 'searchText',
  importId: 'importFilter',
  assignee: 'assigneeFilter',
  createdFrom: 'fromDate',
  createdTo: 'toDate',
}

async function readFilter(ctx: Ctx, query: Query): Promise<ReviewFilter> {
  const status = [...readListParam(query, 'statusFilter'), ...readListParam(query, 'status')].filter(
    (word) => word !== 'all',
  )
  const rate = [...readListParam(query, 'rateMultipleFilter'), ...readListParam(query, 'rate')].map((word) =>
    /^\d$/.test(word) ? Number(word) : word,
  )
  const source = readListParam(query, 'sourceFilter').map((word) => sources.get(word.toLowerCase()) ?? word)
  const suspicion = readListParam(query, 'suspicion')
  const products = readListParam(query, 'productIdsFilter')
  if (products.length > 100) throw new InvalidInput({ productIdsFilter: 'valueInvalid' })
  const productIds = await findRowIds(ctx, 'Product', { given: products, field: 'productIdsFilter' })
  const [importId, search] = [readParam(query, 'importFilter'), readParam(query, 'searchText')]
  const assignee = readParam(query, 'assigneeFilter')
  return parse(
    reviewFilter,
    await parseWireFilter(ctx, {
      ...(status.length && { status }),
      ...(rate.length && { rate }),
      ...(source.length && { source }),
      ...(productIds.length && { productIds }),
      ...(importId && { importId }),
      ...(search && { search }),
      ...(suspicion.length && { suspicion }),
      ...(assignee && { assignee }),
      ...yesOrNo(query, ['hasMedia', 'verified', 'edited', 'reported', 'objected', 'unanswered']),
      ...readDateParams(query, { createdFrom: 'fromDate', createdTo: 'toDate' }),
      ...readDateParams(query, { updatedAfter: 'updatedAfter', updatedBefore: 'updatedBefore' }),
    }),
  )
}

function yesOrNo(query: Query, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const word = readParam(query, name)
      return word === undefined || word === ''
        ? []
        : [[name, word === 'true' || word === '1' ? true : word === 'false' || word === '0' ? false : word]]
    }),
  )
}

function readSort(query: Query): ReviewSort {
  const word = readParam(query, 'sort')
  const name = word?.toLowerCase() ?? ''
  const sort = name === '' ? 'RECENT' : Object.hasOwn(sorts, name) && sorts[name]
  if (!sort) throw new InvalidInput({ sort: 'valueInvalid' })
  return sort
}
