import type { Db } from '../../core/database/for-shop.ts'
import type { PlatformShop, ProductRating } from '../../platform/platform.ts'

const keyOf = (shop: Pick<PlatformShop, 'shopifyDomain'>, platformId: string): string =>
  `metafields:${shop.shopifyDomain}:${platformId}`

/** A product's metafields by `namespace.key`. */
export type DemoMetafields = Record<string, { type: string; value: string }>

/** Sets the rating of products, or deletes it without any reviews. */
export async function setDemoRatings(db: Db, shop: PlatformShop, ratings: readonly ProductRating[]): Promise<void> {
  for (const { platformId, average, count } of ratings) {
    const key = keyOf(shop, platformId)
    const value: DemoMetafields = {
      'reviews.rating': {
        type: 'rating',
        value: JSON.stringify({ value: String(average), scale_min: '1.0', scale_max: '5.0' }),
      },
      'reviews.rating_count': { type: 'number_integer', value: String(count) },
    }
    if (count === 0) await db.demoState.deleteMany({ where: { key } })
    else await db.demoState.upsert({ where: { key }, create: { key, value }, update: { value } })
  }
}

/** Returns a product's metafields for themes; empty without any. */
export async function readDemoMetafields(
  db: Db,
  shop: Pick<PlatformShop, 'shopifyDomain'>,
  platformId: string,
): Promise<DemoMetafields> {
  const row = await db.demoState.findUnique({ where: { key: keyOf(shop, platformId) } })
  return (row?.value ?? {}) as unknown as DemoMetafields
}
