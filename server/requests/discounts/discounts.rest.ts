import { searchText, totalPages } from '../../../rules/filters.ts'
import { defaultPageSize } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse } from '../../core/errors.ts'
import { readParam, readPageSize, type Query } from '../../core/query-params.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { countDiscounts, isDiscountState, listDiscounts, shownState } from './discounts.ts'

async function page(ctx: Ctx, query: Query): Promise<object> {
  const word = readParam(query, 'state') ?? ''
  if (word && !isDiscountState(word)) throw new InvalidInput({ state: 'valueInvalid' })
  const filter = {
    search: parse(searchText, readParam(query, 'searchText') ?? ''),
    state: isDiscountState(word) ? word : null,
  }
  const size = readPageSize(query, 'limitPerPage', defaultPageSize)
  const [after, before] = [readParam(query, 'after') ?? readParam(query, 'cursor'), readParam(query, 'before')]
  const { edges, pageInfo } = await listDiscounts(ctx, {
    args: before ? { last: size, before } : { first: size, after },
    filter,
  })
  const total = await countDiscounts(ctx, filter)
  const pagination = {
    previousCursor: pageInfo.hasPreviousPage ? pageInfo.startCursor : null,
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    hasPre: pageInfo.hasPreviousPage,
    hasNext: pageInfo.hasNextPage,
    total,
    totalPage: total === null ? null : totalPages(total, size),
  }
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

export const discountRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/discounts', run: (ctx, { query }) => page(ctx, query) },
]
