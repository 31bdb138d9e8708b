import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { UpstreamFailed } from '../../core/errors.ts'
import type { PlatformPort, PlatformShop, ProductRating } from '../platform.ts'
import type { AdminApi } from './admin-api.ts'
import { ratingDefinitionDocument, ratingsDeleteDocument, ratingsSetDocument } from './documents.ts'

const definedData = z.object({
  standardMetafieldDefinitionEnable: z
    .object({ userErrors: z.array(z.object({ code: z.string().nullable(), message: z.string() })) })
    .nullable(),
})
const setData = z.object({
  metafieldsSet: z
    .object({ userErrors: z.array(z.object({ elementIndex: z.number().nullable(), message: z.string() })) })
    .nullable(),
})
const deletedData = z.object({
  metafieldsDelete: z.object({ userErrors: z.array(z.object({ message: z.string() })) }).nullable(),
})

const namespace = 'reviews'
const ownerOf = ({ platformId }: ProductRating): string => `gid://shopify/Product/${platformId}`

/** Writes ratings to the standard metafields. The app needs the scope write_products. */
export function shopifyRatings(api: AdminApi): Pick<PlatformPort, 'setRatings'> {
  /** Shops known to have the metafield definitions. */
  const defined = new LRUCache<string, true>({ max: 10_000 })
  return {
    async setRatings(shop, ratings) {
      if (!defined.has(shop.id)) {
        // A shop that already has them returns an error without effect.
        for (const key of ['rating', 'rating_count'])
          await api.run(shop, { document: ratingDefinitionDocument, variables: { key }, data: definedData })
        defined.set(shop.id, true)
      }
      await set(
        api,
        shop,
        ratings.filter(({ count }) => count > 0),
      )
      const gone = ratings.filter(({ count }) => count === 0)
      if (gone.length === 0) return
      const metafields = gone.flatMap((rating) =>
        ['rating', 'rating_count'].map((key) => ({ ownerId: ownerOf(rating), namespace, key })),
      )
      await api.run(shop, { document: ratingsDeleteDocument, variables: { metafields }, data: deletedData })
    },
  }
}

/** Sets all or none, as the platform does. Retries without refused products, which were deleted. */
async function set(api: AdminApi, shop: PlatformShop, ratings: readonly ProductRating[]): Promise<void> {
  if (ratings.length === 0) return
  const metafields = ratings.flatMap((rating) => metafieldsOf(rating))
  const { metafieldsSet } = await api.run(shop, {
    document: ratingsSetDocument,
    variables: { metafields },
    data: setData,
  })
  const errors = metafieldsSet?.userErrors ?? []
  if (errors.length === 0) return
  const refused = new Set(
    errors.flatMap(({ elementIndex }) => (elementIndex === null ? [] : [metafields[elementIndex]?.ownerId])),
  )
  if (refused.size === 0) throw new UpstreamFailed('upstreamFailed')
  await set(
    api,
    shop,
    ratings.filter((rating) => !refused.has(ownerOf(rating))),
  )
}

function metafieldsOf(rating: ProductRating) {
  const owner = { ownerId: ownerOf(rating), namespace }
  return [
    {
      ...owner,
      key: 'rating',
      type: 'rating',
      value: JSON.stringify({ value: String(rating.average), scale_min: '1.0', scale_max: '5.0' }),
    },
    { ...owner, key: 'rating_count', type: 'number_integer', value: String(rating.count) },
  ]
}
