import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import type { FrameLocator, Page } from 'playwright-core'
import { deliverOrder } from './demo-order.ts'
import { giveReason } from './give-reason.ts'
import { demoStage } from './visitor.ts'

jest.setTimeout(240_000)

const stage = demoStage()

/** Where the merchant works: our own shell, or the frame in the platform's admin. */
interface Admin {
  page: Page
  ui: Page | FrameLocator
  open(path: string): Promise<unknown>
}

const modes = {
  standalone: async (): Promise<Admin> => {
    const page = await stage.merchant.visit('about:blank')
    return { page, ui: page, open: (path) => page.goto(stage.demo.url + path) }
  },
  embedded: async (): Promise<Admin> => {
    // Another window size is another browser profile, without our own shell's login.
    const page = await stage.merchant.visit('about:blank', { signedIn: false, viewport: { width: 1300, height: 900 } })
    return {
      page,
      ui: page.frameLocator('iframe[data-app]'),
      open: (path) => page.goto(`${stage.demo.url}/demo/admin${path}`),
    }
  },
}

const post = (url: string, payload: object) => stage.demo.app.http.inject({ method: 'POST', url, payload })
const button = (ui: Admin['ui'], name: string | RegExp) => ui.getByRole('button', { name, exact: true })
const inDialog = (ui: Admin['ui'], name: string | RegExp) =>
  ui.getByRole('dialog').getByRole('button', { name, exact: true })
