import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { editReview } from '../../reviews/reviews/changes/edit.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { countPageStatements } from '../../testing/page-statements.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { renderWidgets } from './widgets.ts'

let world: World
let mug: TestProduct
let bowl: TestProduct
let waiting: string
beforeAll(async () => {
  world = await createWorld()
  mug = await addProduct(world, 'Mug')
  bowl = await addProduct(world, 'Bowl <b>')
  const hour = 3_600_000
  const at = (hours: number) => new Date(world.ctx.now().getTime() - hours * hour)
  const reviews = await addReviews(
    world.ctx,
    { productId: mug.id, rate: 5, status: 'published', content: 'of the mug', createdAt: at(1) },
    { productId: mug.id, rate: 4, status: 'pending', content: 'of the mug, waiting', createdAt: at(2) },
    { productId: bowl.id, rate: 3, status: 'published', content: 'of the bowl', createdAt: at(3) },
    {
      productId: null,
      rate: 1,
      status: 'published',
      origin: 'admin',
      source: 'admin',
      content: 'of the shop',
      createdAt: at(4),
    },
  )
  waiting = reviews.find(({ status }) => status === 'pending')?.id ?? ''
  await addReviews(world.contextOf(world.otherShop), { rate: 2, status: 'published', content: 'of another shop' })
})
afterAll(() => world.close())

const fragment = (key: string, query: string, etag = '') =>
  world.inject({
    url: `/storefront/${world.shop.shopifyDomain}/widgets/${key}?${query}`,
    headers: { 'if-none-match': etag },
  })
const bodyOf = async (key: string, query: string) => (await fragment(key, query)).body
const contents = (body: string) => [...body.matchAll(/(?<=>)of (?:the|another) [\w,]+/g)].map(([text]) => text)

