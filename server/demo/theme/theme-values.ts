import type { Db } from '../../core/database/for-shop.ts'
import { demoShopDomain } from '../catalog/catalog.ts'
import type { PlatformShop, ThemeBlock, ThemeFile, ThemeValue } from '../../platform/platform.ts'
import { demoThemeSettings } from './theme-settings.ts'

/** Languages of the demo's store, the primary one first. */
export const demoLocales = ['en', 'de', 'fr'] as const

const keyOf = ({ shopifyDomain }: Pick<PlatformShop, 'shopifyDomain'>, owner: string | null): string =>
  `theme:${shopifyDomain}:${owner ?? 'app'}`

/** Metafields by key, as Liquid reads them. */
type DemoThemeValues = Record<string, { value: unknown }>

export async function setDemoThemeValues(db: Db, shop: PlatformShop, values: readonly ThemeValue[]): Promise<void> {
  for (const owner of new Set(values.map(({ platformId }) => platformId))) {
    const key = keyOf(shop, owner)
    const given = Object.fromEntries(
      values.filter(({ platformId }) => platformId === owner).map((each) => [each.key, each.json]),
    )
    const row = await db.demoState.findUnique({ where: { key } })
    const value = { ...((row?.value ?? {}) as Record<string, string>), ...given }
    await db.demoState.upsert({ where: { key }, create: { key, value }, update: { value } })
  }
}

/** Returns Liquid's values for products by their ids, and for the whole shop (null). */
export async function readDemoThemeValues(
  db: Db,
  shop: Pick<PlatformShop, 'shopifyDomain'>,
  owners: readonly (string | null)[],
): Promise<Map<string | null, DemoThemeValues>> {
  const rows = await db.demoState.findMany({ where: { key: { in: owners.map((owner) => keyOf(shop, owner)) } } })
  const byKey = new Map(rows.map(({ key, value }) => [key, value as Record<string, string>]))
  return new Map(
    owners.map((owner) => [
      owner,
      Object.fromEntries(
        Object.entries(byKey.get(keyOf(shop, owner)) ?? {}).map(([key, json]) => [
          key,
          { value: JSON.parse(json) as unknown },
        ]),
      ),
    ]),
  )
}

const block = (handle: string) => ({ type: `shopify://apps/candor/blocks/${handle}/demo` })
const template = (name: string, handles: readonly string[]): ThemeFile => ({
  name: `templates/${name}.json`,
  text: JSON.stringify({
    sections: { main: { type: 'main', blocks: Object.fromEntries(handles.map((handle) => [handle, block(handle)])) } },
    order: ['main'],
  }),
})

/** Handles of the blocks on the demo store's pages. */
const pageBlocks = {
  product: ['candor-stars', 'candor-reviews', 'candor-form', 'candor-carousel', 'candor-photos'],
  index: ['candor-testimonials', 'candor-carousel', 'candor-photos', 'candor-instagram'],
  collection: ['candor-carousel', 'candor-photos'],
  page: ['candor-all-reviews'],
  'customers/account': ['candor-account'],
}

type DemoShop = Pick<PlatformShop, 'shopifyDomain'>

/** Answers whether a template has a block; the template of an embed is null. */
export type HasBlock = (template: string | null, handle: string) => boolean

const placedKey = ({ shopifyDomain }: DemoShop): string => `blocks:${shopifyDomain}`
const placedName = (template: string | null, handle: string): string => `${template ?? 'embed'} ${handle}`

/** Reads the blocks of a shop's theme. The theme of the demo's first shop has all, a new shop's has none. */
export async function readPlacedBlocks(db: Db, shop: DemoShop): Promise<HasBlock> {
  if (shop.shopifyDomain === demoShopDomain) return () => true
  const row = await db.demoState.findUnique({ where: { key: placedKey(shop) } })
  const placed = (row?.value ?? []) as string[]
  return (template, handle) => placed.includes(placedName(template, handle))
}

/** Adds a block to a shop's theme, as the platform's theme editor does for a deep link. */
export async function placeBlock(db: Db, shop: DemoShop, { handle, template }: ThemeBlock): Promise<void> {
  const key = placedKey(shop)
  const row = await db.demoState.findUnique({ where: { key } })
  const value = [...new Set([...((row?.value ?? []) as string[]), placedName(template, handle)])]
  await db.demoState.upsert({ where: { key }, create: { key, value }, update: { value } })
}

/** Returns the files of a shop's theme. */
export async function demoThemeFiles(db: Db, shop: DemoShop): Promise<ThemeFile[]> {
  const hasBlock = await readPlacedBlocks(db, shop)
  const embeds = ['popup', 'sidebar'].filter((name) => hasBlock(null, `candor-${name}`))
  return [
    ...Object.entries(pageBlocks).map(([name, handles]) =>
      template(
        name,
        handles.filter((handle) => hasBlock(name, handle)),
      ),
    ),
    {
      name: 'config/settings_data.json',
      text: demoThemeSettings(Object.fromEntries(embeds.map((name) => [name, block(`candor-${name}`)]))),
    },
  ]
}
