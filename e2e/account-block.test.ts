import { beforeAll, expect, jest, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { renderBlocks } from '../server/demo/theme/liquid.ts'
import { demoStage } from './visitor.ts'

jest.setTimeout(180_000)

const stage = demoStage()
const account = '/demo/store/account'
const ownSection = /<section [^>]*data-candor-widget="customerPortalReviews"[^]*?<\/section>/
/** HTML that the extension's block prints for a customer of the demo's store. */
let block: string

beforeAll(async () => {
  const { deps, parts } = stage.demo.app
  const shop = await deps.access
    .acrossShops('the demo platform')
    .shop.findFirstOrThrow({ orderBy: { createdAt: 'asc' } })
  const ctx = parts.contextOf(shop, { kind: 'shopper' })
  const print = async (signedIn: boolean) =>
    (
      await renderBlocks(ctx, {
        pageType: 'customers/account',
        path: account,
        locale: 'en',
        blocks: ['customerPortalReviews'],
        signedIn,
      })
    ).customerPortalReviews ?? ''
  block = await print(true)
  expect(block).toMatch(/<div data-candor-load="[^"]+"><\/div>\s*<script src="[^"]+" defer><\/script>/)
  expect(await print(false)).toBe('')
})

/** Opens the demo's account page with the extension's block instead of the server's include. */
async function openAccount(): Promise<Page> {
  const page = await stage.merchant.visit(account, { signedIn: false, viewport: { width: 390, height: 844 } })
  await page.locator('.candor-mine').first().waitFor()
  await page.route(`**${account}`, async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    expect(text).toMatch(ownSection)
    await route.fulfill({ response: answer, body: text.replace(ownSection, () => block) })
  })
  // Playwright routes don't see redirects, so a page of the test redirects the browser.
  await page.route('**/account/reviews/*', async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 })
    expect(answer.status()).toBe(303)
    await route.fulfill({
      contentType: 'text/html',
      body: `<script>location.replace(${JSON.stringify(answer.headers()['location'])})</script>`,
    })
  })
  // Delay the response, so that the page loads before its reviews.
  await page.route('**/widgets/customerPortalReviews?*', async (route) => {
    // By then, the next step may have left the page, or the test may have closed it.
    await page
      .waitForFunction(() => document.readyState === 'complete')
      .then(() => route.continue())
      .catch(() => undefined)
  })
  await page.goto(stage.demo.url + account)
  return page
}

test('the theme’s block shows customers their reviews through the signed proxy, to edit and delete', async () => {
  const page = await openAccount()
  const mine = page.locator('[data-candor-widget=customerPortalReviews] .candor-mine')
  const editable = mine.filter({ has: page.locator('summary', { hasText: 'Edit' }) }).first()
  await editable.locator('summary', { hasText: 'Edit' }).click()
  const form = editable.locator('form').first()
  await form.getByLabel('Your review').fill('Changed through the theme’s block')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await page.locator('[data-candor-load] .candor-mine').first().waitFor()
  const changed = mine.filter({ hasText: 'Changed through the theme’s block' })
  await changed.first().waitFor()
  // The redirect leads to the reviews, which load after the page.
  expect(new URL(page.url())).toMatchObject({ pathname: account, hash: '#candor-edited' })
  await page.getByText('Your changes are saved.').waitFor()
  await page.waitForFunction(
    () => Math.abs(document.querySelector('#candor-account')?.getBoundingClientRect().top ?? 1000) < 140,
  )

  const before = await mine.count()
  await changed.locator('summary', { hasText: 'Delete' }).click()
  await changed.getByText('It disappears from the store').waitFor()
  await changed.getByRole('button', { name: 'Delete' }).click()
  await page.waitForFunction((count) => document.querySelectorAll('.candor-mine').length === count, before - 1)
  expect(await changed.count()).toBe(0)
})

test('leaves a page unchanged if its proxy does not respond', async () => {
  const page = await openAccount()
  await page.route('**/apps/candor/**', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.reload()
  await page.waitForFunction(() => document.querySelector('[data-candor-load]') !== null)
  expect(await page.getByText('broken').count()).toBe(0)
  expect(await page.locator('main h1').isVisible()).toBe(true)
})
