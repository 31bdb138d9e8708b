import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { storeImage } from '../server/core/files/images.ts'
import { saveSetting } from '../server/shop/settings/settings.ts'
import { renderWidgets } from '../server/storefront/widgets/widgets.ts'
import { addProduct } from '../server/testing/orders.ts'
import { addReviews } from '../server/testing/reviews.ts'
import { createWorld, type World } from '../server/testing/world.ts'
import { chromiumPath } from './chromium.ts'
import { hostileThemes, signatureOf } from './hostile-themes.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const home = 'http://candor.test/'
const keys = ['reviewCarousel', 'galleryCarousel', 'reviewPopup', 'reviewSidebar', 'testimonials'] as const

let world: World
let browser: Browser
beforeAll(async () => {
  world = await createWorld()
  const { ctx } = world
  const mug = await addProduct(world, 'Mug')
  const reviews = await addReviews(
    ctx,
    ...Array.from({ length: 12 }, (_, index) => ({
      productId: mug.id,
      rate: 5 - (index % 2),
      status: 'published' as const,
      title: `Title ${index}`,
      content: index === 2 ? 'A long story. '.repeat(60) : `Text ${index}`,
      firstName: 'Ada',
      lastName: 'Byron',
      hasMedia: index < 6,
      featured: index === 1,
      createdAt: new Date(ctx.now().getTime() - index * 3_600_000),
    })),
  )
  const picture = await storeImage(
    ctx.files,
    ctx.shop.id,
    await sharp({ create: { width: 800, height: 600, channels: 3, background: '#1f5b45' } })
      .jpeg()
      .toBuffer(),
  )
  for (const { id } of reviews.slice(0, 6))
    await ctx.db.reviewMedia.create({
      data: { shopId: ctx.shop.id, id: uuidv7(), reviewId: id, ...picture, createdAt: ctx.now() },
    })
  await saveSetting(ctx, 'starRating', { enableSidebar: true, enablePopupReview: true })
  await saveSetting(ctx, 'carousel', { enableCarousel: true })
  await saveSetting(ctx, 'popup', { enabled: true, showDuration: 1000, hideDuration: 0 })
  const address = new URL(await world.url())
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [`--host-resolver-rules=MAP candor.test ${address.host}`, '--disable-features=LocalNetworkAccessChecks'],
  })
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

/** Opens a theme's home page, or a product's page with only its stars. */
async function open({
  theme = '',
  product = false,
  hasPopovers = true,
  ...options
}: BrowserContextOptions & { theme?: string; product?: boolean; hasPopovers?: boolean } = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  })
  await context.route(home, async (route) => {
    const shop = await world.app.parts.shops.findByDomain(world.shop.shopifyDomain)
    const { markup, listed, headTags } = await renderWidgets(
      world.contextOf(shop!, { kind: 'shopper' }),
      product
        ? { place: 'product', handle: 'mug', keys: ['starRating', 'reviewBox'] }
        : { place: 'home', handle: null, keys, path: '/', listed: { keys: ['starRating'], handles: ['mug'] } },
    )
    const stars = product ? `${markup.starRating}${markup.reviewBox}` : listed.get('mug')?.starRating
    const widgets = keys.map((key) => markup[key] ?? '').join('')
    const body = `<!doctype html><html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width, initial-scale=1">${headTags}<style>${theme}</style></head><body style="margin:0;font-family:sans-serif"><main style="padding:16px"><h1>Shop</h1>${stars}${widgets}</main></body></html>`
    await route.fulfill({
      contentType: 'text/html; charset=utf-8',
      // An older browser knows neither the attribute nor the selector.
      body: hasPopovers
        ? body
        : body.replaceAll(/(?<= |\[)popover(?=[ \]])/g, 'data-old').replaceAll(':popover-open', ':unknown'),
    })
  })
  if (!hasPopovers) await context.addInitScript('delete HTMLElement.prototype.popover')
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  await page.goto(home)
  return page
}

const close = (page: Page) => page.context().close()

