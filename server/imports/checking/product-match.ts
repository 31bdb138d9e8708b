import type { Ctx } from '../../core/context.ts'
import { barcodeOf } from '../sources/product-names.ts'
import type { ProductNames } from '../sources/source.ts'

/** Most reliable first (domain rule 6). A name of two products matches neither: a wrong guess would go unnoticed. */
const tiers = [
  { kind: 'id', of: ({ platformId }: ProductNames) => platformId },
  { kind: 'variant', of: ({ variantId }: ProductNames) => variantId },
  { kind: 'handle', of: ({ handle }: ProductNames) => handle },
  { kind: 'handle', of: ({ urlHandle }: ProductNames) => urlHandle },
  { kind: 'sku', of: ({ sku }: ProductNames) => sku },
  { kind: 'barcode', of: ({ sku }: ProductNames) => barcodeOf(sku) },
  // Shops write barcodes into columns for ids, too.
  { kind: 'barcode', of: ({ platformId, other }: ProductNames) => barcodeOf(platformId || other) },
  { kind: 'handle', of: ({ other }: ProductNames) => other.toLowerCase() },
  // A bare number may be an id of another shop.
  { kind: 'sku', of: ({ other }: ProductNames) => (/\D/.test(other) ? other : '') },
  { kind: 'title', of: ({ title }: ProductNames) => title },
  { kind: 'plain', of: ({ title }: ProductNames) => title },
  { kind: 'plain', of: ({ other }: ProductNames) => other },
] as const

const separator = '\u001f'

/** Finds our products for reviews of a file in one statement. Returns our id by the file's names, or null. */
export async function matchProducts(
  ctx: Ctx,
  products: readonly ProductNames[],
): Promise<(product: ProductNames) => string | null> {
  const wanted = new Map<string, { kind: string; name: string }>()
  for (const product of products) {
    for (const { kind, of } of tiers) {
      const name = of(product)
      if (name !== '') wanted.set(kind + separator + name, { kind, name })
    }
  }
  if (wanted.size === 0) return () => null
  const found = await findNamed(ctx, [...wanted.values()])
  return (product) => {
    for (const { kind, of } of tiers) {
      const [id, another] = found.get(kind + separator + of(product)) ?? []
      if (id !== undefined && another === undefined) return id
    }
    return null
  }
}

/** Looks up each name separately (`offset 0`). For a new shop the planner would otherwise read all names. */
async function findNamed(ctx: Ctx, names: readonly { kind: string; name: string }[]): Promise<Map<string, string[]>> {
  const shopId = ctx.shop.id
  const of = (...kinds: string[]) => names.filter(({ kind }) => kinds.includes(kind))
  const [ids, handles, others] = [of('id'), of('handle'), of('variant', 'sku', 'barcode', 'title', 'plain')]
  const rows = await ctx.db.$queryRaw<{ kind: string; name: string; id: string }[]>`
    select 'id' as kind, "platformId" as name, id from "Product"
    where "shopId" = ${shopId}::uuid and "deletedAt" is null and "platformId" = any(${ids.map(({ name }) => name)})
    union all
    select 'handle', handle, id from "Product" where "shopId" = ${shopId}::uuid and "deletedAt" is null and handle = any(${handles.map(({ name }) => name)})
    union all
    select w.kind, w.name, p.id
    from unnest(${others.map(({ kind }) => kind)}::text[], ${others.map(({ name }) => name)}::text[]) as w(kind, name)
    cross join lateral (
      select n."productId" from "ProductName" n
      where n."shopId" = ${shopId}::uuid and n.kind = w.kind and n.name = case w.kind when 'plain' then candor_plain_title(w.name) else w.name end offset 0
    ) n
    cross join lateral (select p.id from "Product" p where p."shopId" = ${shopId}::uuid and p.id = n."productId" and p."deletedAt" is null offset 0) p`
  const found = new Map<string, string[]>()
  for (const { kind, name, id } of rows) {
    const key = kind + separator + name
    found.set(key, [...(found.get(key) ?? []), id])
  }
  return found
}
