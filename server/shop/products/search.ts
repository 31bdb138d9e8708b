import type { Ctx } from '../../core/context.ts'
import type { ProductSearch } from '../../platform/platform.ts'
import { productsWithSummary, type ProductSummary } from './products.ts'
import { saveProducts } from './sync.ts'

/**
 * Searches products for a picker (spec 3). Asks the platform, so that a new product is found, and stores the results.
 * @throws UpstreamFailed, AccessRefused
 */
export async function searchPlatformProducts(ctx: Ctx, search: ProductSearch): Promise<ProductSummary[]> {
  const ids = await saveProducts(ctx, await ctx.platform.searchProducts(ctx.shop, search))
  return productsWithSummary(ctx, { where: { id: { in: ids } }, take: search.limit })
}
