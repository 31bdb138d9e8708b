import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { storeImage } from '../server/core/files/images.ts'
import { buildSearchText } from '../server/reviews/reviews/search-text.ts'
import { renderWidgets } from '../server/storefront/widgets/widgets.ts'
import { addReviews } from '../server/testing/reviews.ts'
import { addProduct } from '../server/testing/orders.ts'
import { createWorld, type World } from '../server/testing/world.ts'
import { chromiumPath } from './chromium.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shopPage = 'http://candor.test/products/mug'

let world: World
let browser: Browser
let context: BrowserContext
let page: Page
let handle: string
const errors: string[] = []

beforeAll(async () => {
  world = await createWorld()
  await fillShelf()
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
beforeEach(() => world.app.deps.access.acrossShops('the demo platform').rateLimit.deleteMany())
afterEach(async () => {
  await context.close()
  expect(errors.splice(0)).toEqual([])
})

/** Adds twelve reviews: two with a photo each, one about a soft mug. */
async function fillShelf(): Promise<void> {
  const { ctx } = world
  const product = await addProduct(world, 'Mug')
  handle = product.handle
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#1f5b45' } })
    .jpeg()
    .toBuffer()
  const picture = await storeImage(ctx.files, ctx.shop.id, bytes)
  const rows = await addReviews(
    ctx,
    ...Array.from({ length: 12 }, (_, index) => {
      const text = {
        title: `Title ${index}`,
        content: index === 11 ? 'A soft handle' : `Text ${index}`,
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@reader.test',
      }
      return {
        ...text,
        productId: product.id,
        status: 'published' as const,
        rate: 1 + (index % 5),
        hasMedia: index < 2,
        variantTitle: index % 2 ? 'Blue' : 'Green',
        createdAt: new Date(ctx.now().getTime() - index * 3_600_000),
        searchText: buildSearchText(text),
      }
    }),
  )
  for (const { id } of rows.filter(({ hasMedia }) => hasMedia))
    await ctx.db.reviewMedia.create({
      data: { shopId: ctx.shop.id, id: uuidv7(), reviewId: id, ...picture, createdAt: ctx.now() },
    })
}

/** Opens the product's page as a shop's theme would send it. */
async function open(options: BrowserContextOptions = {}): Promise<void> {
  context = await browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: 'reduce', ...options })
  await context.route(`${shopPage}*`, async (route) => {
    const shop = await world.app.parts.shops.findByDomain(world.shop.shopifyDomain)
    const query = Object.fromEntries(new URL(route.request().url()).searchParams)
    const { markup, headTags } = await renderWidgets(world.contextOf(shop!, { kind: 'shopper' }), {
      place: 'product',
      handle,
      keys: ['reviewBox'],
      query,
    })
    await route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="en"><head><title>Mug</title><meta name="viewport" content="width=device-width, initial-scale=1">${headTags}</head><body style="margin:0;font-family:sans-serif"><main style="padding:16px"><h1>Mug</h1>${markup.reviewBox}</main></body></html>`,
    })
  })
  page = await context.newPage()
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(shopPage)
}

const titles = () => page.locator('.candor-subject').allInnerTexts()

describe('without JavaScript', () => {
  beforeEach(() => open({ javaScriptEnabled: false }))

  test('search, filters and sort order combine, and an empty result links back to all', async () => {
    await page.fill('[id$=-q]', 'soft')
    await page.click('.candor-sorting button')
    expect(await titles()).toEqual(['Title 11'])
    await page.selectOption('[id$=-variant]', 'Green')
    await page.click('.candor-sorting button')
    expect(await page.locator('.candor-shown').innerText()).toContain('No reviews match your search')
    await page.click('.candor-shown .candor-empty a')
    expect(await titles()).toHaveLength(10)
    await page.click('label:has([id$=-media])')
    await page.click('.candor-sorting button')
    expect(await titles()).toEqual(['Title 0', 'Title 1'])
  })

  test('a vote leads back to the review, where it can be withdrawn', async () => {
    /** Votes, and waits for the redirect. */
    const vote = async (button: string) => {
      const led = page.waitForEvent('framenavigated')
      await page.click(button)
      await led
      await page.waitForLoadState()
    }
    await vote('.candor-review >> nth=2 >> .candor-helpful')
    expect(page.url()).toContain('candor_voted=helpful')
    // The test's theme can't serve requests after a redirect.
    await page.reload()
    const first = page.locator('.candor-linked')
    expect(await first.innerText()).toContain('1 person found this helpful')
    await vote('.candor-linked >> .candor-helpful')
    await page.reload()
    expect(await page.locator('.candor-linked').innerText()).not.toContain('found this helpful')
  })

  test('a review is linked, reported, and returned to', async () => {
    await page.click('.candor-review >> nth=3 >> text=Link to this review')
    expect((await titles())[0]).toBe('Title 3')
    await page.click('.candor-linked [data-candor-report]')
    await page.selectOption('[id^=candor-report-reason]', 'fake')
    await page.fill('[id^=candor-report-text]', 'Same words as everywhere')
    await page.click('.candor-send button')
    expect(await page.locator('.candor-report').innerText()).toContain('The shop will check this review')
    expect(await world.ctx.db.reviewReport.count({ where: { reason: 'fake' } })).toBe(1)
  })

  test('the notice about checks opens, and a photo of the wall links to its review', async () => {
    await page.click('.candor-checked summary')
    expect(await page.locator('.candor-checked').innerText()).toContain('Anyone can write a review here')
    await page.click('.candor-wall .candor-shot >> nth=1')
    expect((await titles())[0]).toBe('Title 1')
  })
})

describe('with the live module', () => {
  beforeEach(() => open())

  test('filters in place and keeps the filters in the URL', async () => {
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.click('label:has([id$=-media])')
    await page.waitForFunction(() => document.querySelectorAll('.candor-review').length === 2)
    await page.fill('[id$=-q]', 'text 1')
    await page.press('[id$=-q]', 'Enter')
    await page.waitForFunction(() => document.querySelectorAll('.candor-review').length === 1)
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
    expect(new URL(page.url()).search).toBe('?candor_q=text+1&candor_media=1&candor_sort=recent')
    await page.reload()
    expect(await titles()).toEqual(['Title 1'])
  })

  test('a vote counts in place, a double click once, and the pressed button withdraws it', async () => {
    const review = page.locator('.candor-review').nth(4)
    await review.locator('.candor-helpful').dblclick()
    await review.locator('[aria-pressed=true]').waitFor()
    expect(await review.innerText()).toContain('1 person found this helpful')
    await review.locator('[aria-pressed=true]').click()
    await review.locator('[aria-pressed=false]').waitFor()
    expect(await review.innerText()).not.toContain('found this helpful')
  })

  test('a link to a review focuses it, and its URL can be copied', async () => {
    await page.click('.candor-review >> nth=5 >> text=Link to this review')
    await page.locator('.candor-linked').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/-linked$/)
    expect(
      await page.locator('.candor-linked').evaluate((review) => review.getBoundingClientRect().top < innerHeight),
    ).toBe(true)
    expect(page.url()).toMatch(/candor_review=[\w-]+#candor-\w+-reviews$/)
  })

  test('a report opens below its review, shows missing fields, and is sent', async () => {
    const review = page.locator('.candor-review').nth(5)
    await review.locator('[data-candor-report]').click()
    await review.locator('form.candor-report').waitFor()
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^candor-report-reason-/)
    await page.selectOption('[id^=candor-report-reason]', 'spam')
    await page.fill('[id^=candor-report-email]', 'missing@nowhere')
    await review.locator('.candor-report .candor-act').click()
    await page.waitForSelector('[id^=candor-report-email][id$=problem]')
    await page.fill('[id^=candor-report-email]', '')
    await review.locator('.candor-report .candor-act').click()
    await review.getByText('The shop will check this review').waitFor()
  })

  test('the viewer shows the review with the picture, moves by arrows and restores the focus', async () => {
    await page.click('.candor-wall .candor-shot >> nth=0')
    await page.waitForFunction(() => document.querySelector('.candor-beside')?.textContent.includes('Title 0'))
    expect(await page.locator('.candor-beside').innerText()).not.toContain('from your link')
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => document.querySelector('.candor-beside')?.textContent.includes('Title 1'))
    for (let at = 0; at < 8; at++) await page.keyboard.press('Tab')
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true)
    expect(
      await page.evaluate(`${axe};axe.run('.candor-light').then(({ violations }) => violations.map(({ id }) => id))`),
    ).toEqual([])
    await page.keyboard.press('Escape')
    expect(await page.locator('.candor-light').isVisible()).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.closest('.candor-wall') !== null)).toBe(true)
    expect(
      await page.evaluate(`axe.run('.candor-box').then(({ violations }) => violations.map(({ id }) => id))`),
    ).toEqual([])
  })

  test('nothing is wider than a phone', async () => {
    await context.close()
    await open({ viewport: { width: 360, height: 800 } })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})
