import type { Ctx } from '../../core/context.ts'
import { productKey } from './fingerprint.ts'
import type { PlacedRow } from './report.ts'

/** A name shared by more products identifies none of them, and would slow down each row. */
const mostProductsOfName = 20
/** Names kept per product: a file may use another name in each row. */
const mostNamesOfProduct = 50

/**
 * Returns the products that earlier files called by these names. A merchant may have chosen the product, or its handle
 * has changed since. Ignores names that very many products have. Runs one statement.
 */
export async function findProductsByImportedName(
  ctx: Ctx,
  names: readonly string[],
): Promise<(name: string) => readonly string[]> {
  const wanted = [...new Set(names.filter(Boolean))]
  const rows =
    wanted.length === 0
      ? []
      : await ctx.db.$queryRaw<{ name: string; productId: string }[]>`
    select wanted.name, called."productId" from unnest(${wanted}::text[]) as wanted(name)
    cross join lateral (
      select "productId" from "ImportedName" where "shopId" = ${ctx.shop.id}::uuid and name = wanted.name limit ${mostProductsOfName + 1}
    ) called`
  const byName = Map.groupBy(rows, ({ name }) => name)
  return (name) => {
    const products = byName.get(name) ?? []
    return products.length > mostProductsOfName ? [] : products.map(({ productId }) => productId)
  }
}

interface ImportedName {
  name: string
  productId: string
}

/** Collects the names of one import run. Each is listed once, within both limits. */
export class ImportedNames {
  readonly #told = new Set<string>()
  readonly #times = new Map<string, number>()

  /** Includes products of duplicates, which the shop may have from before names were saved. */
  among(rows: readonly PlacedRow[]): ImportedName[] {
    return rows.flatMap(({ review, productId }) => {
      const name = productKey(review.product)
      const pair = `${productId} ${name}`
      if (productId === null || name === '' || this.#told.has(pair)) return []
      if (this.#timesOf(productId) >= mostNamesOfProduct || this.#timesOf(`name ${name}`) > mostProductsOfName)
        return []
      this.#told.add(pair)
      for (const one of [productId, `name ${name}`]) this.#times.set(one, this.#timesOf(one) + 1)
      return [{ name, productId }]
    })
  }

  #timesOf(one: string): number {
    return this.#times.get(one) ?? 0
  }
}

/** Saves the names a file uses for our products, for later files. */
export async function saveImportedNames(tx: Ctx, called: readonly ImportedName[]): Promise<void> {
  if (called.length === 0) return
  const shopId = tx.shop.id
  await tx.db.$executeRaw`
    insert into "ImportedName" ("shopId", name, "productId")
    select ${shopId}::uuid, called.name, called."productId"
    from unnest(${called.map(({ name }) => name)}::text[], ${called.map(({ productId }) => productId)}::uuid[]) as called(name, "productId")
    where (select count(*) from (select from "ImportedName" known where known."shopId" = ${shopId}::uuid and known.name = called.name limit ${mostProductsOfName + 1}) of_name) <= ${mostProductsOfName}
      and (select count(*) from (select from "ImportedName" known where known."shopId" = ${shopId}::uuid and known."productId" = called."productId" limit ${mostNamesOfProduct}) of_product) < ${mostNamesOfProduct}
    on conflict do nothing`
}
