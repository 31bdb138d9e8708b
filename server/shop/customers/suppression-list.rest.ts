import { z } from 'zod'
import { searchText } from '../../../rules/filters.ts'
import { formatMessage } from '../../../rules/messages.ts'
import { SUPPRESSION_REASONS } from '../../../rules/suppressions.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse } from '../../core/errors.ts'
import { readParam, type Query } from '../../core/query-params.ts'
import { RestDownload } from '../../core/rest/download.ts'
import { buildPagination, readPageArgs } from '../../core/page-params.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { pageQuery, text, time } from '../../core/rest/shapes.ts'
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
  const { size, args } = readPageArgs(query)
  const { edges, pageInfo } = await listSuppressions(ctx, { args, filter })
  const pagination = buildPagination(pageInfo, { total: await countSuppressions(ctx, filter), size })
  return {
    success: true,
    data: edges.map(({ node: { email, reason: why, createdAt } }) => ({ email, reason: why, createdAt })),
    pagination,
  }
}

const body = z.object({}).loose()
const suppressionShape = z.object({ email: text, reason: z.enum(SUPPRESSION_REASONS), createdAt: time })

export const suppressionRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/suppressions',
    summary: 'List addresses that get no email',
    query: pageQuery.extend({ searchText: z.string().optional(), reason: z.enum(SUPPRESSION_REASONS).optional() }),
    answer: { page: suppressionShape },
    run: (ctx, { query }) => page(ctx, query),
  },
  {
    method: 'GET',
    path: '/suppressions/export',
    summary: 'Download the suppression list',
    answer: { file: 'text/csv' },
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
    summary: 'Add addresses that get no email',
    answer: { data: z.object({ count: z.int() }) },
    body: z.object({ emails: z.array(z.string()).max(1000) }),
    run: async (ctx, request) => ({
      success: true,
      data: { count: await addSuppressions(ctx, parse(body, request.body)) },
      message: formatMessage('saved'),
    }),
  },
  {
    method: 'POST',
    path: '/suppressions/remove',
    summary: 'Remove addresses from the suppression list',
    answer: { data: z.object({ count: z.int() }) },
    body: z.object({
      entries: z.array(z.object({ email: z.string(), reason: z.enum(SUPPRESSION_REASONS) })).max(1000),
    }),
    run: async (ctx, request) => ({
      success: true,
      data: { count: await removeSuppressions(ctx, parse(body, request.body)) },
      message: formatMessage('saved'),
    }),
  },
  {
    method: 'POST',
    path: '/suppressions/import',
    summary: 'Import a suppression list',
    answer: {
      data: z.looseObject({ added: z.int(), known: z.int(), refused: z.int(), problems: z.array(z.unknown()) }),
    },
    body: z.object({ csv: z.string().describe('A column named `email`, or the first column.') }),
    run: async (ctx, request) => ({
      success: true,
      data: await importSuppressions(ctx, parse(body, request.body)),
      message: formatMessage('saved'),
    }),
  },
]
