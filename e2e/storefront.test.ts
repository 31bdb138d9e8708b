import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../server/core/context.ts'
import { imageKey, storeImage } from '../server/core/files/images.ts'
import { applyCounts } from '../server/reviews/reviews/counts.ts'
import { buildSearchText } from '../server/reviews/reviews/search-text.ts'
import { saveSetting } from '../server/shop/settings/settings.ts'
import { renderWidgets } from '../server/storefront/widgets/widgets.ts'
import { createWorld, type World } from '../server/testing/world.ts'
import { chromiumPath } from './chromium.ts'
import { shifts } from './shifts.ts'

const attack = `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">{{7*7}}`
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const shopPage = 'http://candor.test/products/mug'

let world: World
let browser: Browser
beforeAll(async () => {
  world = await createWorld()
  await fillShelf()
  const address = new URL(await world.url())
  // The test fakes the shop's page. The browser treats it as a public host, which must not reach this machine.
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [`--host-resolver-rules=MAP candor.test ${address.host}`, '--disable-features=LocalNetworkAccessChecks'],
  })
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

/** Adds a product with 23 reviews: fifteen of five stars, one hostile, one with a picture, one very long. */
async function fillShelf(): Promise<void> {
  const { ctx } = world
  const productId = uuidv7()
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#1f5b45' } })
    .jpeg()
    .toBuffer()
  const picture = await storeImage(ctx.files, ctx.shop.id, bytes)
  await inTransaction(ctx, async (tx) => {
    const shopId = tx.shop.id
    const at = (hours: number) => new Date(tx.now().getTime() - hours * 3_600_000)
    await tx.db.product.create({
      data: { shopId, id: productId, platformId: '1', handle: 'mug', title: 'Mug', createdAt: at(0), updatedAt: at(0) },
    })
    const rows = Array.from({ length: 23 }, (_, index) => {
      const text = {
        title: index === 1 ? attack : `Title ${index}`,
        content: index === 1 ? attack : index === 3 ? 'A long story. '.repeat(120) : `Text ${index}`,
        firstName: index === 1 ? attack : 'Ada',
        lastName: 'Byron',
        email: 'ada@reader.test',
      }
      return {
        shopId,
        id: uuidv7(),
        productId,
        rate: index < 15 ? 5 : (index % 4) + 1,
        status: 'published' as const,
        origin: 'customer' as const,
        source: 'customer' as const,
        ...text,
        hasMedia: index === 2,
        createdAt: at(index),
        enteredAt: at(index),
        updatedAt: at(index),
        searchText: buildSearchText(text),
      }
    })
    await tx.db.review.createMany({ data: rows })
    await tx.db.reviewMedia.create({
      data: { shopId, id: uuidv7(), reviewId: rows[2]!.id, ...picture, createdAt: at(0) },
    })
    await applyCounts(
      tx,
      rows.map((row) => ({ ...row, by: 1 })),
    )
  })
}

