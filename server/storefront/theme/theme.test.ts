import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { maxThemeValueBytes, THEME_WIDGETS } from '../../../rules/theme-blocks.ts'
import { renderBlocks } from '../../demo/theme/liquid.ts'
import { readDemoThemeValues } from '../../demo/theme/theme-values.ts'
import type { ThemeValue } from '../../platform/platform.ts'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { demoShopDomain, otherShopDomain } from '../../demo/catalog/catalog.ts'
import { addProduct, postWebhook, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { themePlacements } from './placement.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ themes: true })
})
afterAll(() => world.close())

/** Sets the languages that the shop publishes. All widgets are rendered in each of them. */
function publishIn(...locales: string[]): void {
  world.app.deps.platform.publishedLocales = () => Promise.resolve(locales)
}
const several = ['de', 'en', 'fr']
beforeEach(() => publishIn('en'))

const readValues = async (owner: string | null, shop = world.shop) => {
  const values = await readDemoThemeValues(world.app.deps.access.acrossShops('the demo platform'), shop, [owner])
  return Object.fromEntries(
    Object.entries(values.get(owner) ?? {}).map(([key, { value }]) => [key, value as Record<string, unknown>]),
  )
}
const boxOf = async ({ platformId }: TestProduct, locale = 'en') =>
  String((await readValues(platformId))[`widgets_${locale}`]?.['reviewBox'])
const publish = async (product: TestProduct, ...contents: string[]) => {
  const rows = await addReviews(world.ctx, ...contents.map((content) => ({ productId: product.id, rate: 5, content })))
  await performReviewAction(world.ctx, { act: 'publish', ids: rows.map(({ id }) => id) })
}

async function countCalls(act: () => Promise<unknown>): Promise<ThemeValue[][]> {
  const { platform } = world.app.deps
  const { setThemeValues } = platform
  const calls: ThemeValue[][] = []
  platform.setThemeValues = (shop, values) => {
    calls.push([...values])
    return setThemeValues(shop, values)
  }
  try {
    await act()
    await world.runJobs()
  } finally {
    platform.setThemeValues = setThemeValues
  }
  return calls
}

describe('a page of the theme', () => {
  let mug: TestProduct
  beforeAll(async () => {
    publishIn(...several)
    mug = await addProduct(world, 'Tea mug')
    await publish(mug, 'Keeps tea warm')
    await world.runJobs()
  })

  test('has the value of its language, and the primary one for an unknown language', async () => {
    const product = await world.ctx.db.product.findFirstOrThrow({ where: { shopId: world.shop.id, id: mug.id } })
    const print = async (locale: string) =>
      (
        await renderBlocks(world.ctx, {
          pageType: 'product',
          path: '/products/hillside-mug',
          locale,
          blocks: ['starRating', 'reviewBox'],
          product,
        })
      ).reviewBox
    expect(await print('de')).toContain('lang="de"')
    const unknown = await print('sv')
    expect(unknown).toContain('lang="en"')
    expect(unknown).toContain('Keeps tea warm')
  })

  test.each([
    ['/products/*', '/products/mug', true],
    ['/products/*', '/collections/all', false],
    ['*sale*', '/pages/big-sale/now', true],
    ['/', '/', true],
    ['/cart', '/cart/', true],
    ['/cart', '/cartoon', false],
  ])('has the popup for the pages %s at %s: %s', async (includedPages, path, stands) => {
    await saveSetting(world.ctx, 'popup', {
      enabled: true,
      pageShow: 'included',
      includedPages,
      excludedPages: '/products/never*',
    })
    await world.runJobs()
    const print = async (at: string) =>
      (await renderBlocks(world.ctx, { pageType: 'page', path: at, locale: 'en', blocks: ['reviewPopup'] })).reviewPopup
    expect((await print(path)) !== '').toBe(stands)
    expect(await print('/products/never-here')).toBe('')
  })
})

