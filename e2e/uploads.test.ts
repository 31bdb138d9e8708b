import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { demoStage } from './visitor.ts'

jest.setTimeout(180_000)

const stage = demoStage()
const phone = { signedIn: false, viewport: { width: 390, height: 844 } }
/** An incompressible picture of about half a megabyte. */
let garden: { name: string; mimeType: string; buffer: Buffer }
/** Serves pages of the demo from another origin, like a shop's theme. */
let shop: Server

beforeAll(async () => {
  garden = {
    name: 'garden.png',
    mimeType: 'image/png',
    buffer: await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer(),
  }
  shop = createServer((request, response) => {
    void fetch(stage.demo.url + (request.url ?? '')).then(async (page) =>
      response.setHeader('content-type', 'text/html; charset=utf-8').end(await page.text()),
    )
  })
  await new Promise<void>((listening) => {
    shop.listen(0, '127.0.0.1', listening)
  })
})
afterAll(
  () =>
    new Promise((closed) => {
      shop.close(closed)
    }),
)

/** Limits the page's upload to some bytes a second. Returns a function that removes the limit. */
async function slow(page: Page, uploadThroughput: number): Promise<() => Promise<void>> {
  const connection = await page.context().newCDPSession(page)
  await connection.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  })
  return () => connection.detach()
}

/** Fills in a form of the widgets and chooses a picture. */
async function fill(form: Locator, text: string): Promise<void> {
  await form.locator('input[type=file]').first().setInputFiles(garden)
  await form.locator('.candor-photos img').waitFor()
  await form.locator('.candor-choose input[value="5"]').check({ force: true })
  await form.getByLabel('Your review').fill(text)
  await form.getByLabel('Name').fill('Ada Byron')
  await form.getByLabel('Email').fill('ada@reader.test')
}

/** Records the bar's values and the screen reader's announcements from now on. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen = { values: [] as number[], announcements: [] as string[] }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      const bar = document.querySelector<HTMLProgressElement>('.candor-upload progress')
      const text = document.querySelector('.candor-upload [role=status]')?.textContent ?? ''
      if (bar && bar.position >= 0 && bar.value !== seen.values.at(-1)) seen.values.push(bar.value)
      if (text && text !== seen.announcements.at(-1)) seen.announcements.push(text)
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
const watched = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { values: number[]; announcements: string[] } }).seen)

/** Checks that the bar grew in steps and each quarter was announced once. */
function expectGrowth({ values, announcements }: { values: number[]; announcements: string[] }): void {
  expect(values.length).toBeGreaterThan(4)
  expect(values).toEqual([...values].sort((one, other) => one - other))
  expect(announcements[0]).toBe('Uploading your files 0%')
  expect(announcements.at(-1)).toBe('Almost done')
  expect(announcements.length).toBe(new Set(announcements).size)
  expect(announcements.length).toBeLessThanOrEqual(5)
}

const database = () => stage.demo.app.deps.access.acrossShops('the demo platform')
const stored = (content: string) => database().review.count({ where: { content } })

test('a slow upload shows its progress and ends on the thank-you page', async () => {
  const page = await stage.merchant.visit('/demo/store/products/hillside-mug', phone)
  await page
    .getByRole('link', { name: /Write a review|first/ })
    .first()
    .click()
  const form = page.locator('[id$=-write] form')
  await fill(form, 'Sent slowly')
  await watch(page)
  await slow(page, 200_000)
  await form.getByRole('button', { name: 'Submit review' }).click()
  await form.getByRole('progressbar', { name: 'Uploading your files' }).waitFor()
  expect(await form.getByLabel('Your review').isDisabled()).toBe(true)
  await page.getByText('Thank you for your review.').waitFor()
  expectGrowth(await watched(page))
  expect(await stored('Sent slowly')).toBe(1)
})

test('a canceled upload keeps the form filled and saves nothing; then it can be sent', async () => {
  const page = await stage.merchant.visit('/demo/theme/products/hillside-mug', phone)
  await page.locator('.candor-submit').getByRole('button', { name: 'Write a review' }).click()
  const form = page.locator('.candor-submit form')
  await fill(form, 'Stopped once')
  const quicken = await slow(page, 60_000)
  await form.getByRole('button', { name: 'Submit review' }).click()
  await page.waitForFunction(
    () => (document.querySelector<HTMLProgressElement>('.candor-upload progress')?.value ?? 0) > 0.05,
  )
  await form.getByRole('button', { name: 'Cancel upload' }).click()
  await form.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(await form.getByLabel('Your review').inputValue()).toBe('Stopped once')
  expect(
    await form
      .locator('input[type=file]')
      .first()
      .evaluate(({ files }: HTMLInputElement) => files?.[0]?.name),
  ).toBe('garden.png')
  expect(await form.locator('.candor-lost').isVisible()).toBe(false)
  expect(
    await form
      .getByRole('button', { name: 'Submit review' })
      .evaluate((button: HTMLButtonElement) => [button.disabled, document.activeElement === button]),
  ).toEqual([false, true])
  expect(await stored('Stopped once')).toBe(0)
  await quicken()
  await form.getByRole('button', { name: 'Submit review' }).click()
  await page.getByText('Thank you for your review.').waitFor()
  expect(await stored('Stopped once')).toBe(1)
})