describe('without JavaScript', () => {
  test('shows rows, the popup’s first review and the stars, and opens the sidebar', async () => {
    const page = await open({ javaScriptEnabled: false })
    expect(await page.locator('[data-candor-widget=reviewCarousel] .candor-review').count()).toBe(12)
    expect(await page.locator('[data-candor-widget=galleryCarousel] .candor-shot img').count()).toBe(6)
    expect(await page.locator('.candor-pop-item').count()).toBe(8)
    await page.click('.candor-float')
    expect(await page.locator('.candor-panel').isVisible()).toBe(true)
    expect(await page.locator('.candor-panel .candor-review').count()).toBe(10)
    await page.click('.candor-panel .candor-close')
    expect(await page.locator('.candor-panel').isVisible()).toBe(false)
    await close(page)
  })

  test('the stars open the distribution of the ratings', async () => {
    const page = await open({ javaScriptEnabled: false, product: true })
    await page.click('.candor-badge-open')
    expect(await page.locator('.candor-rating').isVisible()).toBe(true)
    await close(page)
  })
})

describe('with JavaScript', () => {
  test('nothing shifts while the page loads, at both widths and in both directions', async () => {
    for (const width of [1200, 390]) {
      const page = await open({ viewport: { width, height: 800 } })
      await page.waitForLoadState('networkidle')
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            new PerformanceObserver((list) =>
              resolve(
                list
                  .getEntries()
                  .reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
              ),
            ).observe({ type: 'layout-shift', buffered: true })
            setTimeout(() => resolve(0), 500)
          }),
      )
      expect(shift).toBeLessThan(0.001)
      for (const dir of ['ltr', 'rtl']) {
        await page.evaluate(
          (dir) => document.querySelectorAll('[dir]').forEach((each) => each.setAttribute('dir', dir)),
          dir,
        )
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
      await close(page)
    }
  })

  test('the arrows move a row, and a photo opens', async () => {
    const page = await open()
    const row = page.locator('[data-candor-widget=reviewCarousel]')
    await row.locator('[data-candor-move="1"]').click()
    await page.waitForFunction(
      () => (document.querySelector('[data-candor-widget=reviewCarousel] .candor-track-x')?.scrollLeft ?? 0) > 100,
    )
    await page.locator('[data-candor-widget=galleryCarousel] .candor-shot').first().click()
    await page.locator('[data-candor-widget=galleryCarousel] dialog[open]').waitFor()
    await close(page)
  })

  test('the popup shows the next review, pauses while the shopper reads, and closes for the visit', async () => {
    const page = await open()
    const said = () => page.locator('.candor-pop-item:visible .candor-pop-said').innerText()
    expect(await said()).toBe('Title 0')
    await page.waitForFunction(
      () => document.querySelector('.candor-pop-item:not([hidden]) .candor-pop-said')?.textContent === 'Title 1',
    )
    await page.hover('.candor-popup')
    expect(await page.locator('.candor-popup').evaluate((popup) => getComputedStyle(popup).animationPlayState)).toBe(
      'paused',
    )
    await page.click('.candor-popup .candor-close')
    expect(await page.locator('.candor-popup').count()).toBe(0)
    await page.reload()
    await page.waitForFunction(() => !document.querySelector('.candor-popup'))
    await close(page)
  })

  test('the sidebar opens by keyboard, keeps and restores the focus, and axe finds nothing', async () => {
    const page = await open()
    await page.focus('.candor-float')
    await page.keyboard.press('Enter')
    expect(await page.locator('.candor-panel').isVisible()).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('candor-close')
    // Past the dialog's edge the focus goes to the browser, never to the page behind.
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Shift+Tab')
    expect(await page.locator('.candor-panel :focus').count()).toBe(1)
    await page.locator('.candor-panel .candor-shot').first().click()
    await page.locator('.candor-side .candor-light[open]').waitFor()
    await page.goBack()
    await page.locator('.candor-side .candor-light').waitFor({ state: 'hidden' })
    expect(await page.locator('.candor-panel').isVisible()).toBe(true)
    await page.addScriptTag({ content: axe })
    const violations = () =>
      page.evaluate(async () =>
        (
          await (
            globalThis as unknown as {
              axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
            }
          ).axe.run()
        ).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
      )
    expect(await violations()).toEqual([])
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('candor-float')
    expect(await violations()).toEqual([])
    await close(page)
  })
})

