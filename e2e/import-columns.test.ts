import { expect, jest, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { demoStage, violations } from './visitor.ts'

jest.setTimeout(180_000)

const importPath = '/collect-reviews/import-reviews'

const stage = demoStage()

const give = (page: Page, name: string, text: string) =>
  page.getByLabel('Choose a file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const meaning = (page: Page, column: string) => page.getByRole('combobox', { name: `Field for column ${column}` })

/** Each guest has a separate header row: a mapping becomes the guess for files with the same columns. */
const unknownFile = (guest: string) =>
  [
    `note;texte;auteur;objet vendu;le mot de la fin;${guest}`,
    `5;${guest}: une théière parfaite;Ann;Harbour Teapot;Parfaite;-`,
    `4;${guest}: il tient chaud;Bo;Linnen Aprons;Bien;-`,
    `3;${guest}: pas mal;Cy;Something of before;Moyenne;-`,
  ].join('\n')

const shownOption = (page: Page, column: string) =>
  meaning(page, column).evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.text)

test('on a phone, an unknown app’s file has its columns corrected, checked again and imported', async () => {
  const [place, width] = ['on a phone', 390]
  const page = await stage.merchant.visit(importPath)
  await page.setViewportSize({ width, height: 860 })
  await page.getByRole('heading', { name: 'Drop your export file here' }).waitFor()
  expect(await violations(page)).toEqual([])
  await give(page, 'avis.csv', unknownFile(place))
  await page.getByText('Found: a file from an unknown app').waitFor()
  await page.getByRole('heading', { name: 'Check the column mapping' }).waitFor()
  expect([await shownOption(page, 'note'), await shownOption(page, 'objet vendu')]).toEqual(['Stars', 'Don’t import'])
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

  await meaning(page, 'objet vendu').selectOption('Product title')
  await meaning(page, 'le mot de la fin').selectOption('Review text')
  await page.getByText('Two columns are mapped to the same field. Use each field once.').waitFor()
  expect(await violations(page)).toEqual([])
  await meaning(page, 'le mot de la fin').selectOption('Title')
  await page.getByRole('button', { name: 'Check again' }).press('Enter')
  const offer = page.getByRole('button', { name: 'Did you mean Linen Apron?' })
  await offer.waitFor()
  expect(await page.locator(':focus').innerText()).toMatch(/ready to import/)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

  await offer.press('Enter')
  await page.getByRole('radio', { name: /^Add to your shop, not to a product/ }).check()
  await page.getByRole('button', { name: 'Import 3 reviews' }).click()
  await page.getByRole('heading', { name: '3 reviews imported' }).waitFor()
  const { viewer } = await stage.merchant.ask<{
    viewer: {
      shop: { reviews: { edges: { node: { title: string; rate: number; product: { title: string } | null } }[] } }
    }
  }>(
    'query ($text: String!) { viewer { shop { reviews(first: 10, filter: { search: $text }) { edges { node { title rate product { title } } } } } } }',
    { text: place },
  )
  expect(
    viewer.shop.reviews.edges.map(({ node }) => [node.title, node.rate, node.product?.title ?? null]).toSorted(),
  ).toEqual([
    ['Bien', 4, 'Linen Apron'],
    ['Moyenne', 3, null],
    ['Parfaite', 5, 'Harbour Teapot'],
  ])
})

test('confirms a correct guess without further steps', async () => {
  const page = await stage.merchant.visit(importPath)
  await give(page, 'short.csv', 'stars,comment,handle\n5,Short and right,teapot\n')
  await page.getByRole('checkbox', { name: 'The mapping is correct' }).check()
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByRole('heading', { name: '1 review imported' }).waitFor()
})

const looxExport = [
  'id,status,rating,email,nickname,full_name,review,date,productId,handle,img,variant,verified_purchase',
  '1,Active,5,a@b.example,Julie,Julie Martin,Parfait pour ma fille,2024-11-05T08:00:00.000Z,8123,teapot,,M,true',
].join('\n')

test('recognizes an export of Loox by its columns, which open by a click', async () => {
  const page = await stage.merchant.visit(importPath)
  await give(page, 'loox.csv', looxExport)
  await page.getByText('Found: a Loox export').waitFor()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByText(/^This is how we read Loox files/).waitFor()
  expect(await shownOption(page, 'review')).toBe('Review text')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByRole('heading', { name: '1 review imported' }).waitFor()
})

test('offers the template as a file', async () => {
  const page = await stage.merchant.visit(importPath)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download our template' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('candor-reviews.csv')
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/^\uFEFFproduct_handle,product_id,rating,/)
})
