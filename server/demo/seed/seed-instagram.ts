import type { InstagramPost, InstagramSettings } from '../../../rules/settings/instagram-widget.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Ctx } from '../../core/context.ts'
import { buildImagePath } from '../../storefront/instagram/connection.ts'
import { instagramDemo, instagramDemoPosts } from '../../storefront/instagram/stand-in.ts'
import { saveSecret } from '../../core/secrets/shop-secrets.ts'
import type { SeedProduct } from './seed-reviews.ts'
import { snapshotKey, snapshotsOf } from './seed-reviews.ts'

/** Connects a shop to the demo's Instagram. Its posts use the customers' snapshots, some with tagged products. */
export async function seedInstagram(tx: Ctx, products: readonly SeedProduct[]): Promise<void> {
  const { shop } = tx
  const now = tx.now()
  await saveSecret(tx, 'instagram.token', instagramDemo.token)
  const posts = instagramDemoPosts.flatMap(([id, days, handle, caption], index): InstagramPost[] => {
    const entry = products.find(({ product }) => product.handle === handle)
    const snapshot = entry && snapshotsOf(entry.product)[index % 2]
    if (!snapshot) return []
    const tagged =
      index % 2 === 0 ? [{ id: entry.id, title: entry.product.title, url: tx.platform.productUrl(shop, handle) }] : []
    return [
      {
        id,
        caption,
        permalink: `https://www.instagram.com/p/${id}/`,
        isVideo: false,
        image: buildImagePath(snapshotKey(shop.id, snapshot)),
        postedAt: new Date(now.getTime() - days * dayMs).toISOString(),
        products: tagged,
      },
    ]
  })
  const value: Partial<InstagramSettings> = {
    enabled: true,
    state: 'connected',
    username: instagramDemo.username,
    tokenRefreshedAt: now.toISOString(),
    syncedAt: now.toISOString(),
    posts,
  }
  await tx.db.setting.create({ data: { shopId: shop.id, key: 'instagramWidget', value, updatedAt: now } })
}