describe('a fragment', () => {
  test.each([
    ['an unknown shop', 'missing.myshopify.com/widgets/reviewBox?product=mug'],
    ['no shop', 'x/widgets/reviewBox?product=mug'],
    ['an unknown product', '/widgets/reviewBox?product=nothing'],
    ['no product', '/widgets/reviewBox?page=product'],
    ['two products', '/widgets/reviewBox?product=mug&product=bowl'],
    ['an unknown widget', '/widgets/constructor?product=mug'],
    ['a place that is none', '/widgets/reviewBox?product=mug&page=cart'],
    ['a place where it may not stand', '/widgets/reviewBox?product=mug&page=home'],
  ])('of %s is empty', async (_what, path) => {
    const url = `/storefront/${path.replace(/^\//, `${world.shop.shopifyDomain}/`)}`
    const answer = await world.inject({ url })
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      200,
      '',
      'text/html; charset=utf-8',
    ])
    expect((await world.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } })).statusCode).toBe(
      304,
    )
  })

  test('has only its widget, and a rating links to the reviews only on their page', async () => {
    expect(await bodyOf('reviewBox', 'product=mug')).toMatch(/^<section class="candor-box/)
    expect(await bodyOf('starRating', 'product=mug&page=product')).toMatch(/^<a class="candor-badge/)
    expect(await bodyOf('starRating', 'product=mug&page=catalog')).toMatch(/^<span class="candor-badge/)
  })

  test.each([
    ['ar-SA', 'ar', 'تقييمات العملاء'],
    ['he', 'he', 'ביקורות של לקוחות'],
  ])('is from right to left on a page in %s', async (locale, lang, title) => {
    const body = await bodyOf('reviewBox', `product=mug&locale=${locale}`)
    expect([body.includes(`lang="${lang}" dir="rtl"`), body.includes(title)]).toEqual([true, true])
  })

  test('is valid by its ETag until a publish or a change of settings', async () => {
    const ask = (etag = '') => fragment('starRating', 'product=mug', etag)
    const first = await ask()
    const etag = String(first.headers.etag)
    expect((await ask(etag)).statusCode).toBe(304)
    await performReviewAction(world.ctx, { act: 'publish', ids: [waiting] })
    const published = await ask(etag)
    expect([published.statusCode, published.body]).toEqual([200, expect.stringContaining('2 reviews')])
    await saveSetting(world.ctx, 'reviewBox', { starIconType: 'heart' })
    expect((await ask(String(published.headers.etag))).body).toContain('candor-icon-heart')
    await performReviewAction(world.ctx, { act: 'unpublish', ids: [waiting] })
  })
})

describe('the page of all reviews', () => {
  const all = 'page=reviews'

  test('has this shop’s product reviews with product names, and reviews of the shop', async () => {
    const body = await bodyOf('reviewBox', all)
    expect(contents(body)).toEqual(['of the mug', 'of the bowl', 'of the shop'])
    expect(body).toMatch(/<a class="candor-link" href="[^"]+\/bowl-b-">Bowl &lt;b&gt;<\/a>/)
    expect(body).not.toContain('candor-form')
    expect(await bodyOf('starRating', all)).toContain('3 reviews')
    expect(contents(await bodyOf('reviewBox', 'page=reviews&product=mug'))).toEqual(['of the mug'])
  })

  test.each([
    ['recent', ['of the mug', 'of the bowl', 'of the shop']],
    ['lowest', ['of the shop', 'of the bowl', 'of the mug']],
    ['media', ['of the mug', 'of the bowl', 'of the shop']],
  ])('pages through every review once, %s first', async (sort, expected) => {
    const found: string[] = []
    for (let next: string | undefined = `?candor_sort=${sort}`; next !== undefined;) {
      const body = await bodyOf('reviewBox', `${all}&candor_first=1&${next.slice(1)}`)
      found.push(...contents(body))
      next = /id="candor-(?:\w+-)?more"[^>]* href="([^"#]+)/.exec(body)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(found).toEqual(expected)
  })

  test('shows published and edited reviews of products and of the shop at once', async () => {
    const before = await fragment('reviewBox', all)
    await performReviewAction(world.ctx, { act: 'publish', ids: [waiting] })
    expect(contents((await fragment('reviewBox', all, String(before.headers.etag))).body)).toContain('of the mug,')
    await performReviewAction(world.ctx, { act: 'unpublish', ids: [waiting] })
    expect(contents(await bodyOf('reviewBox', all))).not.toContain('of the mug,')
    const { id } = await world.ctx.db.review.findFirstOrThrow({ where: { shopId: world.shop.id, productId: null } })
    await performReviewAction(world.ctx, { act: 'unpublish', ids: [id] })
    expect(contents(await bodyOf('reviewBox', all))).not.toContain('of the shop')
    await performReviewAction(world.ctx, { act: 'publish', ids: [id] })
    await editReview(world.ctx, { id, content: 'of the planet' })
    expect(contents(await bodyOf('reviewBox', all))).toContain('of the planet')
  })
})

test('reads a page of widgets in one statement, and from the cache until a change', async () => {
  await addReviews(world.ctx, { productId: bowl.id, status: 'pending' })
  const render = (...more: string[]) =>
    renderWidgets(world.ctx, {
      place: 'product',
      handle: 'mug',
      keys: ['starRating', 'reviewBox'],
      query: { candor_first: '7' },
      listed: { keys: ['starRating'], handles: ['bowl-b-', ...more] },
    })
  let page: Awaited<ReturnType<typeof render>> | undefined
  expect(
    await countPageStatements(world, async () => {
      page = await render('nothing')
    }),
  ).toBe(1)
  expect(page?.markup.starRating).toContain('1 review<')
  expect(page?.markup.reviewBox).toContain('of the mug')
  expect(page?.listed.get('bowl-b-')?.starRating).toContain('1 review<')
  expect(page?.listed.get('nothing')).toEqual({})
  // One script serves all widgets.
  expect(page?.headTags.match(/<script/g)).toHaveLength(1)
  expect(await countPageStatements(world, () => render())).toBe(0)
})

test('loads only the needed styles for a page without interactive widgets', async () => {
  const { headTags } = await renderWidgets(world.ctx, {
    place: 'home',
    handle: null,
    keys: [],
    listed: { keys: ['starRating'], handles: ['mug'] },
  })
  expect(headTags).toContain('.candor-badge')
  expect(headTags.match(/<script/g)).toHaveLength(1)
  expect(headTags).toContain('data-candor-views=')
  expect(headTags).not.toContain('.candor-review{')
})
