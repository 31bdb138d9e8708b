import { gtinOf } from '../../../rules/gtin.ts'
import { jsonLd } from '../../../client/storefront/widgets/json-ld.ts'
import type { ShownReview } from '../../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../../core/context.ts'
import type { PageData } from './pages/page-data.ts'
import type { Manner } from './page-view.ts'

interface Told {
  data: PageData
  reviews: readonly ShownReview[]
}

/** Writes a product's ratings for search engines (JSON-LD); null where the shop has them off, and without a review. */
export function structuredData(
  ctx: Ctx,
  { general }: Manner,
  { data: { product, summary }, reviews }: Told,
): string | null {
  if (!product || !general.richSnippets) return null
  const { offer } = product
  return jsonLd({
    product: {
      name: product.title,
      url: ctx.platform.productUrl(ctx.shop, product.handle),
      image: product.image,
      description: product.description,
    },
    sold: offer && {
      brand: offer.vendor,
      currency: offer.currency,
      variants: offer.variants.map(({ sku, barcode, priceCents }) => ({ sku, priceCents, gtin: gtinOf(barcode) })),
    },
    summary,
    reviews,
    aggregate: general.enableAggregateRating,
  })
}
