import { gtinOf } from '../../../rules/gtin.ts'
import { jsonLd } from '../../../client/storefront/widgets/json-ld.ts'
import type { ShownReview } from '../../../client/storefront/widgets/shown.ts'
import type { Ctx } from '../../core/context.ts'
import type { PageData } from './pages/page-data.ts'
import type { RenderOptions } from './page-view.ts'

interface RatedPage {
  data: PageData
  reviews: readonly ShownReview[]
}

/** Returns a product's ratings for search engines (JSON-LD); null if switched off or without reviews. */
export function buildStructuredData(
  ctx: Ctx,
  { general }: RenderOptions,
  { data: { product, summary }, reviews }: RatedPage,
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
