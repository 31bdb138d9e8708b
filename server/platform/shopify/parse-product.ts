import { z } from 'zod'
import type { PlatformProduct } from '../platform.ts'

const idText = z.union([z.string(), z.number()]).transform(String)

export const productShape = z.object({
  legacyResourceId: idText,
  handle: z.string(),
  title: z.string(),
  status: z.string(),
  vendor: z.string(),
  productType: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullable() }).nullable() })
    .nullable(),
  variants: z.object({
    nodes: z.array(
      z.object({
        legacyResourceId: idText,
        title: z.string(),
        sku: z.string().nullable(),
        barcode: z.string().nullish(),
        price: z.string(),
      }),
    ),
  }),
})

/** Turns an Admin API product into the port's. */
export function parseProduct(node: z.output<typeof productShape>, currency: string): PlatformProduct {
  const variants = node.variants.nodes.map(({ legacyResourceId, title, sku, barcode, price }) => ({
    id: legacyResourceId,
    title,
    sku: sku ?? '',
    barcode: barcode ?? '',
    priceCents: parseCents(price),
  }))
  const status = node.status.toLowerCase()
  return {
    platformId: node.legacyResourceId,
    handle: node.handle,
    title: node.title,
    image: node.featuredMedia?.preview?.image?.url ?? null,
    status: status === 'draft' || status === 'archived' ? status : 'active',
    vendor: node.vendor,
    productType: node.productType,
    description: node.description,
    tags: node.tags,
    variants,
    priceCents: variants.length > 0 ? Math.min(...variants.map(({ priceCents }) => priceCents)) : 0,
    currency,
  }
}

/** Parses a decimal of the platform into hundredths, without floating point. */
function parseCents(decimal: string): number {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
}
