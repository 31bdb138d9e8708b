import type { App } from '../app/compose.ts'
import { refuseDemoDatabase } from '../core/env.ts'
import { otherLogin, pictureOriginKey } from './seed/seed.ts'
import { demoShopDomain } from './catalog/catalog.ts'
import { areSnapshotsPainted } from './paint.ts'

/** Login of the second, new shop: on plan free, before its setup. */
export const newShopLogin = otherLogin

interface Preparation {
  say(line: string): void
  /** Fills a database without shops, then paints the pictures. Resolves when the rows are there. */
  fill(): Promise<void>
}

/**
 * Fills an empty database with the demo's shops; one that has a shop stays unchanged.
 * @throws EnvError without CANDOR_MODE if the database has shops of others
 */
export async function prepareDemo(app: App, { say, fill }: Preparation): Promise<void> {
  const { shop } = app.deps.access.acrossShops('the demo platform')
  const known = await shop.findFirst({ select: { id: true } })
  if (known && (await shop.count({ where: { shopifyDomain: demoShopDomain } })) === 0) refuseDemoDatabase(app.deps.env)
  if (!known) say('  Demo data ...')
  else await updatePictureUrls(app)
  if (!known || !(await areSnapshotsPainted(app.deps))) await fill()
}

/** Updates the absolute picture URLs in the rows after the demo's port changed. */
export async function updatePictureUrls({ deps }: App): Promise<void> {
  const db = deps.access.acrossShops('the demo platform')
  const before = await db.demoState.findUnique({ where: { key: pictureOriginKey } })
  if (typeof before?.value !== 'string' || before.value === deps.origin) return
  const [from, to] = [`${before.value}/demo/pictures/`, `${deps.origin}/demo/pictures/`]
  await db.$transaction([
    db.$executeRaw`update "Product" set image = replace(image, ${from}, ${to}) where starts_with(image, ${from})`,
    db.$executeRaw`update "Order" set "lineItems" = replace("lineItems"::text, ${from}, ${to})::jsonb where strpos("lineItems"::text, ${from}) > 0`,
    db.$executeRaw`update "QueueItem" set "lineItems" = replace("lineItems"::text, ${from}, ${to})::jsonb where strpos("lineItems"::text, ${from}) > 0`,
    db.demoState.update({ where: { key: pictureOriginKey }, data: { value: deps.origin } }),
  ])
}
