import { expect, jest, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import type { Page, WebSocketRoute } from 'playwright-core'
import { inventedExport } from '../server/testing/hostile/invented-export.ts'
import { aliexpressAnswer, amazonPage, amazonReview } from '../server/testing/marketplace-answers.ts'
import { demoStage, violations } from './visitor.ts'

jest.setTimeout(180_000)

const importPath = '/collect-reviews/import-reviews'

const stage = demoStage()

const hostileExport = [
  'title,body,rating,review_date,curated,reviewer_name,product_handle,picture_urls',
  '<script>alert(1)</script>,Lovely <img src=x onerror=alert(2)> and <script>alert("body")</script>,5,2025-05-12 10:00:00 UTC,ok,<b>Bobby</b>,linen-notebook,javascript:alert(3)',
].join('\n')

const give = (page: Page, name: string, text: string) =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('imports the demo’s export: check, answer, import, error file, reviews', async () => {
  const page = await stage.merchant.visit(importPath)
  await page.getByRole('button', { name: 'No file? Try our sample' }).click()
  await page.getByRole('heading', { name: '52 reviews ready to import' }).waitFor()
  expect(await page.locator('.c-figures').innerText()).toMatch(
    /52\s+New\s+3\s+No matching product\s+3\s+Duplicates\s+3\s+Can’t be imported/,
  )
  await page.getByRole('row', { name: /rating great The rating isn’t a number/ }).waitFor()
  expect(await violations(page)).toEqual([])

  const start = page.getByRole('button', { name: 'Import 52 reviews' })
  expect(await start.isDisabled()).toBe(true)
  await page.getByText('Answer first: products that aren’t in your shop').waitFor()
  await page.getByRole('radio', { name: /^Add to your shop, not to a product/ }).check()
  await page.getByLabel('Product for reviews of copper-jam-pan').selectOption('Add to a product')
  await page.getByPlaceholder('Search products').fill('skillet')
  await page.locator('.c-picker').getByText('Cast-Iron Skillet').click()
  await page.getByRole('button', { name: 'Cast-Iron Skillet' }).waitFor()
  await page.getByRole('button', { name: 'Import 55 reviews' }).click()

  await page.getByRole('heading', { name: '55 reviews imported' }).waitFor()
  expect(await violations(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download these rows' }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(download.suggestedFilename()).toBe('judgeme-errors.csv')
  expect(lines[0]).toMatch(/^\uFEFFtitle,body,rating,.*,import_error$/)
  expect(lines).toHaveLength(5)

  await page.getByRole('button', { name: 'See your reviews' }).click()
  await page.getByRole('heading', { name: 'Manage reviews' }).waitFor()
})

test('shows a script in an imported review as text', async () => {
  const page = await stage.merchant.visit(importPath)
  await give(page, 'hostile.csv', hostileExport)
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByRole('heading', { name: '1 review imported' }).waitFor()
  await page.goto(`${stage.demo.url}/demo/store/products/linen-notebook`)
  await page.getByText('<script>alert("body")</script>', { exact: false }).first().waitFor()
  expect(await page.locator('img[src="x"], .c-box script:not([type])').count()).toBe(0)
  const admin = await stage.merchant.visit('/reviews/list?searchText=linen-bound')
  await admin.getByRole('heading', { name: 'Manage reviews' }).waitFor()
})

test('finds nothing to change when the file is imported again', async () => {
  const page = await stage.merchant.visit(importPath)
  await page.getByRole('button', { name: 'No file? Try our sample' }).click()
  await page.getByRole('heading', { name: 'Nothing new to import' }).waitFor()
  expect(await page.locator('.c-figures').innerText()).toMatch(/58\s+Duplicates/)
})

test('updates every open tab, even after a lost connection or opened late', async () => {
  const hold = await holdImports()
  const before = await stage.merchant.visit(importPath)
  await before.getByRole('heading', { name: 'Drop your export file here' }).waitFor()
  const page = await stage.merchant.visit('/reviews/import?quickstart=true')
  await page.getByRole('link', { name: /Back to quick start/ }).waitFor()
  await give(page, 'many.csv', inventedExport(1_500, { handles: ['teapot', 'oat-soap'] }))
  await page.getByRole('heading', { name: '1,500 reviews ready to import' }).waitFor()
  const second = await stage.merchant.visit('about:blank')
  const line = await lineOf(second)
  await second.goto(page.url())
  await second.getByRole('heading', { name: '1,500 reviews ready to import' }).waitFor()
  await page.getByRole('button', { name: 'Import 1,500 reviews' }).click()
  for (const tab of [page, second, before]) await tab.getByRole('heading', { name: 'Importing your reviews' }).waitFor()
  await page.locator('.c-running-count strong', { hasText: '1,000' }).waitFor()
  await line.drop()
  await hold.release()
  for (const tab of [page, second]) await tab.getByRole('heading', { name: '1,500 reviews imported' }).waitFor()
  expect(line.opened()).toBeGreaterThan(1)
  await before.getByText('1,500 reviews were imported.').waitFor()
  const late = await stage.merchant.visit(importPath)
  await late.getByRole('link', { name: /many\.csv.*1,500 reviews.*Done/ }).click()
  await late.getByRole('heading', { name: '1,500 reviews imported' }).waitFor()
  await late.goBack()
  await late.getByRole('heading', { name: 'Drop your export file here' }).waitFor()
})

test('rejects another kind of file in place, and names the accepted ones', async () => {
  const page = await stage.merchant.visit(importPath)
  await give(page, 'orders.csv', 'order\n1\n')
  await page
    .getByText('This doesn’t look like a review export. A file needs at least the columns body, rating.')
    .waitFor()
  await give(page, 'picture.png', 'x')
  await page.getByText('This file type isn’t supported').waitFor()
  expect(await violations(page)).toEqual([])
})

test('on a phone, asks about ratings up to ten and ambiguous dates', async () => {
  const page = await stage.merchant.visit(importPath)
  await page.setViewportSize({ width: 390, height: 844 })
  await give(
    page,
    'ten.csv',
    'body,rating,review_date,reviewer_name,product_handle\nPhone one,10,05/03/2024,k***k.,teapot\nPhone two,7,06/04/2024,A***a.,teapot\n',
  )
  await page.getByText('Ratings in this file go up to 10. Which scale does it use?').waitFor()
  await page.getByText('10-point scale: convert to 5 stars').click()
  await page.getByRole('radio', { name: /^March 5, 2024/ }).check()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 2 reviews' }).click()
  await page.getByRole('heading', { name: '2 reviews imported' }).waitFor()
})

test('pauses, resumes, cancels and undoes an import while a second tab follows', async () => {
  const hold = await holdImports()
  const page = await stage.merchant.visit(importPath)
  await give(
    page,
    'there-and-back.csv',
    inventedExport(2_500, { handles: ['teapot', 'oat-soap'], body: 'There and back' }),
  )
  await page.getByRole('heading', { name: '2,500 reviews ready to import' }).waitFor()
  const second = await stage.merchant.visit('about:blank')
  const line = await lineOf(second)
  await second.goto(page.url())
  await page.getByRole('button', { name: 'Import 2,500 reviews' }).click()
  await page.locator('.c-running-count strong', { hasText: '1,000' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  const paused = (tab: Page) => tab.getByRole('heading', { name: /^Paused at [\d,]+ of 2,500$/ })
  for (const tab of [page, second]) await paused(tab).waitFor()
  const pausedText = await paused(page).innerText()
  expect(await paused(second).innerText()).toBe(pausedText)
  expect(await violations(page)).toEqual([])
  await page.reload()
  await page.getByRole('heading', { name: pausedText }).waitFor()

  await line.cut()
  const lost = second.getByText('Connection lost. This page will update when you’re back online.')
  await lost.waitFor()
  line.mend()
  await lost.waitFor({ state: 'hidden' })
  await second.getByText('The import is paused until you resume it.').waitFor()

  await second.getByRole('button', { name: 'Resume' }).click()
  await page.locator('.c-running-count strong', { hasText: '2,000' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await paused(second).waitFor()
  await page.getByRole('button', { name: 'Cancel import' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this import?' })
  await question.getByText(/reviews have been imported and stay/).waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await question.getByRole('button', { name: 'Cancel import' }).click()
  for (const tab of [page, second])
    await tab.getByRole('heading', { name: /^Canceled: [\d,]+ reviews imported$/ }).waitFor()

  const { viewer } = await stage.merchant.ask<{ viewer: { shop: { reviews: { edges: { node: { id: string } }[] } } } }>(
    '{ viewer { shop { reviews(first: 1, filter: { search: "There and back, number 7" }) { edges { node { id } } } } } }',
  )
  await stage.merchant.ask('mutation ($ids: [ID!]!) { unpublishReviews(input: { ids: $ids }) { __typename } }', {
    ids: viewer.shop.reviews.edges.map(({ node }) => node.id),
  })

  await page.getByRole('button', { name: 'Undo import' }).click()
  const undo = page.getByRole('dialog', { name: 'Undo this import?' })
  await undo.getByText('1 review was changed since the import').waitFor()
  // The button fades in once the reviews are counted.
  await undo.evaluate((dialog) => Promise.all(dialog.getAnimations({ subtree: true }).map(({ finished }) => finished)))
  expect(await violations(page)).toEqual([])
  await undo.getByRole('button', { name: /^Remove [\d,]+ reviews$/ }).click()
  for (const tab of [page, second]) {
    await tab.getByRole('heading', { name: 'Import undone' }).waitFor()
    await tab.getByText(/[\d,]+ reviews were removed\. 1 was changed since the import and stays\./).waitFor()
  }
  await hold.release()
  await page.goto(`${stage.demo.url}${importPath}`)
  await page.getByRole('link', { name: /there-and-back\.csv.*removed.*Undone/ }).waitFor()
})

test('imports a marketplace product’s reviews from the merchant’s browser: pasted, or a saved page', async () => {
  const page = await stage.merchant.visit('/reviews/import?searchText=teapot')
  await page.getByRole('button', { name: 'Import for this product: Harbour Teapot' }).click()
  await page.getByRole('link', { name: /^AliExpress/ }).click()
  await page.getByLabel('Copied reviews').fill(aliexpressAnswer())
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Check pasted reviews' }).press('Enter')
  await page.getByText('4 reviews found. AliExpress lists 248.').waitFor()
  await page.locator(':focus', { hasText: /^3 reviews ready to import$/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Import 3 reviews' }).press('Enter')
  await page.getByRole('heading', { name: '3 reviews imported' }).waitFor()
  await page.locator(':focus', { hasText: /^3 reviews imported$/ }).waitFor()

  await page.goto(`${stage.demo.url}${importPath}?from=amazon`)
  await page.getByLabel('Stars').selectOption('4 and 5 stars')
  const reviews = [5, 4, 3].map((stars) =>
    amazonReview({
      id: `R2ABCDEFGH10${stars}`,
      stars: `${stars}.0 out of 5 stars`,
      date: 'Reviewed in Germany on 1 March 2024',
    }),
  )
  await page
    .getByLabel('Choose a saved file')
    .setInputFiles({ name: 'Lamp.html', mimeType: 'text/html', buffer: Buffer.from(amazonPage({ reviews })) })
  await page.getByText('Found: Amazon reviews').waitFor()
  await page.getByText('2 of them match your options.').waitFor()

  await page.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('dialog', { name: 'Discard this import?' })
  await question.getByText('Lamp.html').waitFor()
  expect(await violations(page)).toEqual([])
  await question.getByRole('button', { name: 'Discard' }).click()
  await page.getByLabel('Choose a saved file').waitFor()
  await page.goto(`${stage.demo.url}${importPath}`)
  await page.getByRole('heading', { name: 'Import history' }).waitFor()
  expect(await page.getByRole('link', { name: /Lamp\.html/ }).count()).toBe(0)
})

/** Stops every import after each batch, as if another runner had claimed it, until released. */
async function holdImports() {
  const database = stage.demo.app.deps.access.acrossShops('the demo platform')
  await database.$executeRaw`
    create function hold_import() returns trigger language plpgsql as $$ begin
      new.fence := new.fence + 1;
      new."leaseUntil" := 'infinity';
      return new;
    end $$`
  await database.$executeRaw`create trigger hold_import before update on "Import" for each row when (new.done > old.done) execute function hold_import()`
  return {
    async release() {
      await database.$executeRaw`drop function hold_import cascade`
      await database.$executeRaw`update "Import" set "leaseUntil" = null where "leaseUntil" = 'infinity'`
    },
  }
}

/** Returns a tab's websocket, which a test can close, or block until released. */
async function lineOf(tab: Page) {
  const sockets: WebSocketRoute[] = []
  let isCut = false
  await tab.routeWebSocket(/\/graphql$/, (socket) => {
    if (isCut) return void socket.close({ code: 1012 })
    socket.connectToServer()
    sockets.push(socket)
  })
  const drop = async () => sockets.at(-1)?.close({ code: 1012 })
  return {
    opened: () => sockets.length,
    drop,
    cut() {
      isCut = true
      return drop()
    },
    mend() {
      isCut = false
    },
  }
}
