import { cleanLine } from '../../../rules/clean-text.ts'
import type { ProductFilter, ProductSort } from '../../../rules/filters.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { readId } from '../../core/global-ids.ts'
import { findPage } from '../../core/database/find-page.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../../core/database/keyset.ts'
import { escapeLike } from '../../core/database/like.ts'
import type { Prisma, Product } from '../../generated/prisma/client.ts'
import { summarise, type RatingSummary } from '../../../rules/rating-summary.ts'

interface ProductKey {
  id: string
  title: string
  updatedAt: Date
}

const orders: Record<ProductSort, Order<ProductKey>> = {
  TITLE: {
    name: 'product-title',
    columns: [
      { field: 'title', direction: 'asc' },
      { field: 'id', direction: 'asc' },
    ],
  },
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

interface ProductListInput {
  args: PageArgs
  filter: ProductFilter
  sort: ProductSort
  select: Prisma.ProductSelect
}

/** Returns a page of the shop's products by title or last change; `search` matches a part of the title. */
export async function listProducts(
  ctx: Ctx,
  { args, filter, sort, select }: ProductListInput,
): Promise<Page<ProductKey>> {
  return keysetPage(args, {
    order: orders[sort],
    cursors: makeCursors(ctx),
    find: ({ where, orderBy, take }) =>
      findPage<ProductKey>(ctx, 'Product', {
        where: { ...productsWhere(ctx, filter), AND: where.AND },
        orderBy,
        take,
        select: { ...select, shopId: true, id: true, title: true, updatedAt: true },
      }),
  })
}

interface ProductName {
  id?: string | number | null | undefined
  handle?: string | null | undefined
}

/**
 * Returns a product by an id of any kind or by its handle, with the columns of the caller's query. Null if the shop has
 * none, or without both.
 * @throws InvalidInput for both, or a malformed id
 */
export async function findProduct(ctx: Ctx, { id, handle }: ProductName, query: object = {}): Promise<Product | null> {
  // Pothos warns of a query that isn't read.
  const columns = { ...query }
  if (id == null && handle == null) return null
  if (id != null && handle != null) throw new InvalidInput({ handle: 'valueInvalid' })
  const wanted = id == null ? null : readId('Product', id)
  const where = wanted ?? { handle: cleanLine(handle ?? '').toLowerCase() }
  return ctx.db.product.findFirst({ ...columns, where: { ...where, shopId: ctx.shop.id, deletedAt: null } })
}

const productsWhere = (ctx: Ctx, { search, updatedAfter, updatedBefore }: ProductFilter): Prisma.ProductWhereInput => ({
  shopId: ctx.shop.id,
  deletedAt: null,
  ...((updatedAfter || updatedBefore) && {
    updatedAt: { ...(updatedAfter && { gt: updatedAfter }), ...(updatedBefore && { lt: updatedBefore }) },
  }),
  ...(search ? { title: { contains: escapeLike(cleanLine(search)), mode: 'insensitive' } } : {}),
})

/** Counts the products exactly; a shop has hundreds, not millions. */
export const countProducts = (ctx: Ctx, filter: ProductFilter): Promise<number> =>
  ctx.db.product.count({ where: productsWhere(ctx, filter) })

export interface ProductSummary {
  id: string
  platformId: string
  title: string
  handle: string
  image: string | null
  status: string
  summary: RatingSummary
}

/** Returns products with the summary of their published reviews, in one statement with the counters. */
export async function productsWithSummary(
  ctx: Ctx,
  { where, take }: { where: Prisma.ProductWhereInput; take: number },
): Promise<ProductSummary[]> {
  const rows = await ctx.db.product.findMany({
    where: { ...where, shopId: ctx.shop.id, deletedAt: null },
    orderBy: [{ title: 'asc' }, { id: 'asc' }],
    take,
    select: {
      id: true,
      platformId: true,
      title: true,
      handle: true,
      image: true,
      status: true,
      counts: { where: { status: 'published' }, select: { rate: true, count: true } },
    },
  })
  return rows.map(({ counts, ...product }) => ({ ...product, summary: summarise(counts) }))
}

/** Invalidates the storefront's cache of products and queues their ratings. Null stands for the shop. */
export async function raiseProductVersions(
  tx: Ctx,
  productIds: readonly (string | null)[],
  also: { lastImportedAt?: Date } = {},
): Promise<void> {
  const ids = [...new Set(productIds.flatMap((id) => id ?? []))].sort()
  if (ids.length > 0)
    await tx.db.product.updateMany({
      where: { shopId: tx.shop.id, id: { in: ids } },
      data: {
        version: { increment: 1 },
        updatedAt: tx.now(),
        ratingDue: true,
        themeDue: { increment: 1 },
        ...also,
      },
    })
  if (ids.length > 0) await tx.enqueue('ratings.send', {})
  if (productIds.length > 0) await tx.enqueue('theme.send', { whole: true })
  // Any product's event also drops pages of the whole shop; without a product, the shop's id does.
  for (const id of ids.length === 0 && productIds.length > 0 ? [tx.shop.id] : ids) tx.publish('product', id)
}
