import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { CAROUSEL } from '../../../rules/settings/carousel.ts'
import { POPUP } from '../../../rules/settings/popup.ts'
import { STAR_RATING } from '../../../rules/settings/star-rating.ts'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct } from '../../testing/orders.ts'
import { countPageStatements } from '../../testing/page-statements.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { renderWidgets } from './widgets.ts'

let world: World
const ids: Record<string, string> = {}
beforeAll(async () => {
  world = await createWorld()
  const mug = await addProduct(world, 'Mug')
  const at = (hours: number) => new Date(world.ctx.now().getTime() - hours * 3_600_000)
  const add = async (name: string, more: object) => {
    const [review] = await addReviews(world.ctx, {
      status: 'published',
      productId: mug.id,
      title: '',
      content: `of the ${name}`,
      ...more,
    })
    ids[name] = review?.id ?? ''
  }
  await add('newest', { rate: 5, createdAt: at(1) })
  await add('critic', { rate: 2, createdAt: at(2) })
  await add('friend', { rate: 4, createdAt: at(3) })
  await add('pinned', { rate: 5, pinned: true, createdAt: at(9) })
  await add('waiting', { rate: 5, status: 'pending', pinned: true, createdAt: at(4) })
  await addReviews(world.contextOf(world.otherShop), {
    rate: 5,
    status: 'published',
    pinned: true,
    content: 'of the other shop',
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  await saveSetting(world.ctx, 'starRating', { ...STAR_RATING.defaults, enableSidebar: true })
  await saveSetting(world.ctx, 'carousel', { ...CAROUSEL.defaults, enableCarousel: true })
  await saveSetting(world.ctx, 'popup', { ...POPUP.defaults, enabled: true })
})

const fragment = async (key: string, query: string) =>
  (await world.inject({ url: `/storefront/${world.shop.shopifyDomain}/widgets/${key}?${query}` })).body
const contents = (body: string) => [...body.matchAll(/>of the ([\w ]+)/g)].map(([, text]) => text)

describe('the reviews of the whole shop', () => {
  test.each([
    ['all', ['pinned', 'newest', 'critic', 'friend']],
    ['four-five', ['pinned', 'newest', 'friend']],
    ['five', ['pinned', 'newest']],
  ] as const)('are pinned ones, then the newest, of at least %s', async (minimumRating, expected) => {
    await saveSetting(world.ctx, 'carousel', { carouselMinimumRating: minimumRating })
    await saveSetting(world.ctx, 'popup', { minimumRating })
    await saveSetting(world.ctx, 'starRating', { minimumRating })
    expect(contents(await fragment('reviewCarousel', 'page=home'))).toEqual(expected)
    expect(contents(await fragment('reviewPopup', 'page=home'))).toEqual(expected)
    expect(contents(await fragment('reviewSidebar', 'page=home'))).toEqual(expected)
  })

  test('are the same in the preview', async () => {
    const { data } = await world.graphql(
      '{ viewer { shop { pickedReviews { content } pickedPhotos: pickedReviews(withMedia: true) { content } } } }',
    )
    expect(data).toEqual({
      viewer: {
        shop: {
          pickedReviews: ['pinned', 'newest', 'critic', 'friend'].map((name) => ({ content: `of the ${name}` })),
          pickedPhotos: [],
        },
      },
    })
  })

  test('mark a featured review and drop an unpublished one at once', async () => {
    const [newest = ''] = [ids['newest']]
    expect(await fragment('reviewCarousel', 'page=home')).not.toContain('candor-featured')
    await performReviewAction(world.ctx, { act: 'feature', ids: [newest] })
    expect(await fragment('reviewCarousel', 'page=home')).toContain('Featured')
    await performReviewAction(world.ctx, { act: 'unpublish', ids: [newest] })
    expect(contents(await fragment('reviewPopup', 'page=home'))).toEqual(['pinned', 'friend'])
    await performReviewAction(world.ctx, { act: 'publish', ids: [newest] })
  })

  test('don’t change with the shopper’s choice of a page of reviews', async () => {
    expect(contents(await fragment('reviewCarousel', 'page=home&candor_rate=2&candor_first=1'))).toEqual([
      'pinned',
      'newest',
      'friend',
    ])
  })

  test('begin with the pinned one on the page of all reviews, and are listed once each', async () => {
    const found: unknown[] = []
    for (let next: string | undefined = '?candor_sort=recent'; next !== undefined;) {
      const body = await fragment('allReviews', `page=reviews&candor_first=1&${next.slice(1)}`)
      found.push(...contents(body))
      next = /id="candor-more"[^>]* href="([^"#]+)/.exec(body)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(found).toEqual(['pinned', 'newest', 'critic', 'friend'])
  })

  test('leave a gallery without photos empty', async () => {
    expect(await fragment('galleryCarousel', 'page=home')).toBe('')
  })
})

describe('a widget shows', () => {
  test.each([
    ['reviewCarousel', 'carousel', { enableCarousel: false }],
    ['reviewPopup', 'popup', { enabled: false }],
    ['reviewSidebar', 'starRating', { enableSidebar: false }],
  ] as const)('nowhere while it is off: %s', async (key, document, patch) => {
    expect(await fragment(key, 'page=home')).toContain(`data-candor-widget="${key}"`)
    await saveSetting(world.ctx, document, patch)
    expect(await fragment(key, 'page=home')).toBe('')
  })

  test('on the kinds of pages of the carousel’s positions', async () => {
    expect(await fragment('reviewCarousel', 'page=product&product=mug')).toBe('')
    await saveSetting(world.ctx, 'carousel', { productPosition: 'top', homePosition: 'hidden' })
    expect(await fragment('reviewCarousel', 'page=product&product=mug')).not.toBe('')
    expect(await fragment('reviewCarousel', 'page=home')).toBe('')
    expect(
      (await renderWidgets(world.ctx, { place: 'product', handle: 'mug', keys: ['reviewCarousel'] })).carousels,
    ).toBe('top')
  })

  test('on pages by their addresses', async () => {
    await saveSetting(world.ctx, 'popup', {
      pageShow: 'included',
      includedPages: '/sale\n/products/*',
      excludedPages: '/products/gift',
    })
    await saveSetting(world.ctx, 'starRating', { excludedPages: '/cart' })
    const at = async (key: string, path: string) =>
      (await fragment(key, `page=other&path=${encodeURIComponent(path)}`)) !== ''
    expect([
      await at('reviewPopup', '/sale?x=1'),
      await at('reviewPopup', '/products/mug'),
      await at('reviewPopup', '/products/gift'),
      await at('reviewPopup', '/'),
    ]).toEqual([true, true, false, false])
    expect([await at('reviewSidebar', '/cart/'), await at('reviewSidebar', '/')]).toEqual([false, true])
    const page = await renderWidgets(world.ctx, {
      place: 'other',
      handle: null,
      keys: ['reviewPopup', 'reviewSidebar'],
      path: '/cart',
    })
    expect(page).toMatchObject({ markup: {}, headTags: '' })
  })

  test('as a star rating by the kinds of lists', async () => {
    const listed = async (place: 'home' | 'catalog' | 'product') =>
      (
        await renderWidgets(world.ctx, {
          place,
          handle: null,
          keys: [],
          listed: { keys: ['starRating'], handles: ['mug'] },
        })
      ).listed.get('mug')?.starRating
    await saveSetting(world.ctx, 'starRating', { showOnHomePage: false })
    expect([Boolean(await listed('home')), Boolean(await listed('catalog')), Boolean(await listed('product'))]).toEqual(
      [false, true, true],
    )
    await saveSetting(world.ctx, 'starRating', { showCatalogPage: false })
    expect([Boolean(await listed('catalog')), Boolean(await listed('product'))]).toEqual([false, true])
    await saveSetting(world.ctx, 'starRating', { showOnProductList: false, showProductPage: false })
    expect([await listed('product'), await fragment('starRating', 'product=mug')]).toEqual([undefined, ''])
  })
})

test('with custom CSS for stars in a list once in the head', async () => {
  await saveSetting(world.contextOf({ ...world.shop, plan: 'pro' }), 'starRating', { customCss: 'b{color:red}' })
  const page = await renderWidgets(world.ctx, {
    place: 'home',
    handle: null,
    keys: [],
    listed: { keys: ['starRating'], handles: ['mug'] },
  })
  expect(page.headTags.match(/data-candor-widget=starRating/g)).toHaveLength(1)
  expect(page.listed.get('mug')?.starRating).not.toContain('<style')
})

test('with all others of a home page in one statement, and from the cache until a change', async () => {
  const render = () =>
    renderWidgets(world.ctx, {
      place: 'home',
      handle: null,
      keys: ['reviewCarousel', 'galleryCarousel', 'reviewPopup', 'reviewSidebar', 'testimonials'],
      path: '/',
      listed: { keys: ['starRating'], handles: ['mug'] },
    })
  await addReviews(world.ctx, { status: 'pending' })
  // Runs the job that writes the theme, as it reads pages too.
  await world.runJobs()
  expect(await countPageStatements(world, render)).toBe(1)
  expect(await countPageStatements(world, render)).toBe(0)
})
