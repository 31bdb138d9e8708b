import { z } from 'zod'
import { cleanLine } from '../../../rules/clean-text.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { defaultPageSize, maxPageSize, maxSearchChars } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { escapeLike } from '../../core/database/like.ts'
import { InvalidInput, parse } from '../../core/errors.ts'

export interface ImportProduct {
  id: string
  productId: string
  title: string
  handle: string
  image: string | null
  /** Reviews of the product that are not in the trash. */
  allStarCount: number
  lastImportedAt: Date | null
}

/** A product in answers of REST. */
export const importProductShape = z.object({
  id: z.string(),
  productId: z.string(),
  title: z.string(),
  handle: z.string(),
  image: z.string().nullable(),
  allStarCount: z.int(),
  lastImportedAt: z.string().nullable(),
})

interface Pagination {
  previousCursor: string | null
  nextCursor: string | null
  hasPre: boolean
  hasNext: boolean
  total: number
  totalPage: number
}

const yesNo = z.enum(['true', 'false', '1', '0'], 'malformedInput').transform((word) => word === 'true' || word === '1')

/** Parameters of the list. */
export const manualImportSchema = z.object({
  after: z.string().optional(),
  before: z.string().optional(),
  sort: z.enum(['lastImportedAt_desc', 'lastImportedAt_asc'], 'malformedInput').default('lastImportedAt_desc'),
  searchText: z.string().max(maxSearchChars, 'malformedInput').optional(),
  limitPerPage: z.coerce
    .number('malformedInput')
    .int('malformedInput')
    .min(1, 'malformedInput')
    .max(maxPageSize, 'malformedInput')
    .default(defaultPageSize),
  hasReview: yesNo.optional(),
})

interface Position {
  at: number
  id: string
}

/**
 * Lists products with their review count and last import time, latest first. Products without an import come last (spec
 * 7).
 * @throws InvalidInput malformedInput, malformedCursor
 */
export async function listProductsForImport(
  ctx: Ctx,
  query: unknown,
): Promise<{ data: ImportProduct[]; pagination: Pagination }> {
  const { after, before, sort, searchText, limitPerPage, hasReview } = parse(manualImportSchema, query)
  const backward = before !== undefined
  const cursor = before ?? after
  const isDescending = (sort === 'lastImportedAt_desc') !== backward
  const wanted = matching(ctx, { searchText, hasReview })
  const rows = await ctx.db.$queryRaw<
    (Omit<ImportProduct, 'allStarCount' | 'productId'> & { platformId: string; reviews: bigint; at: Date })[]
  >`
    select * from (${products(wanted)}) p
    where ${cursor === undefined ? Prisma.sql`true` : buildCursorCondition(readPosition(ctx, cursor, sort), isDescending)}
    order by ${isDescending ? Prisma.sql`p.at desc, p.id desc` : Prisma.sql`p.at asc, p.id asc`}
    limit ${limitPerPage + 1}`
  const hasMore = rows.length > limitPerPage
  if (hasMore) rows.pop()
  if (backward) rows.reverse()
  const [{ count: total = 0n } = {}] = await ctx.db.$queryRaw<
    { count?: bigint }[]
  >`select count(*) from (${products(wanted)}) p`
  const cursorOf = (row: { at: Date; id: string } | undefined) =>
    row
      ? makeCursors(ctx).write(`manual-import ${sort}`, { at: row.at.getTime(), id: row.id } satisfies Position)
      : null
  return {
    data: rows.map(({ reviews, platformId, at: _at, ...row }) => ({
      ...row,
      productId: platformId,
      allStarCount: Number(reviews),
    })),
    pagination: {
      previousCursor: cursorOf(rows[0]),
      nextCursor: cursorOf(rows.at(-1)),
      hasPre: backward ? hasMore : after !== undefined,
      hasNext: backward ? true : hasMore,
      total: Number(total),
      totalPage: Math.ceil(Number(total) / limitPerPage),
    },
  }
}

function matching(
  ctx: Ctx,
  { searchText, hasReview }: { searchText: string | undefined; hasReview: boolean | undefined },
): { shopId: string; where: Prisma.Sql } {
  const conditions = [Prisma.sql`true`]
  const pattern = `%${escapeLike(cleanLine(searchText ?? ''))}%`
  if (searchText?.trim()) conditions.push(Prisma.sql`(title ilike ${pattern} or handle ilike ${pattern})`)
  if (hasReview !== undefined) conditions.push(hasReview ? Prisma.sql`reviews > 0` : Prisma.sql`reviews = 0`)
  return { shopId: ctx.shop.id, where: Prisma.join(conditions, ' and ') }
}

/** Products without an import get the oldest time. */
const products = ({ shopId, where }: { shopId: string; where: Prisma.Sql }): Prisma.Sql => Prisma.sql`
  select * from (
    select p.id, p."platformId", p.title, p.handle, p.image, p."lastImportedAt", coalesce(p."lastImportedAt", 'epoch') as at,
      (select coalesce(sum(c.count), 0) from "ProductReviewCount" c where c."shopId" = p."shopId" and c."productId" = p.id and c.status <> 'deleted')::bigint as reviews
    from "Product" p where p."shopId" = ${shopId}::uuid and p."deletedAt" is null
  ) counted where ${where}`

function buildCursorCondition({ at, id }: Position, isDescending: boolean): Prisma.Sql {
  const key = Prisma.sql`(${new Date(at)}::timestamptz, ${id}::uuid)`
  return isDescending ? Prisma.sql`(p.at, p.id) < ${key}` : Prisma.sql`(p.at, p.id) > ${key}`
}

function readPosition(ctx: Ctx, cursor: string, sort: string): Position {
  const position = makeCursors(ctx).read<Position>(`manual-import ${sort}`, cursor)
  if (!position) throw new InvalidInput({ cursor: 'malformedCursor' })
  return position
}
