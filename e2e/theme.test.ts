import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { demoShopDomain } from '../server/demo/catalog/catalog.ts'
import { saveSetting } from '../server/shop/settings/settings.ts'
import { demoStage } from './visitor.ts'

/** A real theme has only the extension's HTML of the first page, whatever the URL says. */
const stage = demoStage()
const mug = '/demo/theme/products/hillside-mug'
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const visit = async (path: string, options: Parameters<typeof stage.merchant.visit>[1] = {}) => {
  const page = await stage.merchant.visit(path, { signedIn: false, ...options })
  // Before the script runs, links and forms act as without it.
  if (path.startsWith('/') && options.javaScriptEnabled !== false) await page.waitForFunction(() => window.candorLive)
  return page
}

/** Returns the violations of the page's widgets. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: run } = window as unknown as {
      axe: { run(roots: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const found = await run.run({ include: [['[data-candor-widget]']] })
    return found.violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
  })
}

/** Writes a review in a product's box as a shopper with a keyboard, and returns the answer. */
async function write(page: Page, box = page.locator('.candor-box[id$=-reviews]').first()): Promise<string> {
  await box.locator('.candor-head .candor-act').press('Enter')
  await box.locator('[name=rate][value="4"]').press('Space')
  await box.locator('[name=content]').fill('Holds exactly enough tea')
  await box.locator('[name=name]').fill('Grace Hopper')
  await box.locator('[name=email]').fill(`grace-${Date.now()}@reader.test`)
  await box.locator('.candor-send button').press('Enter')
  // With scripts in place, without on a page of its own.
  return page.locator('.candor-thanks, main h1:has-text("Thank you")').first().innerText()
}

const stars = (page: Page) =>
  page
    .locator('[id$=-reviews] .candor-reviews .candor-stars')
    .evaluateAll((all) => [...new Set(all.map((each) => each.getAttribute('aria-label')))])
const isFiltered = (page: Page, rate: number) =>
  page.waitForFunction(
    (label) =>
      [...document.querySelectorAll('[id$=-reviews] .candor-reviews .candor-stars')].every(
        (each) => each.ariaLabel === label,
      ),
    `${rate} out of 5 stars`,
  )

test('shows the URL’s filter and linked review, also after reload, Back and Forward', async () => {
  const page = await visit(`${mug}?variant=7&candor_rate=4`)
  await isFiltered(page, 4)
  expect(await page.locator('[id$=-rate-4]').getAttribute('aria-current')).toBe('true')
  await page.locator('[id$=-rate-2]').click()
  await isFiltered(page, 2)
  expect(new URL(page.url()).searchParams.get('variant')).toBe('7')
  await page.goBack()
  await isFiltered(page, 4)
  await page.goForward()
  await isFiltered(page, 2)
  await page.reload()
  await isFiltered(page, 2)
  // Focus stays in the widget when its link is gone.
  await page.getByRole('link', { name: 'Show all' }).press('Enter')
  await page.waitForFunction(() => document.querySelectorAll('[id$=-reviews] .candor-review').length === 10)
  expect(await page.evaluate(() => document.activeElement?.className)).toMatch(/^candor-filter/)
  const last = page.locator('[id$=-reviews] .candor-review').last()
  const text = await last.locator('.candor-text').first().innerText()
  const link = await last.getByRole('link', { name: 'Link to this review' }).evaluate((a: HTMLAnchorElement) => a.href)
  const other = await visit(link)
  await other.locator('.candor-linked').waitFor()
  expect(await other.locator('.candor-linked .candor-text').first().innerText()).toBe(text)
  expect(await other.evaluate(() => document.activeElement?.classList.contains('candor-linked'))).toBe(true)
})

test('keeps two products of a page apart: ids, links, forms, filters', async () => {
  const page = await visit('/demo/theme')
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const broken = await page.locator('[data-candor-widget]').evaluateAll((widgets) =>
    widgets.flatMap((widget) =>
      [...widget.querySelectorAll('[for],[aria-labelledby],[aria-describedby],[popovertarget],a[href^="#"]')].flatMap(
        (each) =>
          ['for', 'aria-labelledby', 'aria-describedby', 'popovertarget', 'href']
            .flatMap((name) => each.getAttribute(name)?.split(' ') ?? [])
            .map((id) => id.replace('#', ''))
            .filter((id) => /^candor/.test(id) && !document.getElementById(id)),
      ),
    ),
  )
  expect(broken).toEqual([])
  const second = page.locator('.candor-box[id$=-reviews]').nth(1)
  await second.locator('.candor-head .candor-act').click()
  expect(
    await page
      .locator('.candor-write')
      .evaluateAll((forms) => forms.map((form) => form.getBoundingClientRect().height > 0)),
  ).toEqual([false, true])
  await second.locator('[id$=-rate-5]').click()
  await page.waitForURL(/candor_rate=5/)
  await page.reload()
  const chosen = page.locator('[aria-current]')
  await chosen.waitFor()
  expect(await chosen.evaluate((bar) => bar.closest('[data-section]')?.getAttribute('data-section'))).toBe('featured-2')
})

