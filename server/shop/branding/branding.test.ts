import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { saveSetting } from '../settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let mug: TestProduct
beforeAll(async () => {
  world = await createWorld()
  mug = await addProduct(world, 'Mug')
  await addReviews(world.ctx, { status: 'published', productId: mug.id, rate: 5, content: 'Keeps tea hot' })
})
afterAll(() => world.close())

const brand = {
  primaryColor: '#aa0033',
  textColor: '#222244',
  backgroundColor: '#fdf6f0',
  starColor: '#ff8800',
  font: 'Lora',
  starIcon: 'heart',
  corners: 'square',
  logo: 'https://shop.test/logo.png',
}
const box = async () =>
  (await world.inject({ url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=${mug.handle}` })).body
async function email(branding?: object): Promise<string> {
  const { data } = await world.graphql(
    'query ($branding: SaveBrandingInput) { viewer { shop { emailPreview(branding: $branding) { html } } } }',
    { branding },
  )
  return (data as unknown as { viewer: { shop: { emailPreview: { html: string } } } }).viewer.shop.emailPreview.html
}

test('shows a saved brand in widgets and emails', async () => {
  expect((await world.rest('PUT', '/settings/branding', { body: brand })).statusCode).toBe(200)
  const shown = await box()
  expect(shown).toMatch(/--candor-text:#222244;.*--candor-back:#fdf6f0;.*--candor-act:#aa0033/)
  expect(shown).toContain('--candor-round:0')
  expect(shown).toContain("font-family:'Candor Lora',serif!important")
  expect(shown).toMatch(/class="candor-box candor-list candor-icon-heart"/)
  const html = await email()
  expect(html).toContain('background:#aa0033')
  expect(html).toContain('src="https://shop.test/logo.png"')
  expect(html).toContain('font-family:Lora,')
})

test('keeps the palette of the review box', async () => {
  const rating = async () =>
    (await world.inject({ url: `/storefront/${world.shop.shopifyDomain}/widgets/starRating?product=${mug.handle}` }))
      .body
  await saveSetting(world.ctx, 'reviewBox', { preset: 'night' })
  expect(await box()).toContain('--candor-back:#211e18')
  expect(await rating()).toMatch(/--candor-star:#ff8800;.*--candor-back:#fdf6f0/)
  await saveSetting(world.ctx, 'reviewBox', { preset: 'custom' })
})

test('prefers a widget’s own value, and returns to the brand’s on reset', async () => {
  await saveSetting(world.ctx, 'reviewBox', { colours: { text: '#101010' }, starIconType: 'circle' })
  expect(await box()).toMatch(/candor-icon-circle.*--candor-text:#101010;.*--candor-act:#aa0033/)
  await saveSetting(world.ctx, 'reviewBox', { colours: { text: '' }, starIconType: 'brand' })
  expect(await box()).toMatch(/candor-icon-heart.*--candor-text:#222244/)
})

test('previews an email with an unsaved brand', async () => {
  expect(await email({ primaryColor: '#123456' })).toContain('background:#123456')
  expect(await email()).toContain('background:#aa0033')
})

test('hides the Candor mark by a switch that needs a plan', async () => {
  expect(await box()).toContain('Powered by Candor')
  expect(await email()).toContain('Powered by Candor')
  await saveSetting(world.ctx, 'branding', { isRemoveBranding: true })
  expect(await box()).not.toContain('Powered by Candor')
  expect(await email()).not.toContain('Powered by Candor')
  expect((await world.rest('GET', '/shops')).json<{ data: object }>().data).toMatchObject({ isRemoveBranding: true })
})

test('reads the brand from the theme without saving it', async () => {
  const { data } = await world.graphql(
    '{ viewer { shop { branding { primaryColor } themeBrand { primaryColor textColor backgroundColor font corners problem } } } }',
  )
  expect((data as unknown as { viewer: { shop: object } }).viewer.shop).toEqual({
    branding: { primaryColor: '#aa0033' },
    themeBrand: {
      primaryColor: '#8a3b2a',
      textColor: '#2a2118',
      backgroundColor: '#fbf7f0',
      font: 'Lora',
      corners: 'soft',
      problem: null,
    },
  })
})

test('refuses values by their field', async () => {
  const answer = await world.rest('PUT', '/settings/branding', {
    body: { primaryColor: 'red', font: 'Comic Sans MS', logo: 'javascript:alert(1)' },
  })
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json<{ fields: object }>().fields).toSorted()).toEqual(['font', 'logo', 'primaryColor'])
})
