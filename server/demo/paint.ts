import sharp from 'sharp'
import type { Deps } from '../core/context.ts'
import { imageKey, imageSizes } from '../core/files/images.ts'
import { renderPicture, snapshotPicture, type Snapshot } from './catalog/art.ts'
import { demoCatalog, demoShopDomain, otherCatalog, otherShopDomain } from './catalog/catalog.ts'
import { snapshotEdge, snapshotKey, snapshotsOf } from './seed/seed-reviews.ts'

/**
 * Paints the customers' pictures of the demo's reviews, one after another. Takes some seconds. Skips existing pictures,
 * so a further call completes an interrupted one.
 */
export async function paintSnapshots(deps: DemoDeps): Promise<void> {
  for (const { key, snapshot } of await listSnapshots(deps)) {
    if (await isPainted(deps, key)) continue
    const large = await renderPicture(snapshotPicture(snapshot), snapshotEdge)
    await deps.files.put(imageKey(key, 'large'), large, { contentType: 'image/webp' })
    for (const size of ['medium', 'small'] as const) {
      const bytes = await sharp(large).resize(imageSizes[size]).webp({ quality: 80, effort: 2 }).toBuffer()
      await deps.files.put(imageKey(key, size), bytes, { contentType: 'image/webp' })
    }
  }
}

/** Returns whether all pictures are painted: the last one is. */
export async function areSnapshotsPainted(deps: DemoDeps): Promise<boolean> {
  const last = (await listSnapshots(deps)).at(-1)
  return !last || isPainted(deps, last.key)
}

type DemoDeps = Pick<Deps, 'access' | 'files'>

async function listSnapshots({ access }: DemoDeps): Promise<{ key: string; snapshot: Snapshot }[]> {
  const found: { key: string; snapshot: Snapshot }[] = []
  for (const [shopifyDomain, catalog] of [
    [demoShopDomain, demoCatalog('')],
    [otherShopDomain, otherCatalog('')],
  ] as const) {
    const shop = await access
      .acrossShops('the demo platform')
      .shop.findUnique({ where: { shopifyDomain }, select: { id: true } })
    if (shop)
      for (const snapshot of catalog.flatMap(snapshotsOf)) found.push({ key: snapshotKey(shop.id, snapshot), snapshot })
  }
  return found
}

/** Whether a picture exists. Its small size is written last. */
async function isPainted({ files }: DemoDeps, key: string): Promise<boolean> {
  const known = await files.get(imageKey(key, 'small'))
  known?.stream.destroy()
  return known !== null
}
