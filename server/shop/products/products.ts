import { cleanLine } from '../../../rules/clean-text.ts'
import type { Ctx } from '../../core/context.ts'
import { findPage } from '../../core/database/find-page.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { keysetPage, type Order, type Page, type PageArgs } from '../../core/database/keyset.ts'
import { escapeLike } from '../../core/database/like.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { summarise, type RatingSummary } from '../../../rules/rating-summary.ts'

interface ProductKey {
  id: string
  title: string
}

const byTitle: Order<ProductKey> = {
  name: 'product-title',
  columns: [
    { field: 'title', direction: 'asc' },
    { field: 'id', direction: 'asc' },
  ],
}

/** Returns a page of the shop's products by title; `search` matches a part of the title. */
export async function listProducts(
  ctx: Ctx,
  { args, search, select }: { args: PageArgs; search?: string | null | undefined; select: Prisma.ProductSelect },
): Promise<Page<ProductKey>> {
  return keysetPage(args, {
    order: byTitle,
    cursors: makeCursors(ctx),
    find: ({ where, orderBy, take }) =>
      findPage<ProductKey>(ctx, 'Product', {
        where: { ...productsWhere(ctx, search), AND: where.AND },
        orderBy,
        take,
        select: { ...select, shopId: true, id: true, title: true },
      }),
  })
}

const productsWhere = (ctx: Ctx, search: string | null | undefined): Prisma.ProductWhereInput => ({
  shopId: ctx.shop.id,
  deletedAt: null,
  ...(search ? { title: { contains: escapeLike(cleanLine(search)), mode: 'insensitive' } } : {}),
})

/** Counts the products exactly; a shop has hundreds, not millions. */
export const countProducts = (ctx: Ctx, search?: string | null): Promise<number> =>
  ctx.db.product.count({ where: productsWhere(ctx, search) })

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
      data: { version: { increment: 1 }, ratingDue: true, themeDue: { increment: 1 }, ...also },
    })
  if (ids.length > 0) await tx.enqueue('ratings.send', {})
  if (productIds.length > 0) await tx.enqueue('theme.send', { whole: true })
  // Any product's event also drops pages of the whole shop; without a product, the shop's id does.
  for (const id of ids.length === 0 && productIds.length > 0 ? [tx.shop.id] : ids) tx.publish('product', id)
}
