import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { chromium, type Browser, type Page } from 'playwright-core'
import { THEME_BLOCKS } from '../rules/theme-blocks.ts'
import { demoShopDomain, otherShopDomain } from '../server/demo/catalog/catalog.ts'
import { demoLogin } from '../server/shop/session/login.rest.ts'
import { newShopLogin } from '../server/demo/prepare.ts'
import { createDemoWorld, type DemoWorld } from '../server/testing/demo-world.ts'
import { chromiumPath } from './chromium.ts'
import { deliverOrder } from './demo-order.ts'

jest.setTimeout(120_000)

let demo: DemoWorld
let browser: Browser
beforeAll(async () => {
  demo = await createDemoWorld()
  browser = await chromium.launch({ executablePath: chromiumPath() })
})
afterAll(async () => {
  await browser.close()
  await demo.close()
})

/** Opens a page that fails the test on a script error. */
async function openPage(
  path: string,
  size = { width: 1280, height: 900 },
): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: size, locale: 'en-US' })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(demo.url + path)
  return { page, problems }
}

test('leads from the shelf to the mailbox', async () => {
  const { page, problems } = await openPage('/demo/store')
  await page.getByRole('link', { name: /Harbour Teapot/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Harbour Teapot' }).waitFor()
  await page.locator('label', { hasText: '1.1 litres' }).click()
  await page.locator('[data-price]', { hasText: '$63.00' }).waitFor()
  await page.getByRole('button', { name: 'Order now' }).click()

  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByText('Invalid email').waitFor()
  await page.getByLabel('Email').fill('mary@shopper.test')
  await page.getByLabel('First name').fill('Mary')
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('heading', { name: 'Thank you, Mary' }).waitFor()
  const thanks = page.url()
  await page.getByRole('radio', { name: '9', exact: true }).check()
  await page.getByRole('radio', { name: 'A friend' }).check()
  await page.getByLabel(/Anything else/).fill('Found you through Grace')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByRole('heading', { name: 'Thank you for your answer' }).waitFor()
  await page.goto(thanks)

  await deliverOrder(page)

  await page.getByRole('link', { name: 'Your orders' }).click()
  await page.getByText('Signed in as mary@shopper.test').waitFor()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Mailbox/ })
    .click()
  await page.getByRole('link', { name: /mary@shopper\.test/ }).click()
  const mail = page.frameLocator('iframe')
  await mail.getByText('Harbour Teapot').first().waitFor()
  await page.getByRole('link', { name: 'Plain text' }).click()
  expect(await page.locator('.mail-text').textContent()).toContain('Mary')
  await page.getByRole('link', { name: 'Headers' }).click()
  await page.getByRole('rowheader', { name: 'list-unsubscribe', exact: true }).waitFor()

  await page.getByRole('link', { name: 'Preview' }).click()
  const [form] = await Promise.all([page.waitForEvent('popup'), mail.locator('a[href*="/r/"]').first().click()])
  await form.getByRole('button').first().waitFor()
  expect(new URL(form.url()).pathname).toMatch(/^\/r\//)

  // The answer on the thank-you page is in the results.
  await page.goto(`${demo.url}/auth/login`)
  await page.getByLabel('Email').fill(demoLogin.email)
  await page.getByLabel('Password', { exact: true }).fill(demoLogin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.goto(`${demo.url}/analytics/survey?date=allTime`)
  await page.getByText('Found you through Grace').waitFor()
  expect(problems).toEqual([])
  await page.close()
})

/**
 * Signs in to the new shop and finishes its setup, with an import and the block in the theme. Counts the clicks.
 */
async function moveIn(page: Page): Promise<void> {
  let clicks = 0
  const press = async (name: string) => {
    clicks += 1
    await page.getByRole('button', { name, exact: true }).click()
  }
  await page.goto(`${demo.url}/auth/login`)
  await page.getByLabel('Email').fill(newShopLogin.email)
  await page.getByLabel('Password', { exact: true }).fill(newShopLogin.password)
  await press('Sign in')
  const file = Buffer.from(await (await fetch(`${demo.url}/demo/files/judgeme.csv`)).arrayBuffer())
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose a file')])
  await chooser.setFiles({ name: 'judgeme.csv', mimeType: 'text/csv', buffer: file })
  await press('Import reviews')
  await press('Use this look')
  const [editor] = await Promise.all([page.waitForEvent('popup'), press('Add to theme')])
  await editor.locator('.candor-box').waitFor()
  await demo.app.drain()
  const imported = await demo.app.deps.access.acrossShops('the demo platform').review.findFirstOrThrow({
    where: { status: 'published', importId: { not: null }, product: { isNot: null } },
    orderBy: { enteredAt: 'desc' },
    include: { product: true },
  })
  await editor.goto(`${demo.url}/demo/store/products/${imported.product?.handle}`)
  await editor.locator('.candor-review').first().waitFor()
  // E2 of the goals: from the sign-in to imported reviews on the product page.
  expect(clicks).toBeLessThanOrEqual(5)
  await editor.close()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await press('Continue')
  await press('Go to the dashboard')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  // E3: requests are on and the widget is placed; the first order schedules a request.
  expect(clicks).toBeLessThanOrEqual(8)
}

test('a new shop moves in, places its blocks and gets its first review', async () => {
  const { page, problems } = await openPage(`/demo/store?shop=${otherShopDomain}`)
  const product = `${demo.url}/demo/store/products/hillside-mug`
  await page.getByRole('link', { name: 'Brook & Barn' }).first().waitFor()
  await page.goto(product)
  expect(await page.locator('[class^="candor-"]').count()).toBe(0)

  await moveIn(page)
  await page.goto(demo.app.deps.platform.addToThemeUrl({ shopifyDomain: otherShopDomain }, THEME_BLOCKS.starRating))
  expect(page.url()).toBe(product)
  await page.locator('.candor-box').waitFor()

  await page.getByRole('button', { name: 'Order now' }).click()
  await page.getByLabel('Email').fill('first@shopper.test')
  await page.getByRole('button', { name: 'Place order' }).click()
  await deliverOrder(page)
  await page.goto(`${demo.url}/demo/mailbox`)
  await page.getByRole('link', { name: /first@shopper\.test/ }).click()
  const [form] = await Promise.all([
    page.waitForEvent('popup'),
    page.frameLocator('iframe').locator('a[href*="/r/"][href*="s=5"]').first().click(),
  ])
  await form.getByLabel('Your review').fill('The first review of this shop.')
  await form.getByRole('button', { name: 'Submit review' }).click()
  await form.getByRole('heading', { name: 'Thank you' }).waitFor()
  await page.goto(product)
  await page.locator('.candor-review', { hasText: 'The first review of this shop.' }).waitFor()

  await page.goto(`${demo.url}/demo/store?shop=${demoShopDomain}`)
  await page.getByRole('link', { name: 'Fernhill Goods' }).first().waitFor()
  expect(problems).toEqual([])
  await page.close()
})

test('the store works without scripts, on a phone', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(`${demo.url}/demo/store/products/hillside-mug`)
  expect(await page.locator('.candor-review').count()).toBeGreaterThan(3)
  await page.getByRole('button', { name: 'Order now' }).click()
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('heading', { name: /^Thank you/ }).waitFor()
  for (const path of ['/demo/store', '/demo/store/products/hillside-mug', '/demo/mailbox', '/demo/store/account']) {
    await page.goto(demo.url + path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
  await context.close()
})

test.each([
  [390, 844],
  [1100, 800],
])('at %i by %i, the stand-in admin’s bar covers nothing of the app', async (width, height) => {
  const { page } = await openPage('/demo/admin', { width, height })
  const [app, strip] = [await page.locator('.host-main').boundingBox(), await page.locator('.strip').boundingBox()]
  if (!app || !strip) throw new Error('The page lacks the app or the strip.')
  expect(app.y + app.height).toBeLessThanOrEqual(strip.y)
  expect(strip.y + strip.height).toBeLessThanOrEqual(height)
  expect(
    await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
  ).toEqual([width, height])
  await page.close()
})

test('the stand-in admin provides what the platform does, and nothing more', async () => {
  const { page } = await openPage('/demo/admin')
  const frame = page.frames().find((each) => new URL(each.url()).pathname.startsWith('/embed'))
  if (!frame) throw new Error('The admin frames no app.')
  await frame.waitForFunction(() => 'shopify' in window)
  const inside = (script: string) => frame.evaluate(script)
  const token = String(await inside('shopify.idToken()'))
  expect(await demo.app.deps.platform.verifyIdToken(token)).toMatchObject({ shopDomain: 'candor-demo.myshopify.com' })
  expect(await inside(`fetch('/api/shops').then((answer) => answer.status)`)).toBe(200)
  await inside(`void shopify.toast.show('Saved successfully.')`)
  await page.getByRole('status').getByText('Saved successfully.').waitFor()
  expect(await inside(`(() => { try { shopify.pos } catch (error) { return error.message } })()`)).toBe(
    'The stand-in has no pos',
  )

  await inside(
    `document.body.insertAdjacentHTML('beforeend', '<ui-save-bar id="bar"><button variant="primary" onclick="0"></button><button></button></ui-save-bar>'), document.querySelector('#bar button').addEventListener('click', () => { document.body.dataset.kept = 'yes' }), shopify.saveBar.show('bar')`,
  )
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()
  await frame.waitForFunction(() => document.body.dataset.kept === 'yes')
  const leaving = inside('shopify.saveBar.leaveConfirmation().then(() => "left")')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click()
  expect(await leaving).toBe('left')
  await page.close()
})