describe('the widgets’ HTML at the platform', () => {
  test('follows the published reviews in each published language', async () => {
    publishIn(...several)
    const product = await addProduct(world, 'Themed')
    await publish(product, 'Holds the heat for hours')
    await world.runJobs()
    expect(Object.keys(await readValues(product.platformId)).sort()).toEqual(['widgets_de', 'widgets_en', 'widgets_fr'])
    const [english, german] = [await boxOf(product), await boxOf(product, 'de')]
    expect(english).toContain('Holds the heat for hours')
    expect(english).toContain('data-candor-widget="reviewBox"')
    expect(german).toContain('lang="de"')
    expect(german).toContain(
      `data-candor="/demo/store/apps/candor/${world.shop.shopifyDomain}/widgets/reviewBox?locale=de&amp;`,
    )
    expect(await readValues(product.platformId, world.otherShop)).toEqual({})
  })

  test('is rewritten after a style change, with the pages on which the settings allow it', async () => {
    const product = await addProduct(world, 'Restyled')
    await publish(product, 'Sturdy')
    await world.runJobs()
    const before = await boxOf(product)
    await saveSetting(world.ctx, 'reviewBox', { starIconType: 'heart' })
    await saveSetting(world.ctx, 'popup', { enabled: true, pageShow: 'included', includedPages: '/products/*' })
    await world.runJobs()
    expect(await boxOf(product)).not.toBe(before)
    expect((await readValues(null))['widgets_en']?.['reviewPopup']).toMatchObject({ only: [['/products/', '']] })
  })

  test('is rewritten once by another release', async () => {
    const product = await addProduct(world, 'Renewed')
    await world.advance({ minutes: 2 })
    const old = { shopId: world.shop.id, id: product.id }
    await world.app.deps.access
      .acrossShops('the demo platform')
      .shop.update({ where: { id: world.shop.id }, data: { themeRelease: 'an older one', themeSent: 'old' } })
    await world.ctx.db.product.updateMany({ where: old, data: { themeSent: 'old' } })
    const calls = await countCalls(() => world.advance({ minutes: 2 }))
    expect(calls.flat().map(({ platformId }) => platformId)).toEqual(expect.arrayContaining([null, product.platformId]))
    expect(await countCalls(() => world.advance({ minutes: 2 }))).toEqual([])
  })

  test('has structured data, absolute dates and a placeholder for customer-specific content', async () => {
    const product = await addProduct(world, 'Told')
    await saveSetting(world.ctx, 'reviewBox', { dateFormat: 'relative' })
    await publish(product, 'Sturdy')
    await world.runJobs()
    const html = await boxOf(product)
    expect(html).toContain('"aggregateRating"')
    expect(html).not.toMatch(/>(?:now|[^<]* ago)<\/time>/)
    expect(await readValues(null)).toMatchObject({
      widgets_en: {
        customerPortalReviews: {
          html: `<div data-candor-load="/demo/store/apps/candor/${world.shop.shopifyDomain}/widgets/customerPortalReviews?locale=en&amp;page=account&amp;root=/"></div>`,
        },
      },
    })
  })

  test('stays due when the platform fails', async () => {
    const product = await addProduct(world, 'Unlucky')
    const { setThemeValues } = world.app.deps.platform
    world.app.deps.platform.setThemeValues = () => Promise.reject(new Error('away'))
    await publish(product, 'Late')
    await world.runJobs().catch(() => undefined)
    world.app.deps.platform.setThemeValues = setThemeValues
    const row = await world.ctx.db.product.findFirst({ where: { shopId: world.shop.id, id: product.id } })
    expect(row?.themeDue).toBeGreaterThan(0)
    expect(row?.themeSent).toBeNull()
  })

  test('is written after the job ran out of retries', async () => {
    const product = await addProduct(world, 'Given up')
    await publish(product, 'To be hidden')
    await world.runJobs()
    const { setThemeValues } = world.app.deps.platform
    world.app.deps.platform.setThemeValues = () => Promise.reject(new Error('away'))
    const shown = await world.ctx.db.review.findMany({ where: { shopId: world.shop.id, productId: product.id } })
    await performReviewAction(world.ctx, { act: 'unpublish', ids: shown.map(({ id }) => id) })
    await world.runJobs()
    await world.app.database.pool.query(
      `update jobs.job set state = 'failed', completed_on = now() + interval '1 second' where name = 'theme.send' and state = 'retry'`,
    )
    // Moves the failure a day back.
    await world.app.database.pool.query(
      `update jobs.job set completed_on = completed_on - interval '1 day' where name = 'theme.send' and state >= 'completed'`,
    )
    world.app.deps.platform.setThemeValues = setThemeValues
    expect(await boxOf(product)).toContain('To be hidden')
    await world.runJobs()
    expect(await boxOf(product)).not.toContain('To be hidden')
  })

  test('fits into one value, however long the reviews are', async () => {
    const product = await addProduct(world, 'Wordy')
    const contents = Array.from({ length: 10 }, (_, index) => `${index} ${'日本語の長い感想。'.repeat(550)}`)
    const calls = await countCalls(() => publish(product, ...contents))
    const own = calls.flat().filter(({ platformId }) => platformId === product.platformId)
    expect(new Set(own.map(({ key }) => key))).toEqual(new Set(['widgets_en']))
    for (const { json } of own) expect(Buffer.byteLength(json)).toBeLessThanOrEqual(maxThemeValueBytes)
    expect(await boxOf(product)).toContain('日本語')
  })

  test('is rewritten for a shop that reinstalled the app', async () => {
    // Skips the catalog import, which would render each product.
    world.app.deps.platform.bulk.state = () => Promise.resolve({ status: 'completed', records: 0, url: null, bytes: 0 })
    const product = await addProduct(world, 'Back again')
    await publish(product, 'Sturdy')
    await world.runJobs()
    expect(await postWebhook(world, 'app/uninstalled', { payload: { id: 1 } })).toBe(200)
    const calls = await countCalls(async () => {
      await world.inject({ url: '/api/shops', headers: { authorization: `Bearer ${await world.idToken()}` } })
      await world.advance({ minutes: 2 })
    })
    expect(calls.flat().map(({ platformId }) => platformId)).toEqual(expect.arrayContaining([null, product.platformId]))
  })

  test('is written at most 25 at a time, and only where it changed', async () => {
    publishIn(...several)
    const products: TestProduct[] = []
    for (let index = 0; index < 10; index += 1) products.push(await addProduct(world, `Many ${index}`))
    const rows = await addReviews(world.ctx, ...products.map(({ id }) => ({ productId: id, content: 'Fine' })))
    const calls = await countCalls(() =>
      performReviewAction(world.ctx, { act: 'publish', ids: rows.map(({ id }) => id) }),
    )
    expect(calls.flat().length).toBeGreaterThan(25)
    expect(Math.max(...calls.map((values) => values.length))).toBeLessThanOrEqual(25)
    for (const { json } of calls.flat()) expect(Buffer.byteLength(json)).toBeLessThanOrEqual(maxThemeValueBytes)
    const where = { shopId: world.shop.id, id: { in: products.map(({ id }) => id) } }
    const due = () => world.ctx.db.product.count({ where: { ...where, themeDue: { gt: 0 } } })
    expect(await due()).toBe(0)
    await world.ctx.db.product.updateMany({ where, data: { themeDue: 1 } })
    expect(await countCalls(() => world.ctx.enqueue('theme.send', {}))).toEqual([])
    expect(await due()).toBe(0)
  })
})

