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

/** A page of the shop's products by title; `search` is a part of the title. */
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

/** How many products there are; products are hundreds, not millions. */
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

/** Products with the summary of their published reviews, in one statement with the counters. */
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

/** Makes the storefront forget what it keeps of the products of these reviews, and has the platform told of their ratings; null stands for reviews of the shop itself. */
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
  // Pages of the whole shop go with any product's; without one, the shop's own id drops them.
  for (const id of ids.length === 0 && productIds.length > 0 ? [tx.shop.id] : ids) tx.publish('product', id)
}