test('a lost connection shows an error and keeps the form; the retry has the same key', async () => {
  const page = await stage.merchant.visit('/demo/store/products/hillside-mug', phone)
  await page
    .getByRole('link', { name: /Write a review|first/ })
    .first()
    .click()
  const form = page.locator('[id$=-write] form')
  await fill(form, 'Lost once')
  await page.evaluate(() => {
    const keys: unknown[] = []
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (body) {
      keys.push((body as FormData).get('key'))
      send.call(this, body)
    }
    Object.assign(window, { keys })
  })
  await page.route('**/reviews?part=form', (route) => route.abort('connectionreset'), { times: 1 })
  await form.getByRole('button', { name: 'Submit review' }).click()
  await page.getByRole('alert').filter({ hasText: 'We couldn’t send your review' }).waitFor()
  expect(await form.getByLabel('Your review').inputValue()).toBe('Lost once')
  await form.getByRole('button', { name: 'Submit review' }).click()
  await page.getByText('Thank you for your review.').waitFor()
  expect(await stored('Lost once')).toBe(1)
  const [first, second] = await page.evaluate(() => (window as unknown as { keys: string[] }).keys)
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

test('an upload that stalls ends with a sentence, and can be sent again', async () => {
  const page = await stage.merchant.visit(
    '/storefront/candor-demo.myshopify.com/products/hillside-mug/reviews/new',
    phone,
  )
  const form = page.locator('form')
  await fill(form, 'Stalled once')
  await page.route('**/reviews', () => undefined, { times: 1 })
  await page.clock.install()
  await form.getByRole('button', { name: 'Submit review' }).click()
  await form.getByRole('progressbar').waitFor()
  await page.clock.fastForward(31_000)
  await page.getByRole('alert').filter({ hasText: 'We couldn’t send your review' }).waitFor()
  await form.getByRole('button', { name: 'Submit review' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(await stored('Stalled once')).toBe(1)
})

test('a shop’s page on another origin shows the progress, too', async () => {
  const page = await stage.merchant.visit(
    `http://127.0.0.1:${(shop.address() as AddressInfo).port}/demo/store/products/hillside-mug`,
    phone,
  )
  await page
    .getByRole('link', { name: /Write a review|first/ })
    .first()
    .click()
  const form = page.locator('[id$=-write] form')
  await fill(form, 'From a theme')
  await watch(page)
  await slow(page, 200_000)
  await form.getByRole('button', { name: 'Submit review' }).click()
  await page.getByText('Thank you for your review.').waitFor()
  expectGrowth(await watched(page))
  expect(await stored('From a theme')).toBe(1)
})

test('the form’s own page shows progress, keeps a rejected form’s files, and opens the thank-you page', async () => {
  const { shopifyDomain } = await database().shop.findFirstOrThrow({ orderBy: { createdAt: 'asc' } })
  const page = await stage.merchant.visit(`/storefront/${shopifyDomain}/products/hillside-mug/reviews/new`, phone)
  const form = page.locator('form')
  await fill(form, 'On its own page')
  await form.getByLabel('Email').evaluate((input: HTMLInputElement) => {
    input.type = 'text'
    input.value = 'incomplete'
  })
  await form.getByRole('button', { name: 'Submit review' }).click()
  await page.getByText('Enter a valid email address').waitFor()
  expect(await form.getByLabel('Email').evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await form.locator('.candor-photos img').count()).toBe(1)
  await form.getByLabel('Email').fill('ada@reader.test')
  const quicken = await slow(page, 60_000)
  await form.getByRole('button', { name: 'Submit review' }).click()
  await form.getByRole('button', { name: 'Cancel upload' }).click()
  await form.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(await form.getByLabel('Your review').inputValue()).toBe('On its own page')
  await quicken()
  await form.getByRole('button', { name: 'Submit review' }).click()
  await page.getByText('Thank you for your review.').waitFor()
  expect(new URL(page.url()).pathname).toMatch(/\/thanks$/)
  expect(await stored('On its own page')).toBe(1)
})
