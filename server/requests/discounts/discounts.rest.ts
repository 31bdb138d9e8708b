import { searchText, totalPages } from '../../../rules/filters.ts'
import { defaultPageSize } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, parse } from '../../core/errors.ts'
import { oneOf, pageSizeOf, type Query } from '../../core/query-words.ts'
import type { RestRoute } from '../../core/rest/route.ts'
import { countDiscounts, isDiscountState, listDiscounts, shownState } from './discounts.ts'

async function page(ctx: Ctx, query: Query): Promise<object> {
  const word = oneOf(query, 'state') ?? ''
  if (word && !isDiscountState(word)) throw new InvalidInput({ state: 'valueInvalid' })
  const filter = {
    search: parse(searchText, oneOf(query, 'searchText') ?? ''),
    state: isDiscountState(word) ? word : null,
  }
  const size = pageSizeOf(query, 'limitPerPage', defaultPageSize)
  const [after, before] = [oneOf(query, 'after') ?? oneOf(query, 'cursor'), oneOf(query, 'before')]
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

/** The issued codes over REST. */
export const discountRoutes: readonly RestRoute[] = [
  { method: 'GET', path: '/discounts', run: (ctx, { query }) => page(ctx, query) },
]