test('sets up what the theme renders later, and tells the page what happens', async () => {
  const page = await visit(mug)
  await page.evaluate(() => {
    const events: string[] = []
    Object.assign(window, { events })
    for (const name of ['loaded', 'form-open', 'review-submitted'])
      document.addEventListener(`candor:${name}`, (event) =>
        events.push(`${name} ${(event as CustomEvent<{ widget: string }>).detail.widget}`),
      )
  })
  const events = () => page.evaluate(() => (window as unknown as { events: string[] }).events)
  await page.locator('#shopify-section-main [data-variant]').selectOption({ index: 1 })
  await page.waitForFunction(() =>
    ['loaded starRating', 'loaded submitForm', 'loaded reviewBox'].every((event) =>
      (window as unknown as { events: string[] }).events.includes(event),
    ),
  )
  await page.locator('[data-quick-view]').last().click()
  const quick = page.locator('.quick-view')
  await quick.locator('[id$=-rate-5]').click()
  await page.waitForURL(/candor_rate=5/)
  expect(await page.locator('#shopify-section-main [aria-current]').count()).toBe(0)
  await quick.locator('.candor-head .candor-act').click()
  await quick.locator('.candor-write').waitFor()
  await page.keyboard.press('Escape')
  await page.evaluate(() => document.dispatchEvent(new Event('candor:refresh')))
  expect(await write(page)).toContain('Thank you')
  expect(await events()).toEqual(expect.arrayContaining(['form-open reviewBox', 'review-submitted reviewBox']))
})

test('sends one request for a search, and keeps a withdrawn vote’s focus', async () => {
  const page = await visit(mug)
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('candor_q') && requests.push(request.url()))
  await page.fill('[id$=-q]', 'tea')
  await page.press('[id$=-q]', 'Enter')
  await page.waitForURL(/candor_q=tea/)
  await page.locator('.candor-filter b').waitFor()
  expect(requests).toHaveLength(1)
  for (const pressed of ['true', 'false']) {
    await page.locator('.candor-helpful').first().press('Enter')
    await page.locator(`.candor-helpful[aria-pressed=${pressed}]:focus`).waitFor()
  }
})

test('keeps the language’s folder in links and in page rules, and shows stars in product cards', async () => {
  const { parts } = stage.demo.app
  const shop = await parts.shops.findByDomain(demoShopDomain)
  const ctx = parts.contextOf(shop!, { kind: 'shopper' })
  await saveSetting(ctx, 'popup', { enabled: true, pageShow: 'included', includedPages: '/collections/*' })
  const page = await visit('/demo/theme/de/collections/all')
  const hrefs = await page
    .locator('[data-candor-widget] a[href*="/products/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.length).toBeGreaterThan(5)
  expect(hrefs.filter((href) => !href.startsWith('/demo/theme/de/products/'))).toEqual([])
  const cards = page.locator('.candor-card')
  // A job writes the ratings into the theme.
  while (!/^4[.,]\d\s*\(\d+\)$/.test(await cards.first().innerText())) await page.reload()
  await saveSetting(ctx, 'starRating', { showCatalogPage: false })
  do await page.reload()
  while (await cards.first().isVisible())
})

/** What an old or adapted browser lacks. */
const browsers = {
  'no popover API': { options: {}, width: 390 },
  'forced colors': { options: { forcedColors: 'active' }, width: 1440 },
  'text at 200 %': { options: {}, width: 390 },
} as const

test.each(Object.keys(browsers) as (keyof typeof browsers)[])(
  'stays usable and accessible with %s: a review can be written',
  async (name) => {
    const { options, width } = browsers[name]
    // One option makes a context of its own.
    const page = await visit('about:blank', { ...options, viewport: { width, height: 844 }, colorScheme: 'light' })
    if (name === 'no popover API') await takePopovers(page)
    await page.goto(stage.demo.url + mug)
    if (name === 'text at 200 %') await page.addStyleTag({ content: 'html{font-size:125%!important}' })
    // What stands open without popovers must not cover the shop.
    expect(
      await page.evaluate(() => {
        const button = document.querySelector('.product-info > .button')
        button?.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = button!.getBoundingClientRect()
        const found = document.elementFromPoint(left + width / 2, top + height / 2)
        return found === button ? 'nothing' : found?.outerHTML.slice(0, 200)
      }),
    ).toBe('nothing')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await violations(page)).toEqual([])
    expect(await write(page)).toContain('Thank you')
  },
)

/** Takes the popover API away, as in Safari before 17. The browser then knows neither its attributes nor its selector. */
const takePopovers = (page: Page) =>
  page.route(/\/demo\/|\/storefront\//, async (route) => {
    const answer = await route.fetch()
    const isText = /html|css|javascript/.test(answer.headers()['content-type'] ?? '')
    await route.fulfill(
      isText
        ? { response: answer, body: (await answer.text()).replaceAll('popover', 'oldpopover') }
        : { response: answer },
    )
  })

test('without scripts, shows the first reviews and takes a review', async () => {
  const page = await visit(`${mug}#candor-reviews`, { javaScriptEnabled: false })
  // Themes hide empty links, but a link to the reviews leads there.
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)
  expect(await stars(page)).not.toEqual([])
  expect(await page.locator('[id$=-reviews] .candor-review').count()).toBe(10)
  expect(await write(page)).toContain('Thank you')
})