describe('next pages', () => {
  test('use the page’s language, or the shop’s own for an unknown one', async () => {
    const product = await addProduct(world, 'Paged')
    await publish(product, 'First')
    const { handle } = await world.ctx.db.product.findFirstOrThrow({ where: { shopId: world.shop.id, id: product.id } })
    const read = async (locale: string) =>
      (
        await world.inject({
          method: 'GET',
          url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?locale=${locale}&product=${handle}&page=product`,
        })
      ).body
    expect(await read('fr')).toContain('lang="fr"')
    expect(await read('xx')).toContain('lang="en"')
    for (const odd of ['de-', 'de_DE', 'de-aaaaaaaaaaaaaaaaaaaaa', 'de-u-nu-arab'])
      expect(await read(odd)).toBe(await read('de'))
  })
})

describe('the live theme', () => {
  test('of the demo has every block in the shop with a store, and none in the other', async () => {
    const { platform } = world.app.deps
    const placedIn = async (shopifyDomain: string) => {
      const files = await platform.themeFiles({ ...world.shop, shopifyDomain })
      const { themeFiles } = platform
      platform.themeFiles = () => Promise.resolve(files)
      const placements = await themePlacements(world.ctx)
      platform.themeFiles = themeFiles
      return placements.filter(({ isPlaced }) => isPlaced).length
    }
    expect(await placedIn(demoShopDomain)).toBe(THEME_WIDGETS.length)
    expect(await placedIn(otherShopDomain)).toBe(0)
  })

  test('lists the placed blocks, without disabled ones', async () => {
    const { platform } = world.app.deps
    const { themeFiles } = platform
    const block = (handle: string, more = {}) => ({ type: `shopify://apps/candor/blocks/${handle}/0196`, ...more })
    const files = [
      {
        name: 'templates/product.json',
        text: `/* Made by the editor */\n${JSON.stringify({ sections: { main: { blocks: { a: block('candor-reviews'), b: block('candor-stars', { disabled: true }) } } } })}`,
      },
      {
        name: 'config/settings_data.json',
        text: JSON.stringify({ current: { blocks: { c: block('candor-popup') } } }),
      },
      { name: 'templates/index.json', text: 'broken' },
    ]
    platform.themeFiles = () => Promise.resolve(files)
    try {
      const placements = await themePlacements(world.ctx)
      expect(placements.filter(({ isPlaced }) => isPlaced).map(({ widget }) => widget)).toEqual([
        'reviewBox',
        'reviewPopup',
      ])
      expect(placements.every(({ supportAppBlock }) => supportAppBlock)).toBe(true)
      platform.themeFiles = () => Promise.resolve(files.slice(1, 2))
      expect((await themePlacements(world.ctx))[0]?.supportAppBlock).toBe(false)
    } finally {
      platform.themeFiles = themeFiles
    }
  })
})
