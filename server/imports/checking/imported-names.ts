import type { Ctx } from '../../core/context.ts'
import { productKey } from './fingerprint.ts'
import type { PlacedRow } from './report.ts'

/** A name that more products have says nothing of any of them: each would cost every row of that name a look. */
const mostProductsOfName = 20
/** A file may call one product otherwise in each of its rows; so many names of a product are kept. */
const mostNamesOfProduct = 50

/**
 * The products that reviews went to which files called so: a product may have been chosen by the merchant, or have had another handle then.
 * None for a name that very many had. One statement for all names.
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

export interface ImportedName {
  name: string
  productId: string
}

/** The names that one run of an import meets, each told once, and of a product or a name no more than are kept. */
export class ImportedNames {
  readonly #told = new Set<string>()
  readonly #times = new Map<string, number>()

  /** Of these rows' products, the duplicates' too: a shop may have them from a time when names were not noted. */
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

/** Notes how a file calls products of ours, for the files to come. */
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
