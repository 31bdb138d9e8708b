import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { renderWidgets } from './widgets.ts'

let world: World
let mug: TestProduct
const ids: string[] = []

beforeAll(async () => {
  world = await createWorld()
  mug = await addProduct(world, 'Mug')
  const at = (hours: number) => new Date(world.ctx.now().getTime() - hours * 3_600_000)
  const reviews = await addReviews(
    world.ctx,
    ...[5, 2, 4, 5].map((rate, index) => ({
      productId: mug.id,
      rate,
      status: 'published' as const,
      content: `of number ${index}`,
      createdAt: at(index + 1),
      variantTitle: index === 3 ? 'Blue' : '',
    })),
  )
  ids.push(...reviews.map(({ id }) => id))
})
afterAll(() => world.close())

const page = () => renderWidgets(world.ctx, { place: 'product', handle: mug.handle, keys: ['starRating', 'reviewBox'] })
const order = async () =>
  [...((await page()).markup.reviewBox ?? '').matchAll(/of number (\d)/g)].map(([, number]) => Number(number))

test('shows a pinned review first and marked in the shop’s default order', async () => {
  expect(await order()).toEqual([0, 1, 2, 3])
  await performReviewAction(world.ctx, { act: 'pin', ids: [ids[2] ?? ''] })
  expect(await order()).toEqual([2, 0, 1, 3])
  await saveSetting(world.ctx, 'reviewBox', { sortingDefault: 'lowest' })
  expect(await order()).toEqual([2, 1, 0, 3])
  await saveSetting(world.ctx, 'reviewBox', { sortingDefault: 'recent' })
  expect((await page()).markup.reviewBox?.match(/Pinned/g)).toHaveLength(1)
})

test('applies a shopper’s order to pinned reviews too, over all its pages', async () => {
  const chosen = async (query: string) =>
    (
      await world.inject({
        url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?page=product&product=${mug.handle}&${query}`,
      })
    ).body
  const numbers = (body: string) => [...body.matchAll(/of number (\d)/g)].map(([, number]) => Number(number))
  expect(numbers(await chosen('candor_sort=recent'))).toEqual([2, 0, 1, 3])
  const first = await chosen('candor_sort=lowest&candor_first=2')
  expect(numbers(first)).toEqual([1, 2])
  expect(first).not.toContain('Pinned')
  const next = /candor_after=([^&#"]+)/.exec(first)?.[1] ?? ''
  expect(numbers(await chosen(`candor_sort=lowest&candor_first=2&candor_after=${next}`))).toEqual([0, 3])
  for (const query of ['candor_sort=oldest', 'candor_rate=5', 'candor_q=number'])
    expect(await chosen(query)).not.toContain('Pinned')
})

test('pages by the size of the settings and shows each review once, the pinned one first', async () => {
  await saveSetting(world.ctx, 'reviewBox', { perPage: 2, paging: 'pages' })
  expect(await order()).toEqual([2, 0])
  const next = /candor_after=([^&#"]+)/.exec((await page()).markup.reviewBox ?? '')?.[1] ?? ''
  const { body } = await world.inject({
    url: `/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?page=product&product=${mug.handle}&candor_sort=recent&candor_after=${next}`,
  })
  expect([...body.matchAll(/of number (\d)/g)].map(([, number]) => Number(number))).toEqual([1, 3])
  expect(body).toContain('Blue')
  await saveSetting(world.ctx, 'reviewBox', { perPage: 10, paging: 'loadMore' })
})

test('loads a chosen font from our own address, immutable, in every script that it has', async () => {
  expect((await page()).headTags).not.toContain('/storefront/fonts/')
  await saveSetting(world.ctx, 'reviewBox', { font: 'Inter' })
  const { headTags } = await page()
  const files = [...new Set(headTags.match(/\/storefront\/fonts\/[\w-]+\.woff2/g))]
  expect(files.map((file) => file.replace(/-[0-9a-f]{12}\.woff2$/, '').slice('/storefront/fonts/'.length))).toEqual(
    expect.arrayContaining(['inter-latin-wght-normal', 'inter-latin-ext-wght-normal', 'inter-cyrillic-wght-normal']),
  )
  expect(headTags).toMatch(/<link rel="preload" as="font"[^>]*inter-latin-wght[^>]* crossorigin>/)
  expect(headTags).toContain('font-display:optional')
  const font = await world.inject({ url: files[0] ?? '' })
  expect([
    font.statusCode,
    font.headers['content-type'],
    font.headers['cache-control'],
    font.headers['access-control-allow-origin'],
    font.rawPayload.subarray(0, 4).toString(),
  ]).toEqual([200, 'font/woff2', 'public, max-age=31536000, immutable', '*', 'wOF2'])
  const sheet = await world.inject({ url: '/storefront/fonts/inter.css' })
  expect([sheet.statusCode, sheet.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
  for (const name of ['comic-sans.css', 'inter-latin.woff2', '..%2f..%2fpackage.json'])
    expect((await world.inject({ url: `/storefront/fonts/${name}` })).statusCode).toBe(404)
})

test('allows special fonts only with the shop’s flag', async () => {
  await expect(saveSetting(world.ctx, 'reviewBox', { font: 'Lobster' })).rejects.toMatchObject({
    fields: { font: 'valueInvalid' },
  })
  const flagged = world.contextOf({ ...world.shop, flags: { enableSpecialFonts: true } })
  await saveSetting(flagged, 'reviewBox', { font: 'Lobster' })
  const shown = await renderWidgets(flagged, { place: 'product', handle: mug.handle, keys: ['reviewBox'] })
  expect(shown.headTags).toContain('lobster-latin-400-normal')
})

test('shows the corner badge from ten verified reviews with an average of four', async () => {
  await saveSetting(world.ctx, 'general', { enableGGTopQuality: true, positionGGTopQuality: 'bottomLeft' })
  expect((await page()).markup.reviewBox).not.toContain('candor-quality')
  const other = world.contextOf(world.otherShop)
  const bowl = await addProduct(world, 'Bowl', other.shop.id)
  await addReviews(
    other,
    ...Array.from({ length: 10 }, () => ({
      productId: bowl.id,
      rate: 5,
      status: 'published' as const,
      verifiedBy: 'order' as const,
      content: 'fine',
    })),
  )
  // Saved last: the theme's job renders the box, which keeps the average for a minute.
  await saveSetting(other, 'general', { enableGGTopQuality: true })
  const shown = await renderWidgets(other, { place: 'product', handle: bowl.handle, keys: ['reviewBox'] })
  expect(shown.markup.reviewBox).toContain('candor-quality-bottomRight')
  expect(shown.headTags).toContain('.candor-quality{')
})

test('places the box at the merchant’s position, and the demo’s content policy allows its script', async () => {
  await saveSetting(world.ctx, 'reviewBox', { inlinePosition: 'custom', customPosition: '.facts' })
  const { boxPosition, markup } = await page()
  expect([boxPosition, markup.reviewBox?.includes('data-candor-at=".facts"')]).toEqual(['custom', true])
})

test('shows the policy in the form, also after a refusal', async () => {
  await saveSetting(world.ctx, 'reviewBox', { hasPolicy: true, policy: 'Be fair, see https://shop.test/fair.' })
  expect((await page()).markup.reviewBox).toContain('href="https://shop.test/fair"')
  const refused = await world.inject({
    method: 'POST',
    url: `/storefront/${world.shop.shopifyDomain}/products/${mug.handle}/reviews?part=form`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'content=x',
  })
  expect([refused.statusCode, refused.body.includes('https://shop.test/fair')]).toEqual([422, true])
})