/** Opens the product's page as a shop's theme would send it: with the widgets in its HTML. */
async function open({ hangs, ...options }: Parameters<Browser['newContext']>[0] & { hangs?: string } = {}): Promise<{
  page: Page
  context: BrowserContext
  errors: string[]
}> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options })
  const errors: string[] = []
  await context.route(`${shopPage}*`, async (route) => {
    const shop = await world.app.parts.shops.findByDomain(world.shop.shopifyDomain)
    const query = Object.fromEntries(new URL(route.request().url()).searchParams)
    const { markup, jsonLd, headTags } = await renderWidgets(world.contextOf(shop!, { kind: 'shopper' }), {
      place: 'product',
      handle: 'mug',
      keys: ['starRating', 'reviewBox'],
      query,
    })
    await route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="en"><head><title>Mug</title><meta name="viewport" content="width=device-width, initial-scale=1">${headTags}${jsonLd}</head><body style="margin:0;font-family:sans-serif"><main style="padding:16px"><h1>Mug</h1>${markup.starRating}<p style="height:200px">About the mug</p>${markup.reviewBox}</main></body></html>`,
    })
  })
  if (hangs) await context.route(hangs, () => undefined)
  const page = await context.newPage()
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('dialog', (dialog) => {
    errors.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(shopPage, { waitUntil: hangs ? 'domcontentloaded' : 'load' })
  return { page, context, errors }
}

const titles = (page: Page) => page.locator('.candor-subject').allInnerTexts()

describe('without JavaScript', () => {
  let page: Page
  let context: BrowserContext
  beforeAll(async () => {
    ;({ page, context } = await open({ javaScriptEnabled: false }))
  })
  afterAll(() => context.close())

  test('shows stars, summary and the first page', async () => {
    expect(await page.locator('.candor-badge').innerText()).toContain('23 reviews')
    expect(await page.locator('.candor-review').count()).toBe(10)
    expect(await page.locator('.candor-average').innerText()).toBe('4.1')
  })

  test('bars of all ratings have the same scale, however wide their counts', async () => {
    const { page, context } = await open()
    await page
      .locator('.candor-bar-count')
      .first()
      .evaluate((count) => {
        count.textContent = '12,618'
      })
    const widths = await page
      .locator('.candor-track')
      .evaluateAll((tracks) => tracks.map((track) => track.getBoundingClientRect().width))
    expect(widths).toHaveLength(5)
    expect(new Set(widths).size).toBe(1)
    await context.close()
  })

  test('pages forward and back to the start by links', async () => {
    const first = await titles(page)
    await page.click('[id$=-more]')
    const second = await titles(page)
    expect(second).toHaveLength(10)
    expect(second.some((title) => first.includes(title))).toBe(false)
    await page.click('[id$=-start]')
    expect(await titles(page)).toEqual(first)
  })

  test('filters by a bar and sorts by the form', async () => {
    await page.click('[id$=-rate-4]')
    expect(await page.locator('.candor-filter').innerText()).toContain('4 stars: 2 reviews')
    expect(await page.locator('.candor-review').count()).toBe(2)
    await page.click('[id$=-rate-4]')
    await page.selectOption('[id$=-sort]', 'lowest')
    await page.click('.candor-sorting button')
    expect(await page.locator('.candor-review .candor-stars').first().getAttribute('aria-label')).toBe(
      '1 out of 5 stars',
    )
  })

  test('a submitted review leads back to the page', async () => {
    await page.goto(shopPage)
    expect(await page.locator('[id$=-write]').isVisible()).toBe(false)
    await page.click('.candor-head .candor-act')
    await page.locator('.candor-choose label').nth(3).click()
    await page.fill('[id$=-content]', 'Written without a script')
    await page.fill('[id$=-name]', 'Grace Hopper')
    await page.fill('[id$=-email]', 'grace@reader.test')
    await page.click('.candor-send button')
    await page.getByRole('heading', { name: 'Thank you for your review.' }).waitFor()
    await page.click('a.button')
    expect(await page.locator('.candor-review').first().innerText()).toContain('Written without a script')
  })
})

describe('with the live module', () => {
  test('appends more reviews, focuses the first of them and does not scroll', async () => {
    const { page, context, errors } = await open()
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.click('[id$=-more]')
    await page.waitForFunction(() => document.querySelectorAll('.candor-review').length === 20)
    expect(
      await page.evaluate(() => [...document.querySelectorAll('.candor-review')].indexOf(document.activeElement!)),
    ).toBe(10)
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
    expect(
      new Set(await page.locator('.candor-review').evaluateAll((items) => items.map((item) => item.textContent))).size,
    ).toBe(20)
    expect(errors).toEqual([])
    await context.close()
  })

  test('filters in place, announces the result, keeps the focus and the rest of the URL', async () => {
    const { page, context } = await open()
    await page.goto(`${shopPage}?variant=7`)
    await page.focus('[id$=-rate-4]')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('[data-candor-live]')?.textContent !== '')
    expect(await page.locator('.candor-review').count()).toBeLessThan(10)
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/-rate-4$/)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('variant'), searchParams.get('candor_rate')]).toEqual(['7', '4'])
    await page.reload()
    expect(await page.locator('[id$=-rate-4]').getAttribute('aria-current')).toBe('true')
    await page.selectOption('[id$=-sort]', 'oldest')
    await page.waitForURL(/candor_sort=oldest/)
    await context.close()
  })

  test('pictures open large and close by the keyboard', async () => {
    const { page, context } = await open()
    await page.click('.candor-shot')
    await page.waitForFunction(() => document.querySelector<HTMLDialogElement>('.candor-light')?.open)
    await page.locator(`.candor-light img[src$="${imageKey('', 'large')}"]`).waitFor()
    // A single picture has none before or after it.
    expect(
      await page
        .locator('.candor-light .candor-arrow')
        .evaluateAll((arrows) => arrows.filter((arrow) => arrow.checkVisibility({ visibilityProperty: true })).length),
    ).toBe(0)
    await page.keyboard.press('Escape')
    expect(await page.locator('.candor-light').isVisible()).toBe(false)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('candor-shot')
    await context.close()
  })

  test('a rejected form shows errors at the fields, keeps typed text, and then can be sent', async () => {
    const { page, context } = await open()
    await page.click('.candor-head .candor-act')
    await page.locator('.candor-choose label').nth(4).click()
    await page.fill('[id$=-content]', 'Sent in place')
    await page.fill('[id$=-name]', 'Grace')
    await page.fill('[id$=-email]', 'grace@reader')
    await page.click('.candor-send button')
    await page.waitForSelector('[id$=-email-problem]')
    expect(await page.inputValue('[id$=-content]')).toBe('Sent in place')
    expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/-email$/)
    await page.fill('[id$=-email]', 'grace@reader.test')
    await page.click('.candor-send button')
    await page.waitForSelector('.candor-thanks')
    expect(page.url()).toContain(shopPage)
    await context.close()
  })

  test('a form with a lost response keeps typed text, and is saved once however often it is sent', async () => {
    const { page, context } = await open()
    await page.click('.candor-head .candor-act')
    await page.locator('.candor-choose label').nth(4).click()
    await page.fill('[id$=-content]', 'Sent on a weak line')
    await page.fill('[id$=-name]', 'Grace')
    await page.fill('[id$=-email]', 'grace@reader.test')
    const keys: string[] = []
    const lost = Promise.withResolvers<undefined>()
    await context.route('**/reviews?part=form', async (route) => {
      const [body, { pathname, search }] = [
        route.request().postDataBuffer() ?? Buffer.of(),
        new URL(route.request().url()),
      ]
      keys.push(/name="key"\r\n\r\n(.+)\r/.exec(body.toString())?.[1] ?? '')
      const headers = { 'content-type': (await route.request().headerValue('content-type')) ?? '' }
      const answer = await fetch((await world.url()) + pathname + search, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      })
      if (keys.length > 1)
        return route.fulfill({ status: answer.status, contentType: 'text/html', body: await answer.text() })
      await lost.promise
      return route.abort()
    })
    await page.locator('.candor-form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit()
      form.requestSubmit()
    })
    await page.locator('.candor-send button:disabled').waitFor()
    lost.resolve(undefined)
    await page.getByText('We couldn’t send your review.').waitFor()
    expect([keys.length, page.url().includes(shopPage), await page.inputValue('[id$=-content]')]).toEqual([
      1,
      true,
      'Sent on a weak line',
    ])
    await page.click('.candor-send button')
    await page.waitForSelector('.candor-thanks')
    expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([2, 1, expect.any(Number)])
    expect(await world.ctx.db.review.count({ where: { content: 'Sent on a weak line' } })).toBe(1)
    await context.close()
  })

  test('a filter chosen while more reviews load shows only matching reviews', async () => {
    const { page, context, errors } = await open()
    const held: (() => void)[] = []
    await context.route(/widgets\/reviewBox\?.*candor_after/, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue().catch(() => undefined)
    })
    const asked = page.waitForRequest(/candor_after/)
    for (let taps = 0; taps < 2; taps++) await page.click('[id$=-more]')
    await asked
    await page.click('[id$=-rate-2]')
    await page.waitForURL(/candor_rate=2/)
    const stars = () =>
      page
        .locator('.candor-reviews .candor-stars')
        .evaluateAll((all) => [...new Set(all.map((each) => each.getAttribute('aria-label')))])
    const filtered = await stars()
    for (const release of held) release()
    expect(held).toHaveLength(1)
    expect([await stars(), filtered.length, errors]).toEqual([filtered, 1, []])
    await context.close()
  })

  test('the browser follows the link if the server does not respond', async () => {
    const { page, context } = await open()
    await context.route('**/widgets/reviewBox?*', (route) => route.abort())
    await page.click('[id$=-rate-5]')
    await page.waitForURL(/candor_rate=5/)
    expect(await page.locator('[id$=-rate-5]').getAttribute('aria-current')).toBe('true')
    await context.close()
  })
})

test('while our other files hang, the shop’s page renders with the widgets in place', async () => {
  const { page, context } = await open({ hangs: '**/storefront/**' })
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  const { href, stars } = await page.evaluate(() => ({
    href: [...document.querySelectorAll('link[rel=stylesheet]')].map((link) => (link as HTMLLinkElement).href),
    stars: document.querySelector('.candor-badge .candor-stars')?.getBoundingClientRect().width,
  }))
  expect(href).toEqual([])
  expect(stars).toBeCloseTo(100, 0)
  expect(await shifts(page)).toBeLessThanOrEqual(0.005)
  await context.close()
})

describe('in every layout', () => {
  test.each(['list', 'grid', 'carousel'] as const)(
    '%s: nothing shifts, nothing is wider than a phone, axe finds nothing',
    async (layout) => {
      await saveSetting(world.ctx, 'reviewBox', { layout })
      for (const width of [1200, 390]) {
        const { page, context } = await open({ viewport: { width, height: 800 } })
        expect(await shifts(page)).toBeLessThanOrEqual(0.005)
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        await page.evaluate(() => {
          location.hash = document.querySelector('.candor-write')!.id
        })
        await page.evaluate(axe)
        const found = await page.evaluate(async () => {
          const { axe: run } = window as unknown as {
            axe: { run(root: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          }
          return (await run.run('[id$=-reviews]')).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
        })
        expect(found).toEqual([])
        await context.close()
      }
      await saveSetting(world.ctx, 'reviewBox', { layout: 'list' })
    },
  )
})

test('hostile text is shown as text, and the structured data is one valid Product', async () => {
  const { page, context, errors } = await open()
  expect(await titles(page)).toContain(attack)
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(errors).toEqual([])
  const documents = await page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) => scripts.map((script) => JSON.parse(script.textContent) as Record<string, unknown>))
  expect(documents).toHaveLength(1)
  expect(documents[0]).toMatchObject({
    '@type': 'Product',
    '@id': `${world.ctx.platform.productUrl(world.shop, 'mug')}#product`,
    aggregateRating: { '@type': 'AggregateRating', bestRating: 5 },
  })
  expect((documents[0]!['review'] as { reviewBody: string }[]).map(({ reviewBody }) => reviewBody)).toContain(attack)
  await context.close()
})

