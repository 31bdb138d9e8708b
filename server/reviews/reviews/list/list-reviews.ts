import type { ReviewFilter, ReviewSort } from '../../../../rules/filters.ts'
import { maxCountedRows } from '../../../../rules/limits.ts'
import { LISTED_STATUSES, VERIFIED_BY } from '../../../../rules/review-status.ts'
import { isCounted } from '../../../../rules/review-totals.ts'
import { splitSearchWords } from '../../../../rules/votes-and-search.ts'
import type { Ctx } from '../../../core/context.ts'
import { NotFound } from '../../../core/errors.ts'
import { findPage } from '../../../core/database/find-page.ts'
import { makeCursors } from '../../../core/database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../../../core/database/keyset.ts'
import { escapeLike } from '../../../core/database/like.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { buildIdsQuery, someIdsOf } from './list-ids.ts'

interface ReviewKey {
  id: string
  createdAt: Date
  updatedAt: Date
  rate: number
  hasMedia: boolean
}

const newest = [
  { field: 'createdAt', direction: 'desc' },
  { field: 'id', direction: 'desc' },
] as const

/** Orders of spec 9, newest first among equals, and by the last change for programs that sync. */
const orders: Record<ReviewSort, Order<ReviewKey>> = {
  RECENT: { name: 'recent', columns: newest },
  OLDEST: {
    name: 'oldest',
    columns: [
      { field: 'createdAt', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
  },
  HIGHEST: { name: 'highest', columns: [{ field: 'rate', direction: 'desc' }, ...newest], groups: [5, 4, 3, 2, 1] },
  LOWEST: { name: 'lowest', columns: [{ field: 'rate', direction: 'asc' }, ...newest], groups: [1, 2, 3, 4, 5] },
  MEDIA: { name: 'media', columns: [{ field: 'hasMedia', direction: 'desc' }, ...newest], groups: [true, false] },
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

interface ReviewListInput {
  args: PageArgs
  filter: ReviewFilter
  sort: ReviewSort
  /** Columns to load; the cursor's are added. */
  select: Prisma.ReviewSelect
}

/**
 * Returns a page of the shop's reviews (spec 2, 9) with only the requested columns. Uses one statement; by rating or
 * media, one more if the page spans two groups. Without a status, deleted reviews are left out.
 * @throws InvalidInput for a page size out of 1..100 or a foreign cursor
 */
export async function listReviews(ctx: Ctx, { args, filter, sort, select }: ReviewListInput): Promise<Page<ReviewKey>> {
  return keysetPage(args, {
    order: orders[sort],
    cursors: makeCursors(ctx),
    find: async ({ where, orderBy, take, range }) => {
      const ids = buildIdsQuery(filter, sort, { range, take })
      if (ids === 'none') return []
      const wanted = buildReviewWhere(ctx, filter)
      return findPage<ReviewKey>(ctx, 'Review', {
        where: { ...wanted, AND: [...wanted.AND, ...where.AND] },
        orderBy,
        take,
        ids,
        select: { ...select, shopId: true, id: true, createdAt: true, updatedAt: true, rate: true, hasMedia: true },
      })
    },
  })
}

/** Builds the Prisma condition of a filter. Without a status, deleted reviews are left out. */
export function buildReviewWhere(
  ctx: Ctx,
  filter: ReviewFilter,
): Prisma.ReviewWhereInput & { AND: Prisma.ReviewWhereInput[] } {
  const {
    status,
    rate,
    source,
    productIds,
    importId,
    search,
    hasMedia,
    verified,
    edited,
    reported,
    suspicion,
    objected,
    unanswered,
    assignee,
    createdFrom,
    createdTo,
    updatedAfter,
    updatedBefore,
  } = filter
  return {
    shopId: ctx.shop.id,
    status: { in: status?.length ? status : LISTED_STATUSES },
    ...(rate?.length ? { rate: { in: rate } } : {}),
    ...(source?.length ? { source: { in: source } } : {}),
    ...(productIds?.length ? { productId: { in: productIds } } : {}),
    ...(importId ? { importId } : {}),
    AND: splitSearchWords(search ?? '').map((word) => ({ searchText: { contains: escapeLike(word) } })),
    ...(hasMedia === undefined ? {} : { hasMedia }),
    ...(verified === undefined
      ? {}
      : { verifiedBy: verified ? { in: VERIFIED_BY.filter((by) => by !== 'none') } : 'none' }),
    ...(edited === undefined ? {} : { edited }),
    ...(reported ? { openReports: { gt: 0 } } : {}),
    ...(suspicion?.length ? { suspicion: { is: { settledAt: null, kinds: { hasSome: suspicion } } } } : {}),
    ...(objected ? { openObjection: true } : {}),
    ...(unanswered ? { replyAt: null } : {}),
    ...(assignee ? { assigneeId: assignee === 'unassigned' ? null : assignee } : {}),
    ...(createdFrom || createdTo
      ? { createdAt: { ...(createdFrom ? { gte: createdFrom } : {}), ...(createdTo ? { lte: createdTo } : {}) } }
      : {}),
    ...(updatedAfter || updatedBefore
      ? {
          updatedAt: {
            ...(updatedAfter ? { gt: updatedAfter } : {}),
            ...(updatedBefore ? { lt: updatedBefore } : {}),
          },
        }
      : {}),
  }
}

/**
 * Counts the reviews of a filter. Statuses, ratings, sources and products are exact, from the counters. Any other
 * combination is counted up to 10,000; null beyond (decisions 'Totals').
 */
export async function countReviews(ctx: Ctx, filter: ReviewFilter): Promise<number | null> {
  const { status, rate, source, productIds } = filter
  if (!isCounted(filter)) return countRows(ctx, filter)
  const where = {
    shopId: ctx.shop.id,
    status: { in: status?.length ? status : LISTED_STATUSES },
    ...(rate?.length ? { rate: { in: rate } } : {}),
  }
  if (productIds?.length) {
    const { _sum } = await ctx.db.productReviewCount.aggregate({
      where: { ...where, productId: { in: productIds } },
      _sum: { count: true },
    })
    return _sum.count ?? 0
  }
  const { _sum } = await ctx.db.reviewCount.aggregate({
    where: { ...where, ...(source?.length ? { source: { in: source } } : {}) },
    _sum: { count: true },
  })
  return _sum.count ?? 0
}

async function countRows(ctx: Ctx, filter: ReviewFilter): Promise<number | null> {
  const values: unknown[] = [ctx.shop.id]
  const ids = someIdsOf(filter, maxCountedRows + 1)((value) => `$${values.push(value)}`, '$1')
  const [row] = await ctx.access.read(ctx.shop.id, { text: `select count(*)::int from (${ids}) counted`, values })
  const count = Number(row?.[0])
  return count > maxCountedRows ? null : count
}

/** Returns one review with the columns of the caller's query. @throws NotFound */
export async function requireReview<Query extends object>(ctx: Ctx, id: string, query: Query): Promise<never> {
  const review = await ctx.db.review.findUnique({
    ...withColumns(query),
    where: { shopId_id: { shopId: ctx.shop.id, id } },
  })
  if (!review) throw new NotFound()
  return review as never
}

/** Returns reviews by their ids, unordered; unknown ids are left out. */
export async function reviewsByIds<Query extends object>(
  ctx: Ctx,
  ids: readonly string[],
  query: Query,
): Promise<never> {
  return (await ctx.db.review.findMany({
    ...withColumns(query),
    where: { shopId: ctx.shop.id, id: { in: [...ids] } },
  })) as never
}

/** Selects the id if the caller wants no column: Prisma refuses an empty selection. */
function withColumns(query: object): object {
  const { select } = query as { select?: object }
  return select && Object.keys(select).length === 0 ? { ...query, select: { id: true } } : query
}
