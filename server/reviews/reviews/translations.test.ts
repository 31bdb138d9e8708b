import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { readExportRows } from '../export/rows.ts'
import { makeContext } from '../../core/context.ts'
import { productValue } from '../../storefront/theme/render.ts'
import { updateReview } from './changes/update-review.ts'
import { saveTranslations, type NewTranslation } from './translations.ts'

let world: World
let product: TestProduct
const ids = new Map<string, string>()
const german = { title: 'Weich', content: 'Ein weiches Handtuch' }

beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  product = await addProduct(world, 'Towel')
  const rows = await addReviews(
    world.ctx,
    {
      ...german,
      rate: 5,
      language: 'de',
      origin: 'admin',
      source: 'admin',
      status: 'published',
      productId: product.id,
      createdAt: new Date('2026-03-03T00:00:00Z'),
      searchText: 'weich ein weiches handtuch',
    },
    {
      title: 'Hard',
      content: 'Not for me',
      rate: 2,
      language: 'en',
      status: 'published',
      productId: product.id,
      createdAt: new Date('2026-03-02T00:00:00Z'),
      searchText: 'hard not for me',
    },
    {
      title: 'Doux',
      content: 'Une belle serviette',
      rate: 4,
      status: 'published',
      productId: product.id,
      createdAt: new Date('2026-03-01T00:00:00Z'),
      searchText: 'doux une belle serviette',
    },
  )
  for (const { id, title } of rows) ids.set(title, id)
})
afterAll(() => world.close())

const id = (title: string) => ids.get(title) ?? ''
const of = (title: string, more: Partial<NewTranslation> & Pick<NewTranslation, 'language'>): NewTranslation => ({
  reviewId: id(title),
  title: '',
  text: '',
  source: german,
  ...more,
})
/** Returns a context of the current shop row, which lists the languages of translations. */
const fresh = async () =>
  makeContext(
    world.app.deps,
    await world.app.deps.access
      .acrossShops('the demo platform')
      .shop.findUniqueOrThrow({ where: { id: world.shop.id } }),
    world.ctx.actor,
  )
const save = async (...translations: NewTranslation[]) => saveTranslations(await fresh(), { translations })

const at = () => `/storefront/${world.shop.shopifyDomain}`
const get = (path: string) => world.inject({ method: 'GET', url: `${at()}${path}` })
const box = async (query = '') => (await get(`/widgets/reviewBox?product=${product.handle}&${query}`)).body
interface Told {
  title: string
  content: string
  language: string | null
  translation: object | null
}
const reviews = async (query = '') =>
  (await get(`/products/${product.handle}/reviews?${query}`)).json<{ reviews: Told[] }>().reviews

test('saves translations and shows them on pages in their language, with the original', async () => {
  expect(await box()).toContain('Ein weiches Handtuch')
  expect(
    await save(
      of('Weich', { language: 'en', title: 'Soft', text: 'A soft <towel>' }),
      of('Doux', {
        language: 'en',
        title: 'Gentle',
        text: 'A nice towel',
        sourceLanguage: 'fr',
        source: { title: 'Doux', content: 'Une belle serviette' },
      }),
    ),
  ).toBe(2)
  const html = await box()
  expect(html).toContain('<h3 class="candor-subject" dir="auto" lang="en">Soft</h3>')
  expect(html).toContain('<p class="candor-text" dir="auto" lang="en">A soft &lt;towel&gt;</p>')
  expect(html).toMatch(
    /<details class="candor-original"><summary class="candor-fold">Translated from German · Show original<\/summary>\s*<p class="candor-text" dir="auto" lang="de"><strong>Weich<\/strong><\/p>\s*<p class="candor-text" dir="auto" lang="de">Ein weiches Handtuch<\/p>/,
  )
  expect(html).toContain('Translated from French')
  expect(html.match(/candor-original/g)).toHaveLength(2)
})

test('leaves pages in other languages and reviews in the page’s language alone', async () => {
  await save(of('Weich', { language: 'de', title: 'Falsch', text: 'Nie zu sehen' }))
  const html = await box('locale=de')
  expect(html).toContain('<p class="candor-text" dir="auto" lang="de">Ein weiches Handtuch</p>')
  expect(html).not.toContain('candor-original')
})

test.each([
  ['pt', 'pt-PT', 'Traduzido do alemão · Mostrar original'],
  ['pt-PT', 'pt-PT', 'Traduzido do alemão · Mostrar original'],
  ['zh-CN', 'zh', '翻译自德语 · 显示原文'],
])('shows a page in %s the translation into %s', async (locale, language, note) => {
  await save(of('Weich', { language, title: `In ${language}`, text: '…' }))
  const html = await box(`locale=${locale}`)
  expect(html).toContain(`dir="auto" lang="${language}">In ${language}</h3>`)
  expect(html).toContain(note)
})

