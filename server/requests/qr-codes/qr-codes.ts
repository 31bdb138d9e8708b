import { cleanLine } from '../../../rules/clean-text.ts'
import { maxQrProducts } from '../../../rules/limits.ts'
import { inTransaction, requireFeature, type Ctx } from '../../core/context.ts'
import { makeCursors } from '../../core/database/cursor.ts'
import { keysetPage, type KeysetQuery, type Order, type Page, type PageArgs } from '../../core/database/keyset.ts'
import { escapeLike } from '../../core/database/like.ts'
import { recordFacts } from '../../shop/analytics/facts.ts'
import { InvalidInput, NotFound } from '../../core/errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { findRowIds } from '../../core/global-ids.ts'
import { codePng, productCode, type ProductCode } from './code.ts'

export const QR_SORTS = ['lastImportedAt_desc', 'lastImportedAt_asc', 'title_asc', 'title_desc'] as const
type QrSort = (typeof QR_SORTS)[number]
export const defaultQrSort: QrSort = 'lastImportedAt_desc'

interface Place {
  id: string
  /** Time of the last import in milliseconds, or the title. */
  key: number | string
}

interface QrList {
  args: PageArgs
  search: string
  sort: QrSort
  select: Prisma.ProductSelect
}

/** Returns a page of products for codes. Products without an import count as the oldest. */
export async function listQrProducts(ctx: Ctx, { args, search, sort, select }: QrList): Promise<Page<Place>> {
  const [by, direction] = sort.split('_') as ['title' | 'lastImportedAt', 'asc' | 'desc']
  const order: Order<Place> = {
    name: `qr-${sort}`,
    columns: [
      { field: 'key', direction },
      { field: 'id', direction },
    ],
  }
  return keysetPage(args, {
    order,
    cursors: makeCursors(ctx),
    find: async (query) => {
      const places = await findPlaces(ctx, { by, isDescending: direction === 'desc', search, query })
      const rows = await ctx.db.product.findMany({
        where: { shopId: ctx.shop.id, id: { in: places.map(({ id }) => id) } },
        select: { ...select, shopId: true, id: true },
      })
      const byId = new Map(rows.map((row) => [row.id, row]))
      return places.flatMap((place) => (byId.has(place.id) ? [{ ...byId.get(place.id), ...place }] : []))
    },
  })
}

interface Finding {
  by: 'title' | 'lastImportedAt'
  isDescending: boolean
  search: string
  query: KeysetQuery
}

async function findPlaces(ctx: Ctx, { by, isDescending, search, query: { range, take } }: Finding): Promise<Place[]> {
  const key = by === 'title' ? Prisma.sql`title` : Prisma.sql`coalesce("lastImportedAt", 'epoch')`
  const value = (given: unknown) =>
    by === 'title' ? Prisma.sql`${String(given)}::text` : Prisma.sql`${new Date(Number(given))}::timestamptz`
  const buildCursorCondition = (place: readonly unknown[] | null, isAbove: boolean) =>
    place
      ? Prisma.sql`and (${key}, id) ${isAbove ? Prisma.sql`>` : Prisma.sql`<`} (${value(place[0])}, ${String(place[1])}::uuid)`
      : Prisma.empty
  const way = isDescending !== range.backward ? Prisma.sql`desc` : Prisma.sql`asc`
  const rows = await ctx.db.$queryRaw<{ id: string; key: Date | string }[]>`
    select id, ${key} as key from "Product" where ${productsWhere(ctx, search)} ${buildCursorCondition(range.after, !isDescending)} ${buildCursorCondition(range.before, isDescending)}
    order by ${key} ${way}, id ${way} limit ${take}`
  return rows.map(({ id, key: found }) => ({ id, key: found instanceof Date ? found.getTime() : found }))
}

function productsWhere(ctx: Ctx, search: string): Prisma.Sql {
  const pattern = `%${escapeLike(cleanLine(search))}%`
  const matching = search ? Prisma.sql`and (title ilike ${pattern} or handle ilike ${pattern})` : Prisma.empty
  return Prisma.sql`"shopId" = ${ctx.shop.id}::uuid and "deletedAt" is null ${matching}`
}

export async function countQrProducts(ctx: Ctx, search: string): Promise<number> {
  const [found] = await ctx.db.$queryRaw<
    { count: bigint }[]
  >`select count(*) from "Product" where ${productsWhere(ctx, search)}`
  return Number(found?.count ?? 0)
}

/** Counts the scans of products' codes by product, over the three years that facts are kept. */
export async function countScans(ctx: Ctx, productIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await ctx.db.$queryRaw<{ value: string; count: bigint }[]>`
    select value, sum(count) as count from "Fact"
    where "shopId" = ${ctx.shop.id}::uuid and metric = 'qr.scanned' and dimension = 'product' and value = any(${[...productIds]}::text[]) group by value`
  return new Map(rows.map(({ value, count }) => [value, Number(count)]))
}

export interface GeneratedCode extends ProductCode {
  id: string
  handle: string
  title: string
}

/**
 * Creates the codes of products, by ids of any kind, in the given order.
 * @throws PlanRequired below Advanced; NotFound productMissing; InvalidInput for none, more than 100 or a malformed id
 */
export async function generateQrCodes(ctx: Ctx, productIds: readonly string[]): Promise<GeneratedCode[]> {
  requireFeature(ctx, 'qrCode')
  if (productIds.length === 0) throw new InvalidInput({ productIds: 'required' })
  if (productIds.length > maxQrProducts)
    throw new InvalidInput({ productIds: { code: 'tooManyIds', params: { max: maxQrProducts } } })
  const ids = await findRowIds(ctx, 'Product', { given: productIds, field: 'productIds' })
  const rows = await ctx.db.product.findMany({
    where: {
      shopId: ctx.shop.id,
      deletedAt: null,
      id: { in: ids },
    },
    select: { id: true, platformId: true, handle: true, title: true },
  })
  return ids.map((wanted) => {
    const row = rows.find(({ id }) => id === wanted)
    if (!row) throw new NotFound('productMissing')
    return { id: row.id, handle: row.handle, title: row.title, ...productCode(ctx, row.platformId) }
  })
}

/** Creates the undecorated code of one product as a picture. @throws as generateQrCodes */
export async function generateQrPng(ctx: Ctx, productId: string): Promise<{ id: string; qrCode: string; url: string }> {
  const [code] = await generateQrCodes(ctx, [productId])
  if (!code) throw new NotFound('productMissing')
  return { id: code.id, qrCode: await codePng(code.url), url: code.url }
}

/** Returns the product of a code; null if it was deleted. */
export function findScannedProduct(ctx: Ctx, platformId: string): Promise<{ id: string; handle: string } | null> {
  return ctx.db.product.findFirst({
    where: { shopId: ctx.shop.id, platformId, deletedAt: null },
    select: { id: true, handle: true },
  })
}

export const recordScan = (ctx: Ctx, productId: string): Promise<void> =>
  inTransaction(ctx, async (tx) =>
    recordFacts(tx, [{ metric: 'qr.scanned', at: tx.now(), by: { product: productId } }]),
  )
