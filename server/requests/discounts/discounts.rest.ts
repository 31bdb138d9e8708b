import { z } from 'zod'
import { searchText } from '../../../rules/filters.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse } from '../../core/errors.ts'
import { readParam, type Query } from '../../core/query-params.ts'
import { buildPagination, readPageArgs } from '../../core/page-params.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { count, pageQuery, text, time, timeOrNull, uuid } from '../../core/rest/shapes.ts'
import { countDiscounts, isDiscountState, listDiscounts, shownState } from './discounts.ts'

async function page(ctx: Ctx, query: Query): Promise<object> {
  const word = readParam(query, 'state') ?? ''
  if (word && !isDiscountState(word)) throw new InvalidInput({ state: 'valueInvalid' })
  const filter = {
    search: parse(searchText, readParam(query, 'searchText') ?? ''),
    state: isDiscountState(word) ? word : null,
  }
  const { size, args } = readPageArgs(query)
  const { edges, pageInfo } = await listDiscounts(ctx, { args, filter })
  const pagination = buildPagination(pageInfo, { total: await countDiscounts(ctx, filter), size })
  const data = edges.map(({ node }) => {
    const {
      id,
      code,
      email,
      kind,
      type,
      value,
      currency,
      startsAt,
      endsAt,
      usedAt,
      usedOrderName,
      revenueCents,
      reviewId,
      createdAt,
    } = node
    return {
      id,
      code,
      email,
      kind,
      type,
      value,
      currency,
      state: shownState(node, ctx.now()),
      startsAt,
      endsAt,
      usedAt,
      usedOrderName,
      revenueCents,
      reviewId,
      createdAt,
    }
  })
  return { success: true, data, pagination }
}

const discountShape = z.object({
  id: uuid,
  code: text,
  email: text,
  kind: text,
  type: text,
  value: z.int(),
  currency: text,
  state: text,
  startsAt: timeOrNull,
  endsAt: timeOrNull,
  usedAt: timeOrNull,
  usedOrderName: text,
  revenueCents: count,
  reviewId: uuid,
  createdAt: time,
})

export const discountRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/discounts',
    summary: 'List discount codes',
    query: pageQuery.extend({
      searchText: z.string().optional(),
      state: z.string().describe('Such as `issued`.').optional(),
    }),
    answer: { page: discountShape },
    run: (ctx, { query }) => page(ctx, query),
  },
]
