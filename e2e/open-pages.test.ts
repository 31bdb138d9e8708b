import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { chromium, type Browser, type Page } from 'playwright-core'
import sharp from 'sharp'
import { buildMailLinks } from '../server/requests/requests/mail-links.ts'
import { addProduct, placeOrder } from '../server/testing/orders.ts'
import { createWorld, type World } from '../server/testing/world.ts'
import { chromiumPath } from './chromium.ts'

jest.setTimeout(120_000)

let world: World
let browser: Browser
beforeAll(async () => {
  world = await createWorld()
  browser = await chromium.launch({ executablePath: chromiumPath() })
})
afterAll(async () => {
  await browser.close()
  await world.close()
})

/** Opens the form of a request email on a phone. */
async function openForm(email: string): Promise<{ page: Page; productId: string }> {
  const product = await addProduct(world, `Bowl of ${email}`)
  const order = await placeOrder(world, { email, firstName: 'Ada', lastName: 'Byron', products: [product] })
  await order.fulfill()
  await world.advance({ days: 7 })
  const item = await world.ctx.db.queueItem.findFirstOrThrow({ where: { shopId: world.shop.id, customerEmail: email } })
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto((await world.url()) + new URL(buildMailLinks(world.ctx, item.id).reviewUrl).pathname)
  return { page, productId: product.id }
}

const photo = async (name: string, mimeType = 'image/png') => ({
  name,
  mimeType,
  buffer: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#d98e04' } })
    .png()
    .toBuffer(),
})

test('rejects an invalid photo when it is chosen; others are shown, removable and sent', async () => {
  const { page, productId } = await openForm('ada@reader.test')
  await page
    .getByLabel('Photos')
    .setInputFiles([await photo('one.png'), await photo('two.bmp', 'image/bmp'), await photo('three.PNG')])
  await page.getByRole('alert').filter({ hasText: 'two.bmp: Invalid file type' }).waitFor()
  expect(
    await page
      .locator('.candor-photos img')
      .evaluateAll((shown) => shown.map((image) => (image as HTMLImageElement).alt)),
  ).toEqual(['one.png', 'three.PNG'])
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('.candor-photos img')].every(
      ({ naturalWidth }) => naturalWidth === 40,
    ),
  )

  await page.getByRole('button', { name: 'Remove one.png' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Submit review' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(await world.ctx.db.reviewMedia.count({ where: { shopId: world.shop.id, review: { productId } } })).toBe(1)
  await page.close()
})

test('rejects too many and too large photos, too', async () => {
  const { page } = await openForm('grace@reader.test')
  const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(11 * 1024 * 1024) }
  const many = await Promise.all(Array.from({ length: 6 }, (_, index) => photo(`${index}.png`)))
  await page.getByLabel('Photos').setInputFiles([large, ...many])
  await page
    .getByRole('alert')
    .filter({ hasText: 'large.png: This file is too large · You have reached the file upload limit' })
    .waitFor()
  expect(await page.locator('.candor-photos li').count()).toBe(5)
  await page.close()
})

test('adds a second choice to the first, and sends a large photo smaller', async () => {
  const { page, productId } = await openForm('mary@reader.test')
  const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#1f5b45' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Photos').setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: large })
  await page.waitForFunction(
    () => document.querySelector<HTMLImageElement>('.candor-photos img')?.naturalWidth === 1600,
  )
  await page.getByLabel('Photos').setInputFiles(await photo('second.png'))
  await page.getByRole('button', { name: 'Remove second.png' }).waitFor()
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Submit review' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  const media = await world.ctx.db.reviewMedia.findMany({
    where: { shopId: world.shop.id, review: { productId } },
    orderBy: { width: 'desc' },
  })
  expect(media.map(({ width, height }) => [width, height])).toEqual([
    [1600, 1200],
    [40, 30],
  ])
  await page.close()
})

test('sends the choice of the button, while the buttons are disabled', async () => {
  const { page } = await openForm('fewer@reader.test')
  const item = await world.ctx.db.queueItem.findFirstOrThrow({ where: { customerEmail: 'fewer@reader.test' } })
  await page.goto((await world.url()) + new URL(buildMailLinks(world.ctx, item.id).unsubscribeUrl).pathname)
  await page.getByRole('button', { name: 'Fewer emails' }).click()
  await page.getByRole('heading', { name: 'You’ll get fewer emails' }).waitFor()
  expect(await world.ctx.db.suppression.count({ where: { email: 'fewer@reader.test' } })).toBe(0)
  await page.close()
})

test('keeps the photos of a rejected form', async () => {
  const { page, productId } = await openForm('joan@reader.test')
  await page.getByLabel('Photos').setInputFiles(await photo('kept.png'))
  await page.getByRole('button', { name: 'Remove kept.png' }).waitFor()
  await page.locator('textarea').fill('It holds a lot')
  await page.getByRole('button', { name: 'Submit review' }).click()
  await page.getByRole('alert').filter({ hasText: 'Everything you wrote is still here' }).waitFor()
  await page.getByRole('button', { name: 'Remove kept.png' }).waitFor()
  expect(await page.getByText('choose your photos again').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(`rate.${productId}`)
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByRole('button', { name: 'Submit review' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(new URL(page.url()).searchParams.get('done')).toBeTruthy()
  expect(await world.ctx.db.reviewMedia.count({ where: { shopId: world.shop.id, review: { productId } } })).toBe(1)
  await page.close()
})

test('opens the playground with the last visit’s tab, and uses the admin’s login', async () => {
  const page = await browser.newPage()
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  const tabs = () => page.locator('.graphiql-tab').allInnerTexts()
  const visit = async () => {
    await page.goto(`${await world.url()}/graphql`)
    await page.getByText('query LatestReviews').first().waitFor()
  }
  await visit()
  await page.getByText('You are not signed in.').waitFor()
  await page.waitForFunction(() => localStorage.getItem('graphiql:tabState'))
  const first = await tabs()
  await page.evaluate((token) => localStorage.setItem('candor.token', token), world.token)
  await visit()
  expect(await tabs()).toEqual(first)
  expect(await page.getByText('You are not signed in.').isVisible()).toBe(false)
  await page.getByRole('button', { name: /^Execute/ }).click()
  await page.getByRole('menuitem', { name: 'LatestReviews' }).click()
  await page.locator('.result-window', { hasText: 'ratingSummary' }).waitFor()
  expect(refused).toEqual([])
  await page.close()
})