test('returns the original and the translation to headless clients', async () => {
  const translation = { language: 'en', title: 'Soft', text: 'A soft <towel>', sourceLanguage: 'de' }
  expect(await reviews()).toMatchObject([
    { ...german, language: 'de', translation },
    { title: 'Hard', translation: null },
    { title: 'Doux', translation: { sourceLanguage: 'fr' } },
  ])
  expect(await reviews('locale=pt-PT')).toMatchObject([
    { ...german, translation: { language: 'pt-PT' } },
    { translation: null },
    { translation: null },
  ])
  const query = encodeURIComponent(
    `{ product(handle: "${product.handle}") { reviews(first: 1) { nodes { title content language translation { language title text sourceLanguage } } } } }`,
  )
  expect((await get(`/graphql?query=${query}`)).json()).toEqual({
    data: { product: { reviews: { nodes: [{ ...german, language: 'de', translation }] } } },
  })
  expect((await get(`/graphql?locale=zh&query=${query}`)).json()).toMatchObject({
    data: { product: { reviews: { nodes: [{ translation: { language: 'zh' } }] } } },
  })
})

test('gives search engines and the theme the translated texts', async () => {
  expect((await get(`/products/${product.handle}/structured-data`)).json<{ review: object[] }>().review).toMatchObject([
    { name: 'Soft' },
    { name: 'Hard' },
    { name: 'Gentle' },
  ])
  expect(await productValue(await fresh(), product.handle, 'en')).toContain('A soft &lt;towel&gt;')
})

test.each([
  ['gentle', ['Doux']],
  ['towel', ['Weich', 'Doux']],
  ['towel&sort=oldest', ['Doux', 'Weich']],
  ['towel&rate=4', ['Doux']],
  ['towel&sort=helpful', ['Weich', 'Doux']],
  ['handtuch', ['Weich']],
  ['soft%20towel', ['Weich']],
  ['nowhere', []],
])('finds originals and shown translations by %s', async (search, expected) => {
  expect((await reviews(`search=${search}`)).map(({ title }) => title)).toEqual(expected)
  const [first] = await reviews(`search=${search}&first=1`)
  expect(first?.title).toBe(expected[0])
})

test('pages through the matches of a search in translations', async () => {
  const first = (await get(`/products/${product.handle}/reviews?search=towel&first=1`)).json<{
    pageInfo: { endCursor: string }
  }>()
  expect(
    (await reviews(`search=towel&first=1&after=${encodeURIComponent(first.pageInfo.endCursor)}`)).map(
      ({ title }) => title,
    ),
  ).toEqual(['Doux'])
})

test('shows and searches translations on the page of all reviews', async () => {
  const html = (await get('/widgets/allReviews?page=reviews&candor_q=gentle')).body
  expect([...html.matchAll(/candor-subject"[^>]*>([^<]*)</g)].map(([, title]) => title)).toEqual(['Gentle'])
})

test('exports the translations of the current text', async () => {
  const ctx = await fresh()
  let rows: string[][] = []
  for await (const some of readExportRows(ctx, {}, async () => undefined)) rows = [...rows, ...some]
  const details = rows
    .map((cells) => cells.at(-1) ?? '')
    .filter((cell) => cell.includes('"translations"'))
    .map((cell) => JSON.parse(cell) as { translations: { language: string }[] })
  expect(details.map(({ translations }) => translations.map(({ language }) => language))).toEqual([
    ['de', 'en', 'pt-PT', 'zh'],
    [],
    ['en'],
  ])
})

test('never shows the translation of an earlier text', async () => {
  await updateReview(await fresh(), { id: id('Weich'), content: 'Nicht mehr weich' })
  expect(await box()).not.toContain('A soft')
  expect(await reviews('search=soft')).toEqual([])
  // A translation of the earlier text may also be saved after the change.
  await save(of('Weich', { language: 'en', title: 'Soft', text: 'A soft towel' }))
  expect((await reviews())[0]).toMatchObject({ content: 'Nicht mehr weich', translation: null })
  await save(
    of('Weich', {
      language: 'en',
      title: 'Not soft',
      text: 'No longer soft',
      source: { title: 'Weich', content: 'Nicht mehr weich' },
    }),
  )
  expect((await reviews())[0]).toMatchObject({ translation: { title: 'Not soft' } })
})

test('deletes translations with their review, and skips unknown reviews', async () => {
  const before = await world.ctx.db.reviewTranslation.count({ where: { shopId: world.shop.id } })
  expect(await save({ ...of('Weich', { language: 'en' }), reviewId: '0190a000-0000-7000-8000-000000000000' })).toBe(0)
  await world.ctx.db.review.delete({ where: { shopId_id: { shopId: world.shop.id, id: id('Weich') } } })
  expect(await world.ctx.db.reviewTranslation.count({ where: { shopId: world.shop.id } })).toBe(before - 4)
})

test('refuses invalid translations, and plans without translations', async () => {
  await expect(save(of('Hard', { language: '<b>' }))).rejects.toMatchObject({ code: 'valueInvalid' })
  await expect(save(of('Hard', { language: 'fr', text: 'x'.repeat(10_001) }))).rejects.toMatchObject({
    code: 'fillAtMost',
  })
  const ctx = await fresh()
  await expect(
    saveTranslations({ ...ctx, shop: { ...ctx.shop, plan: 'pro' } }, { translations: [] }),
  ).rejects.toMatchObject({ code: 'planRequired' })
})
