import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { renderBlocks } from './liquid.ts'

let world: World
let added: TestProduct
beforeAll(async () => {
  world = await createWorld()
  added = await addProduct(world, 'Tea mug')
  const rows = await addReviews(world.ctx, { productId: added.id, rate: 5, content: 'Keeps tea warm' })
  await performReviewAction(world.ctx, { act: 'publish', ids: rows.map((row) => row.id) })
  await world.runJobs()
})
afterAll(() => world.close())

const mug = async () => world.ctx.db.product.findFirstOrThrow({ where: { shopId: world.shop.id, id: added.id } })

test('the extension prints the value of the page’s language, and the primary one for an unknown language', async () => {
  const product = await mug()
  const print = async (locale: string) =>
    (
      await renderBlocks(world.ctx, {
        pageType: 'product',
        path: '/products/hillside-mug',
        locale,
        blocks: ['starRating', 'reviewBox'],
        product,
      })
    ).reviewBox
  expect(await print('de')).toContain('lang="de"')
  const unknown = await print('sv')
  expect(unknown).toContain('lang="en"')
  expect(unknown).toContain('Keeps tea warm')
})

test.each([
  ['/products/*', '/products/mug', true],
  ['/products/*', '/collections/all', false],
  ['*sale*', '/pages/big-sale/now', true],
  ['/', '/', true],
  ['/cart', '/cart/', true],
  ['/cart', '/cartoon', false],
])('the popup with the pages %s stands on %s: %s', async (includedPages, path, stands) => {
  await saveSetting(world.ctx, 'popup', {
    enabled: true,
    pageShow: 'included',
    includedPages,
    excludedPages: '/products/never*',
  })
  await world.runJobs()
  const print = async (at: string) =>
    (await renderBlocks(world.ctx, { pageType: 'page', path: at, locale: 'en', blocks: ['reviewPopup'] })).reviewPopup
  expect((await print(path)) !== '').toBe(stands)
  expect(await print('/products/never-here')).toBe('')
})
