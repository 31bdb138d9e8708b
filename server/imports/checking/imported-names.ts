import type { Ctx } from '../../context.ts'
import { productKey } from './fingerprint.ts'
import type { PlacedRow } from './report.ts'

/**
 * The products that reviews went to which files called so: a product may have been chosen by the merchant, or have had another handle then.
 * One statement for all names.
 */
export async function productsOnceCalled(ctx: Ctx, names: readonly string[]): Promise<(name: string) => readonly string[]> {
  const wanted = [...new Set(names.filter(Boolean))]
  const rows = wanted.length === 0 ? [] : await ctx.db.$queryRaw<{ name: string; productId: string }[]>`
    select name, "productId" from "ImportedName" where "shopId" = ${ctx.shop.id}::uuid and name = any(${wanted})`
  const byName = Map.groupBy(rows, ({ name }) => name)
  return (name) => byName.get(name)?.map(({ productId }) => productId) ?? []
}

export interface CalledProduct {
  name: string
  productId: string
}

/** The names that one run of an import meets, each told once. */
export class NewNames {
  readonly #told = new Set<string>()

  /** Of these rows' products, the duplicates' too: a shop may have them from a time when names were not noted. */
  among(rows: readonly PlacedRow[]): CalledProduct[] {
    return rows.flatMap(({ review, productId }) => {
      const name = productKey(review.product)
      const pair = `${productId} ${name}`
      if (productId === null || name === '' || this.#told.has(pair)) return []
      this.#told.add(pair)
      return [{ name, productId }]
    })
  }
}

/** Notes how a file calls products of ours, for the files to come. */
export async function noteImportedNames(tx: Ctx, called: readonly CalledProduct[]): Promise<void> {
  if (called.length === 0) return
  await tx.db.importedName.createMany({ data: called.map((one) => ({ shopId: tx.shop.id, ...one })), skipDuplicates: true })
}
