import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Ctx } from '../context.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { PlatformProduct } from '../platform/platform.ts'

/**
 * Keeps what the platform says of products (title, handle, picture). A product that comes back after its deletion is taken up again;
 * a handle that moved to another product is freed first.
 * @returns our ids, in the order given
 */
export async function keepProducts(ctx: Ctx, products: readonly PlatformProduct[]): Promise<string[]> {
  if (products.length === 0) return []
  return inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    const platformIds = products.map(({ platformId }) => platformId)
    await tx.db.$executeRaw`
      update "Product" set handle = handle || '-' || "platformId"
      where "shopId" = ${shopId}::uuid and handle = any(${products.map(({ handle }) => handle)}) and not ("platformId" = any(${platformIds}))`
    const known = new Map((await tx.db.product.findMany({ where: { shopId, platformId: { in: platformIds } }, select: { id: true, platformId: true } }))
      .map((row) => [row.platformId, row.id]))
    const now = tx.now()
    const ids: string[] = []
    for (const { variants, ...product } of products) {
      const data = { ...product, variants: variants as unknown as Prisma.InputJsonValue, updatedAt: now, deletedAt: null }
      const id = known.get(product.platformId) ?? uuidv7()
      ids.push(id)
      if (known.has(product.platformId)) await tx.db.product.update({ where: { shopId_id: { shopId, id } }, data: { ...data, version: { increment: 1 } } })
      else await tx.db.product.create({ data: { shopId, id, createdAt: now, ...data } })
      tx.publish('product', id)
    }
    return ids
  })
}

/** The newest state of a product that changed on the platform: the event itself may be an old one. Asks the platform, so never in a transaction. */
export async function changedProducts(ctx: Ctx, payload: Record<string, unknown>): Promise<PlatformProduct[]> {
  const platformId = platformIdOf(payload)
  return platformId ? ctx.platform.productsByIds(ctx.shop, [platformId]) : []
}

/** A product was deleted on the platform: its reviews stay, nothing new is asked for it. */
export async function productDeleted(ctx: Ctx, payload: Record<string, unknown>): Promise<void> {
  const platformId = platformIdOf(payload)
  if (platformId) await ctx.db.product.updateMany({ where: { shopId: ctx.shop.id, platformId }, data: { deletedAt: ctx.now(), version: { increment: 1 } } })
}

/** The platform writes ids as numbers, which may pass 2^53; as text they come exact. */
function platformIdOf({ id }: Record<string, unknown>): string | null {
  return (typeof id === 'string' || typeof id === 'number') && /^\d{1,20}$/.test(String(id)) ? String(id) : null
}

/** As many as one look at the platform brings; a larger catalog comes in by its products' changes and by searches. */
const firstLook = 250

/** The first products of a new shop, so that imports and requests find them. A job. */
export async function syncProducts(ctx: Ctx): Promise<void> {
  const found = await ctx.platform.searchProducts(ctx.shop, { search: '', limit: firstLook })
  for (let start = 0; start < found.length; start += 50) await keepProducts(ctx, found.slice(start, start + 50))
}
