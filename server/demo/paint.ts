import sharp from 'sharp'
import type { App } from '../app/compose.ts'
import type { Deps } from '../core/context.ts'
import { imageKey, imageSizes } from '../core/files/images.ts'
import { renderPicture, snapshotPicture } from './catalog/art.ts'
import { demoCatalog, demoShopDomain, otherCatalog, otherShopDomain, type CatalogProduct } from './catalog/catalog.ts'
import { snapshotEdge, snapshotKey, snapshotsOf } from './seed/seed-reviews.ts'

/**
 * Paints the customers' pictures of the demo's reviews. Takes some seconds, so it runs after the server started. Skips
 * existing pictures, so the next start completes an interrupted one.
 */
export async function paintSnapshots({ deps, http }: App): Promise<void> {
  // Added first: a listening server accepts no more hooks.
  const stop = new AbortController()
  http.addHook('onClose', async () => stop.abort())
  for (const [shopifyDomain, catalog] of [
    [demoShopDomain, demoCatalog('')],
    [otherShopDomain, otherCatalog('')],
  ] as const) {
    const shop = await deps.access
      .acrossShops('the demo platform')
      .shop.findUnique({ where: { shopifyDomain }, select: { id: true } })
    if (shop) await paintShop(deps, { shop, catalog, signal: stop.signal })
  }
}

interface Canvas {
  shop: { id: string }
  catalog: readonly CatalogProduct[]
  signal: AbortSignal
}

async function paintShop(deps: Deps, { shop, catalog, signal }: Canvas): Promise<void> {
  for (const snapshot of catalog.flatMap(snapshotsOf)) {
    if (signal.aborted) return
    const key = snapshotKey(shop.id, snapshot)
    // The small one is written last, so if it exists, all do.
    const known = await deps.files.get(imageKey(key, 'small'))
    if (known) {
      known.stream.destroy()
      continue
    }
    const large = await renderPicture(snapshotPicture(snapshot), snapshotEdge)
    await deps.files.put(imageKey(key, 'large'), large, { contentType: 'image/webp' })
    for (const size of ['medium', 'small'] as const) {
      const bytes = await sharp(large).resize(imageSizes[size]).webp({ quality: 80, effort: 2 }).toBuffer()
      await deps.files.put(imageKey(key, size), bytes, { contentType: 'image/webp' })
    }
  }
}
