import { v7 as uuidv7 } from 'uuid'
import { cleanLine, cleanText } from '../../../rules/clean-text.ts'
import { missingScopes } from '../../../rules/scopes.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import type { PlatformProduct } from '../../platform/platform.ts'

/** Longer than any transaction that writes reviews: afterwards, reviews written with an old title are visible. */
const settledSeconds = 60
/** More at once would exceed the platform's limit for one call. */
const comparedAtOnce = 50

/**
 * Stores the platform's products (title, handle, picture ...). One statement writes new and changed ones and raises
 * only their versions. Restores a product that returns after its deletion, and first frees a handle that moved. The
 * last entry of a repeated product counts. A new title queues a search for the product's reviews.
 * @returns our ids, in the order given
 */
export async function saveProducts(ctx: Ctx, products: readonly PlatformProduct[]): Promise<string[]> {
  if (products.length === 0) return []
  const rows = [...new Map(products.map((product) => [product.platformId, rowOf(product)])).values()]
  return inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    // Concurrent saves wait: an upsert guards only one of two unique keys; the other could fail.
    await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`products:${shopId}`}, 0))`
    await tx.db.$executeRaw`
      update "Product" p set "updatedAt" = ${tx.now()}, handle = p.handle || '-' || p."platformId"
      from unnest(${rows.map(({ handle }) => handle)}::text[], ${rows.map(({ platformId }) => platformId)}::text[]) as now(handle, "platformId")
      where p."shopId" = ${shopId}::uuid and p.handle = now.handle and p."platformId" <> now."platformId"`
    const kept = await writeChanged(tx, rows)
    for (const { id } of kept) tx.publish('product', id)
    if (kept.length > 0) await tx.enqueue('theme.send', {})
    await findReviewsByTitle(
      tx,
      kept.filter(({ renamed }) => renamed),
    )
    const known = await tx.db.product.findMany({
      where: { shopId, platformId: { in: rows.map(({ platformId }) => platformId) } },
      select: { id: true, platformId: true },
    })
    const ids = new Map(known.map(({ id, platformId }) => [platformId, id]))
    return products.flatMap(({ platformId }) => ids.get(platformId) ?? [])
  })
}

/** Queues each search twice: the second finds few rows to write. */
function findReviewsByTitle(tx: Ctx, products: readonly { id: string; title: string }[]): Promise<void> {
  const jobs = products.map(({ id, title }) => ({ data: { productId: id, title } }))
  return tx.enqueueAll('reviews.retitle', [
    ...jobs,
    ...jobs.map((job) => ({ ...job, startAfterSeconds: settledSeconds })),
  ])
}

type ProductRow = PlatformProduct & { id: string }

/** Copies single fields, as an adapter's products may have more. */
function rowOf({
  platformId,
  handle,
  title,
  image,
  status,
  vendor,
  productType,
  description,
  tags,
  variants,
  priceCents,
  currency,
}: PlatformProduct): ProductRow {
  return {
    id: uuidv7(),
    platformId,
    handle,
    title: cleanLine(title),
    image,
    status,
    vendor: cleanLine(vendor),
    productType: cleanLine(productType),
    description: cleanText(description),
    tags: tags.map(cleanLine),
    variants: variants.map((variant) => ({ ...variant, title: cleanLine(variant.title) })),
    priceCents,
    currency,
  }
}

/** Neither writes nor locks unchanged rows, so that a search does not wait for an import's batch. */
function writeChanged(
  tx: Ctx,
  rows: readonly ProductRow[],
): Promise<{ id: string; title: string; renamed: boolean }[]> {
  const shopId = tx.shop.id
  const now = tx.now()
  return tx.db.$queryRaw<{ id: string; title: string; renamed: boolean }[]>`
    with kept as (
      insert into "Product" as p ("shopId", id, "platformId", handle, title, image, status, vendor, "productType", description, tags, variants, "priceCents", currency, "createdAt", "updatedAt")
      select ${shopId}::uuid, w.id, w."platformId", w.handle, w.title, w.image, w.status, w.vendor, w."productType", w.description, w.tags, w.variants, w."priceCents", w.currency, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(
        id uuid, "platformId" text, handle text, title text, image text, status text, vendor text, "productType" text, description text, tags text[], variants jsonb, "priceCents" int, currency text)
      left join "Product" k on k."shopId" = ${shopId}::uuid and k."platformId" = w."platformId"
      where k.id is null or k."deletedAt" is not null
        or (k.handle, k.title, k.image, k.status, k.vendor, k."productType", k.description, k.tags, k.variants, k."priceCents", k.currency)
          is distinct from (w.handle, w.title, w.image, w.status, w.vendor, w."productType", w.description, w.tags, w.variants, w."priceCents", w.currency)
      order by k.id, w.id
      on conflict ("shopId", "platformId") do update set
        handle = excluded.handle, title = excluded.title, image = excluded.image, status = excluded.status, vendor = excluded.vendor, "productType" = excluded."productType",
        description = excluded.description, tags = excluded.tags, variants = excluded.variants, "priceCents" = excluded."priceCents", currency = excluded.currency,
        "updatedAt" = excluded."updatedAt", "deletedAt" = null, version = p.version + 1, "themeDue" = p."themeDue" + 1
      returning p.id, p.title
    )
    select kept.id, kept.title, (known.title <> kept.title) is true as renamed
    from kept left join "Product" known on known."shopId" = ${shopId}::uuid and known.id = kept.id`
}

/** Queues reading a changed product. */
export async function queueChangedProduct(tx: Ctx, payload: Record<string, unknown>): Promise<void> {
  const platformId = platformIdOf(payload)
  if (platformId) await tx.enqueue('products.fetch', { platformId })
}

/** Job: stores a product's newest state, as the event may be old. */
export async function fetchChangedProduct(ctx: Ctx, { platformId }: { platformId: string }): Promise<void> {
  if (missingScopes(ctx.shop.grantedScopes, 'products').length > 0) return
  await saveProducts(ctx, await ctx.platform.productsByIds(ctx.shop, [platformId]))
}

/** Marks a product as deleted on the platform: its reviews stay, no new ones are requested. */
export async function markProductDeleted(ctx: Ctx, payload: Record<string, unknown>): Promise<void> {
  const platformId = platformIdOf(payload)
  if (platformId)
    await ctx.db.product.updateMany({
      where: { shopId: ctx.shop.id, platformId },
      data: { deletedAt: ctx.now(), updatedAt: ctx.now(), version: { increment: 1 } },
    })
}

/**
 * Job: marks products as deleted that the platform lost while the shop was away, since no event told so. One page of
 * products from before `before` per job.
 */
export async function markLostProducts(ctx: Ctx, { before, after }: { before: string; after?: string }): Promise<void> {
  if (ctx.shop.uninstalledAt || missingScopes(ctx.shop.grantedScopes, 'products').length > 0) return
  const where = { shopId: ctx.shop.id, deletedAt: null }
  const known = await ctx.db.product.findMany({
    where: { ...where, createdAt: { lt: new Date(before) }, ...(after && { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: comparedAtOnce,
    select: { id: true, platformId: true },
  })
  const found = await ctx.platform.productsByIds(
    ctx.shop,
    known.map(({ platformId }) => platformId),
  )
  const lost = known.filter(({ platformId }) => !found.some((product) => product.platformId === platformId))
  await inTransaction(ctx, async (tx) => {
    await tx.db.product.updateMany({
      where: { ...where, id: { in: lost.map(({ id }) => id) } },
      data: { deletedAt: tx.now(), updatedAt: tx.now(), version: { increment: 1 } },
    })
    for (const { id } of lost) tx.publish('product', id)
    if (known.length === comparedAtOnce) await tx.enqueue('products.findLost', { before, after: known.at(-1)?.id })
  })
}

/** Reads the platform's id as text: as a number it may exceed 2^53. */
function platformIdOf({ id }: Record<string, unknown>): string | null {
  return (typeof id === 'string' || typeof id === 'number') && /^\d{1,20}$/.test(String(id)) ? String(id) : null
}

/** Raised when more of a product is stored: shops with a lower `Shop.catalogVersion` read their catalog again. */
export const catalogVersion = 2
