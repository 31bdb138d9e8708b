import { z } from 'zod'
import { searchText, totalPages } from '../../../rules/filters.ts'
import { defaultPageSize } from '../../../rules/limits.ts'
import { formatMessage } from '../../../rules/messages.ts'
import { SUPPRESSION_REASONS } from '../../../rules/suppressions.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse } from '../../core/errors.ts'
import { readParam, readPageSize, type Query } from '../../core/query-params.ts'
import { RestDownload } from '../../core/rest/download.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import {
  addSuppressions,
  countSuppressions,
  exportSuppressions,
  importSuppressions,
  listSuppressions,
  removeSuppressions,
} from './suppression-list.ts'

async function page(ctx: Ctx, query: Query): Promise<object> {
  const word = readParam(query, 'reason') || undefined
  const reason = SUPPRESSION_REASONS.find((each) => each === word)
  if (word && !reason) throw new InvalidInput({ reason: 'valueInvalid' })
  const filter = { search: parse(searchText, readParam(query, 'searchText') ?? ''), reason }
  const size = readPageSize(query, 'limitPerPage', defaultPageSize)
  const [after, before] = [readParam(query, 'after') ?? readParam(query, 'cursor'), readParam(query, 'before')]
  const { edges, pageInfo } = await listSuppressions(ctx, {
    args: before ? { last: size, before } : { first: size, after },
    filter,
  })
  const total = await countSuppressions(ctx, filter)
  const pagination = {
    previousCursor: pageInfo.hasPreviousPage ? pageInfo.startCursor : null,
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    hasPre: pageInfo.hasPreviousPage,
    hasNext: pageInfo.hasNextPage,
    total,
    totalPage: total === null ? null : totalPages(total, size),
  }
  return {
    success: true,
    data: edges.map(({ node: { email, reason: why, createdAt } }) => ({ email, reason: why, createdAt })),
    pagination,
  }
}

const body = z.object({}).loose()

export const suppressionRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/suppressions', run: (ctx, { query }) => page(ctx, query) },
  {
    method: 'GET',
    path: '/suppressions/export',
    run: async (ctx) =>
      new RestDownload({
        name: 'suppression-list.csv',
        contentType: 'text/csv; charset=utf-8',
        body: await exportSuppressions(ctx),
      }),
  },
  {
    method: 'POST',
    path: '/suppressions',
    body: { emails: true },
    run: async (ctx, request) => ({
      success: true,
      data: { count: await addSuppressions(ctx, parse(body, request.body)) },
      message: formatMessage('saved'),
    }),
  },
  {
    method: 'POST',
    path: '/suppressions/remove',
    body: { entries: true },
    run: async (ctx, request) => ({
      success: true,
      data: { count: await removeSuppressions(ctx, parse(body, request.body)) },
      message: formatMessage('saved'),
    }),
  },
  {
    method: 'POST',
    path: '/suppressions/import',
    body: { csv: true },
    run: async (ctx, request) => ({
      success: true,
      data: await importSuppressions(ctx, parse(body, request.body)),
      message: formatMessage('saved'),
    }),
  },
]