const picture = {
  name: 'mug.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** The platform draws an embedded page's save bar outside its frame. */
const save = ({ page, ui }: Admin) =>
  page === ui
    ? button(page, 'Save').click()
    : page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click()

/** Opens the newest email with these words in the demo's mailbox. */
async function openMail(page: Page, words: RegExp): Promise<FrameLocator> {
  await page.goto(`${stage.demo.url}/demo/mailbox`)
  await page.getByRole('link', { name: words }).first().click()
  return page.frameLocator('iframe')
}

/** Orders the mug, has it delivered and waits a week: the request is in the mailbox. */
async function buyMug(page: Page, email: string): Promise<void> {
  await page.goto(`${stage.demo.url}/demo/store/products/hillside-mug`)
  await button(page, 'Order now').click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('Mary')
  await button(page, 'Place order').click()
  await deliverOrder(page)
}

// A plan that was left ends while the clock moves.
beforeEach(() => post('/demo/plan', { plan: 'advanced' }))

describe.each(Object.entries(modes))('%s', (mode, openAdmin) => {
  const email = `${mode}@shopper.test`
  const words = `Bought for the ${mode} journey.`

  test('move in: check, answer, import, follow in another tab, undo', async () => {
    const { page, ui, open } = await openAdmin()
    await open('/collect-reviews/import-reviews')
    await button(ui, 'No file? Try our sample').click()
    await ui.getByRole('heading', { name: '52 reviews ready to import' }).waitFor()
    await ui.getByRole('row', { name: /rating great The rating isn’t a number/ }).waitFor()
    await ui.getByRole('radio', { name: /^Add to your shop, not to a product/ }).check()
    await button(ui, 'Import 55 reviews').click()
    await ui.getByRole('heading', { name: '55 reviews imported' }).waitFor()
    const [errors] = await Promise.all([page.waitForEvent('download'), button(ui, 'Download these rows').click()])
    expect(readFileSync(await errors.path(), 'utf8').split('\r\n')[0]).toMatch(/,import_error$/)

    const imported = () =>
      stage.demo.app.deps.access.acrossShops('the demo platform').review.findFirst({
        where: { importId: { not: null }, status: 'published', productId: { not: null } },
        include: { product: true },
        orderBy: { enteredAt: 'desc' },
      })
    const review = await imported()
    const store = await page.context().newPage()
    await store.goto(`${stage.demo.url}/demo/store/products/${review?.product?.handle}`)
    await store.locator('.candor-review').first().waitFor()

    const second = await openAdmin()
    await second.open('/collect-reviews/import-reviews')
    await second.ui
      .getByRole('link', { name: /judgeme/ })
      .first()
      .click()
    await second.ui.getByRole('heading', { name: '55 reviews imported' }).waitFor()
    await button(ui, 'Undo import').click()
    await inDialog(ui, 'Remove 55 reviews').click()
    for (const each of [ui, second.ui]) await each.getByRole('heading', { name: 'Import undone' }).waitFor()
    expect(
      await stage.demo.app.deps.access
        .acrossShops('the demo platform')
        .review.count({ where: { id: review?.id ?? '' } }),
    ).toBe(0)
  })

  test('ask: order, request, review with a photo, notice and code', async () => {
    const { page, ui, open } = await openAdmin()
    await open('/collect-reviews/discount')
    const gives = ui.getByLabel('Give reviewers a discount code')
    await gives.waitFor()
    if (!(await gives.isChecked())) {
      await gives.check()
      await save({ page, ui, open })
    }
    const shopper = await stage.merchant.visit('about:blank', {
      signedIn: false,
      viewport: { width: 390, height: 844 },
    })
    await buyMug(shopper, email)
    const mail = await openMail(shopper, new RegExp(email))
    const [form] = await Promise.all([
      shopper.waitForEvent('popup'),
      mail.locator('a[href*="/r/"][href*="s=4"]').first().click(),
    ])
    await form.getByLabel('Your review').fill(words)
    await form.locator('input[type="file"]').first().setInputFiles(picture)
    await button(form, 'Submit review').click()
    await form.getByRole('heading', { name: 'Thank you' }).waitFor()
    await form.getByText(/^THANKS-/).waitFor()
    await stage.demo.app.drain()
    await shopper.goto(`${stage.demo.url}/demo/mailbox`)
    await shopper.getByRole('link', { name: new RegExp(`A new review.*${words}`, 's') }).waitFor()
    await open(`/reviews/list?searchText=${encodeURIComponent(words)}`)
    await ui.getByText(words).first().waitFor()
    await open(`/collect-reviews/review-request?searchText=${encodeURIComponent(email)}`)
    await ui.getByText('Customer reviewed').waitFor()
  })
  test('answer and keep order: save a view, reply, edit with consent, revert, pin, feature, trash, restore, export', async () => {
    const { page, ui, open } = await openAdmin()
    const list = `/reviews/list?rateMultipleFilter=4&searchText=${encodeURIComponent(words)}`
    await open(list)
    await button(ui, 'Save view').click()
    await ui.getByLabel('Name').fill(`View ${mode}`)
    await page.keyboard.press('Enter')
    await ui.getByRole('tab', { name: `View ${mode}`, selected: true }).waitFor()
    const act = async (name: string) => {
      await ui
        .getByRole('button', { name: /^Actions for the review/ })
        .first()
        .click()
      await ui.getByRole('menuitem').first().waitFor()
      await ui.getByRole('menuitem', { name, exact: true }).click({ timeout: 8000 })
    }
    for (const name of ['Pin to the top', 'Feature']) await act(name)
    await ui.locator('tbody').getByText(words).click()
    await ui.getByLabel('Your public reply').fill('We are glad.')
    await button(ui, 'Publish reply').click()
    await page.getByText(/Reply saved\./).waitFor()
    await post('/demo/clock', { advance: '6m' })
    const shopper = await stage.merchant.visit('about:blank', { signedIn: false })
    await (await openMail(shopper, new RegExp(email))).getByText('We are glad.').waitFor()

    const id = /reply\/([^?]+)/.exec(page.url())?.[1]
    await open(`/reviews/edit/${id}`)
    await ui.getByLabel('Text').fill(`${words} Still in use.`)
    await button(ui, 'Send to customer for approval').click()
    await ui.getByText('Waiting for approval', { exact: true }).waitFor()
    await stage.demo.app.drain()
    const consent = await openMail(shopper, new RegExp(email))
    const [confirm] = await Promise.all([
      shopper.waitForEvent('popup'),
      consent.locator('a[href*="/edit/confirm/"]').first().click(),
    ])
    await confirm.locator('form button[type="submit"]').click()
    await confirm.waitForLoadState()
    await open(`/reviews/edit/${id}`)
    await ui.getByText('The customer approved your change.', { exact: false }).waitFor()
    await button(ui, 'Restore original').click()
    await inDialog(ui, 'Restore original').click()
    await page.getByText('Original restored').first().waitFor()

    await open(list)
    await act('Move to trash')
    await giveReason(ui as Page)
    await page.getByText(/^1 review moved to/).waitFor()
    await open(`/reviews/list?statusFilter=deleted&searchText=${encodeURIComponent(words)}`)
    await act('Restore')
    await page.getByText(/^1 review restored/).waitFor()
    await open(list)
    await button(ui, 'Export').click()
    await inDialog(ui, 'Export').click()
    const [file] = await Promise.all([page.waitForEvent('download'), inDialog(ui, 'Download').click()])
    expect(readFileSync(await file.path(), 'utf8')).toContain(words)
  })

  test('show: a saved design is in the store at once, also without scripts', async () => {
    const admin = await openAdmin()
    const { ui, page, open } = admin
    await open('/display-settings/box')
    const isGrid = await ui.getByRole('radio', { name: 'Grid' }).isChecked()
    const layout = isGrid ? 'List' : 'Grid'
    await ui.getByRole('radio', { name: layout }).check()
    await save(admin)
    await page.getByText('Your store now shows the changes.').waitFor()
    const store = await stage.merchant.visit('/demo/store/products/hillside-mug', { javaScriptEnabled: false })
    await store.locator(`section.candor-${layout.toLowerCase()}`).waitFor()
    expect(await store.locator('.candor-review').count()).toBeGreaterThan(3)
    expect(await store.locator('script[type="application/ld+json"]').count()).toBe(1)
  })

  test('grow: a locked feature leads to its plan, approved it works, left it says what it takes', async () => {
    await post('/demo/plan', { plan: 'free' })
    const { ui, page, open } = await openAdmin()
    await open('/collect-reviews/discount')
    await ui.getByRole('link', { name: 'See plans' }).first().click()
    await ui.getByText('Has what you need').waitFor()
    if (mode === 'standalone') await button(ui, 'Annual, 15% off').click()
    const plan = (name: string) => ui.getByRole('region', { name, exact: true })
    await plan('Advanced').getByRole('button').click()
    await page.locator('[data-approve]').click()
    await ui.getByText('You’re on the Advanced plan').waitFor()
    await open('/collect-reviews/discount')
    await ui.getByLabel('Give reviewers a discount code').waitFor()
    expect(await ui.getByRole('link', { name: 'See plans' }).count()).toBe(0)
    await open('/subscription')
    await plan('Free').getByRole('button').click()
    const dialog = ui.getByRole('dialog')
    await dialog.getByText('It costs too much').click()
    if (mode === 'embedded') await dialog.getByText('Stay with 50% off').waitFor()
    await dialog.getByRole('button', { name: 'Downgrade to Free' }).click()
    await ui.getByText(/^Advanced until .*, then Free$/).waitFor()
  })
})