describe('in a browser without popovers', () => {
  test('the sidebar and the popup form are closed, open by a click and close by Escape', async () => {
    await saveSetting(world.ctx, 'reviewBox', { formType: 'popup' })
    const [shop, product] = [
      await open({ hasPopovers: false }),
      await open({ hasPopovers: false, product: true, viewport: { width: 390, height: 800 } }),
    ]
    for (const [page, opener, panel] of [
      [shop, '.candor-float', '.candor-panel'],
      [product, '.candor-head .candor-act', '.candor-pop'],
    ] as const) {
      expect([panel, await page.locator(panel).isVisible()]).toEqual([panel, false])
      await page.locator(opener).focus()
      await page.keyboard.press('Enter')
      await page.locator(panel).waitFor()
      await page.locator(`${panel} .candor-close`).click()
      await page.locator(panel).waitFor({ state: 'hidden' })
      await page.keyboard.press('Enter')
      await page.locator(panel).waitFor()
      await page.keyboard.press('Escape')
      expect([panel, await page.locator(panel).isVisible()]).toEqual([panel, false])
    }
    expect(await product.locator('.candor-rating').isVisible()).toBe(false)
    await product.click('.candor-badge-open')
    expect(new URL(product.url()).hash).toMatch(/^#candor-.*-reviews$/)
    await close(shop)
    await close(product)
    await saveSetting(world.ctx, 'reviewBox', { formType: 'collapsible' })
  })
})

test('text is twice as large at 200 %, and nothing is wider than a phone', async () => {
  const size = (page: Page) =>
    page.locator('.candor-panel').evaluate((panel) => parseFloat(getComputedStyle(panel).fontSize))
  const viewport = { width: 390, height: 800 }
  const [plain, large] = [await open({ viewport }), await open({ viewport, theme: 'html{font-size:200%}' })]
  expect(await size(large)).toBe(2 * (await size(plain)))
  expect(await large.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await close(plain)
  await close(large)
})

test('a theme changes a widget by properties for the page and for a part, and by a layer', async () => {
  const page = await open({
    theme: `:root{--candor-theme-text:rgb(1,2,3);--candor-theme-round:0}
      .candor-article{--candor-theme-text:rgb(4,5,6);--candor-theme-surface:rgb(7,8,9)}
      @layer candor-own{.candor-title{font-style:italic!important}}`,
  })
  const row = page.locator('[data-candor-widget=reviewCarousel]')
  const style = (selector: string) =>
    row
      .locator(selector)
      .first()
      .evaluate((part) => {
        const { color, backgroundColor, borderRadius, fontStyle } = getComputedStyle(part)
        return [color, backgroundColor, borderRadius, fontStyle]
      })
  expect(await style('.candor-inner')).toEqual(['rgb(1, 2, 3)', 'rgba(0, 0, 0, 0)', '0px', 'normal'])
  expect((await style('.candor-title')).at(3)).toBe('italic')
  expect(await style('.candor-article')).toEqual(['rgb(4, 5, 6)', 'rgb(7, 8, 9)', '0px', 'normal'])
  await close(page)
})

describe('in a hostile theme', () => {
  test.each(Object.entries(hostileThemes))('the widgets keep their style in a theme that %s', async (name, theme) => {
    // A huge theme font also enlarges the widgets' text, up to a limit.
    const compared = { inParts: name.includes('huge type') }
    const [plain, hostile] = [await open(), await open({ theme })]
    for (const key of [...keys, 'starRating'])
      expect([key, await signatureOf(hostile, key, compared)]).toEqual([key, await signatureOf(plain, key, compared)])
    expect(await hostile.locator('dialog:visible').count()).toBe(0)
    await close(plain)
    await close(hostile)
  })
})
