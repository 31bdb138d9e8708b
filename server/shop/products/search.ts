import type { Ctx } from '../../core/context.ts'
import type { ProductSearch } from '../../platform/platform.ts'
import { productsWithSummary, type ProductSummary } from './products.ts'
import { saveProducts } from './sync.ts'

/**
 * Products for a picker (spec 3). The platform is asked, so that a product made a minute ago is found; what it answers is kept.
 * @throws UpstreamFailed, AccessRefused
 */
export async function searchPlatformProducts(ctx: Ctx, search: ProductSearch): Promise<ProductSummary[]> {
  const ids = await saveProducts(ctx, await ctx.platform.searchProducts(ctx.shop, search))
  return productsWithSummary(ctx, { where: { id: { in: ids } }, take: search.limit })
}
