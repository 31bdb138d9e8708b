import { isInTransaction, type Ctx } from '../context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { pageStatement, type PageQuery } from './page-statement.ts'

/**
 * Runs Prisma's `findMany` for list pages, with the same arguments and rows. Columns and plain relations become one
 * prepared statement and bypass Prisma, which costs more than the database. Prisma runs everything else, and everything
 * inside a transaction.
 */
export async function findPage<Row extends object>(
  ctx: Ctx,
  model: Prisma.ModelName,
  { ids, among, ranges, ...query }: PageQuery,
): Promise<Row[]> {
  const statement = isInTransaction(ctx) ? null : pageStatement(model, { ...query, ids, among, ranges })
  if (statement) return (await ctx.access.read(ctx.shop.id, statement)).map((row) => statement.rowOf(row) as Row)
  const wanted =
    ids && !isInTransaction(ctx)
      ? { shopId: ctx.shop.id, id: { in: await idsOf(ctx, ids) } }
      : buildPlainQuery({ ...query, among, ranges })
  const delegate = ctx.db[`${model.charAt(0).toLowerCase()}${model.slice(1)}` as 'review']
  return delegate.findMany({ ...query, where: wanted } as Prisma.ReviewFindManyArgs) as unknown as Promise<Row[]>
}

/** Counts the rows from the query's start to the list's end, at most `take`. */
export async function countPage(ctx: Ctx, model: Prisma.ModelName, query: PageQuery): Promise<number> {
  const statement = isInTransaction(ctx) ? null : pageStatement(model, query)
  if (statement)
    return Number(
      (
        await ctx.access.read(ctx.shop.id, {
          text: `select count(*)::int from (${statement.text}) counted`,
          values: statement.values,
        })
      )[0]?.[0],
    )
  const delegate = ctx.db[`${model.charAt(0).toLowerCase()}${model.slice(1)}` as 'review']
  return delegate.count({ where: buildPlainQuery(query), take: query.take })
}

function buildPlainQuery({ where, among, ranges }: PageQuery): object {
  return among || ranges
    ? { AND: [where, ...(among ? [{ id: { in: [...among] } }] : []), ...(ranges ? [ranges.where] : [])] }
    : where
}

/** Finds the ids by the fast statement, where only Prisma can read the columns. */
async function idsOf(ctx: Ctx, ids: NonNullable<PageQuery['ids']>): Promise<string[]> {
  const values: unknown[] = [ctx.shop.id]
  const text = ids((value) => `$${values.push(value)}`, '$1')
  return (await ctx.access.read(ctx.shop.id, { text: `select id from (${text}) one`, values })).map(([id]) =>
    String(id),
  )
}
