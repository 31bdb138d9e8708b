import { isInTransaction, type Ctx } from '../context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { pageStatement, type PageQuery } from './page-statement.ts'

/**
 * Prisma's `findMany` for the pages of lists: the same question and the same rows. What is columns and plain relations goes
 * to the database as one statement that it need not plan each time, and comes back past Prisma, which costs more of a page
 * than the database does. Anything else, and whatever is asked inside a transaction, Prisma asks.
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

/** How many rows a page without an end would have, at most `take`. */
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

/** What selects a page's rows, for Prisma. */
function buildPlainQuery({ where, among, ranges }: PageQuery): object {
  return among || ranges
    ? { AND: [where, ...(among ? [{ id: { in: [...among] } }] : []), ...(ranges ? [ranges.where] : [])] }
    : where
}

/** Where only Prisma can ask for the columns, the rows are still found the quick way. */
async function idsOf(ctx: Ctx, ids: NonNullable<PageQuery['ids']>): Promise<string[]> {
  const values: unknown[] = [ctx.shop.id]
  const text = ids((value) => `$${values.push(value)}`, '$1')
  return (await ctx.access.read(ctx.shop.id, { text: `select id from (${text}) one`, values })).map(([id]) =>
    String(id),
  )
}