test('a design saved in the admin shows on the storefront at once', async () => {
  const { page: shop, context } = await open()
  await context.addInitScript((token) => {
    if (window.top === window) localStorage.setItem('candor.token', token)
  }, world.token)
  const admin = await context.newPage()
  await admin.goto('http://candor.test/display-settings/box')
  const preview = admin.frameLocator('iframe[title="Preview of the widget"]').locator('.candor-box')
  for (const section of ['Colors and font', 'Stars', 'Reviews', 'Names and dates', 'Review form'])
    await admin.getByRole('heading', { name: section, exact: true }).click()
  await admin.getByLabel('Grid').check()
  await admin.getByLabel('Columns on mobile').selectOption({ label: 'Two' })
  await admin.getByLabel('Heart').check()
  await admin.getByLabel('Default sort').selectOption({ label: 'Lowest rating' })
  await admin.getByRole('button', { name: 'Night' }).click()
  await admin.getByLabel('Reviewer names').selectOption({ label: 'M. K.' })
  await admin.getByLabel('Dates').selectOption({ label: '2026/10/31' })
  await admin.getByLabel('Require a name').uncheck()
  await admin.getByLabel('Require an email address').uncheck()
  const look = { class: 'candor-box candor-grid candor-icon-heart', style: await preview.getAttribute('style') }
  expect(await preview.getAttribute('class')).toBe(look.class)
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByText('Your store now shows the changes.').waitFor()
  await shop.reload()
  const box = shop.locator('.candor-box')
  expect(await box.getAttribute('class')).toBe(look.class)
  expect(await box.getAttribute('style')).toBe(look.style)
  expect(look.style).toContain('--candor-columns:2')
  const first = shop.locator('.candor-review').first()
  expect(await first.locator('.candor-stars').getAttribute('aria-label')).toBe('1 out of 5 stars')
  expect(await first.innerText()).toMatch(/A\. B\.[^]*2026\/03\/0\d/)
  expect(await shop.locator('[id$=-name][required], [id$=-email][required]').count()).toBe(0)
  await context.close()
})
