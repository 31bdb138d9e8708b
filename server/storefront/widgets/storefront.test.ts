import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { imageKey } from '../../core/files/images.ts'
import { applyCounts } from '../../reviews/reviews/counts.ts'
import { raiseProductVersions } from '../../shop/products/products.ts'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { buildSearchText } from '../../reviews/reviews/search-text.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { updateShop } from '../../shop/shops/shops.ts'
import { countPageStatements } from '../../testing/page-statements.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { assetsByName } from '../../core/pages/assets.ts'
import type { PublicPage } from '../headless/public-reviews.ts'
import { renderWidgets } from './widgets.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
})
afterAll(() => world.close())

const productPage = { place: 'product' as const, keys: ['starRating', 'reviewBox'] as const }

let products = 0
async function product(ctx: Ctx = world.ctx): Promise<{ id: string; handle: string }> {
  const handle = `mug-${++products}`
  const now = ctx.now()
  const id = uuidv7()
  await ctx.db.product.create({
    data: {
      shopId: ctx.shop.id,
      id,
      platformId: `9${products}`,
      handle,
      title: 'Stoneware <mug>',
      image: 'https://pictures.test/mug.webp',
      createdAt: now,
      updatedAt: now,
    },
  })
  return { id, handle }
}

interface Given {
  rate?: number
  status?: 'published' | 'pending' | 'hidden' | 'deleted'
  title?: string
  content?: string
  verifiedBy?: 'none' | 'merchant' | 'order'
  replyContent?: string
  media?: { hidden?: boolean; status?: 'ready' | 'pending' }[]
}

/** Adds reviews an hour apart, the newest first. */
async function given(productId: string, ...reviews: Given[]): Promise<string[]> {
  return inTransaction(world.ctx, async (tx) => {
    const shopId = tx.shop.id
    const rows = reviews.map(
      ({ media = [], rate = 5, status = 'published' as const, title = '', content = 'Good', ...more }, index) => ({
        shopId,
        id: uuidv7(),
        productId,
        rate,
        status,
        title,
        content,
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@reader.test',
        origin: 'customer' as const,
        source: 'customer' as const,
        hasMedia: media.length > 0,
        ...more,
        ...(more.replyContent ? { replyAt: tx.now() } : {}),
        createdAt: new Date(tx.now().getTime() - index * 3_600_000),
        enteredAt: tx.now(),
        updatedAt: tx.now(),
        searchText: buildSearchText({ title, content, firstName: 'Ada', lastName: 'Byron', email: 'ada@reader.test' }),
      }),
    )
    await tx.db.review.createMany({ data: rows })
    await tx.db.reviewMedia.createMany({
      data: rows.flatMap((row, index) =>
        (reviews[index]?.media ?? []).map((media, position) => ({
          shopId,
          id: uuidv7(),
          reviewId: row.id,
          position,
          key: `${shopId}/hash${index}${position}`,
          width: 800,
          height: 600,
          createdAt: tx.now(),
          ...media,
        })),
      ),
    })
    await applyCounts(
      tx,
      rows.map((row) => ({ ...row, by: 1 })),
    )
    await raiseProductVersions(tx, [productId])
    return rows.map(({ id }) => id)
  })
}

const path = (handle: string, query = '', shop = world.shop.shopifyDomain) =>
  `/storefront/${shop}/products/${handle}/reviews${query}`
const get = (url: string, headers: Record<string, string> = {}) => world.inject({ method: 'GET', url, headers })
const read = async (handle: string, query = ''): Promise<PublicPage> => {
  const answer = await get(path(handle, query))
  expect(answer.statusCode).toBe(200)
  return answer.json<PublicPage>()
}

/** Reads every page of an order. */
async function readAllPages(handle: string, query: string): Promise<PublicPage['reviews']> {
  const all: PublicPage['reviews'] = []
  for (let after = ''; ;) {
    const page = await read(handle, `?first=2&${query}${after}`)
    all.push(...page.reviews)
    if (!page.pageInfo.hasNextPage) return all
    after = `&after=${encodeURIComponent(page.pageInfo.endCursor ?? '')}`
  }
}

describe('the public JSON API', () => {
  test('returns the summary, the reviews and the page', async () => {
    const { id, handle } = await product()
    await given(
      id,
      {
        rate: 5,
        title: 'Warm',
        content: 'Keeps tea hot',
        verifiedBy: 'order',
        replyContent: 'Thank you',
        media: [{}, { hidden: true }, { status: 'pending' }],
      },
      { rate: 2, status: 'published' },
    )
    const page = await read(handle)
    expect(page.summary).toEqual({ count: 2, average: 3.5, histogram: { 1: 0, 2: 1, 3: 0, 4: 0, 5: 1 } })
    expect(page.reviews[0]).toMatchObject({
      title: 'Warm',
      content: 'Keeps tea hot',
      rate: 5,
      author: 'Ada B.',
      verified: true,
      verifiedByOrder: true,
      reply: { content: 'Thank you' },
    })
    const key = `${world.shop.id}/hash00`
    expect(page.reviews[0]?.media).toEqual([
      {
        kind: 'image',
        posterUrl: null,
        seconds: 0,
        url: `http://candor.test/media/${imageKey(key, 'large')}`,
        thumbnailUrl: `http://candor.test/media/${imageKey(key, 'small')}`,
        width: 800,
        height: 600,
      },
    ])
    expect(page.pageInfo).toEqual({ endCursor: null, hasNextPage: false })
  })

  test('shows published reviews only, and no email address', async () => {
    const { id, handle } = await product()
    await given(
      id,
      { content: 'seen' },
      { status: 'pending', content: 'waits' },
      { status: 'hidden', content: 'hid' },
      { status: 'deleted', content: 'gone' },
    )
    const answer = await get(path(handle))
    expect(answer.body).toContain('seen')
    expect(answer.body).not.toMatch(/waits|hid"|gone|ada@reader|Byron/)
  })

  test.each([
    ['recent', [4, 5, 1, 5, 3, 4, 5]],
    ['oldest', [5, 4, 3, 5, 1, 5, 4]],
    ['highest', [5, 5, 5, 4, 4, 3, 1]],
    ['lowest', [1, 3, 4, 4, 5, 5, 5]],
  ])('pages through every review once, %s first', async (sort, rates) => {
    const { id, handle } = await product()
    await given(id, ...[4, 5, 1, 5, 3, 4, 5].map((rate) => ({ rate })))
    const reviews = await readAllPages(handle, `sort=${sort}`)
    expect(reviews.map(({ rate }) => rate)).toEqual(rates)
    expect(new Set(reviews.map((review) => review.id)).size).toBe(7)
  })

  test('shows reviews with photos first, and filters by rating in every order', async () => {
    const { id, handle } = await product()
    await given(id, { rate: 5 }, { rate: 4, media: [{}] }, { rate: 5, media: [{}] }, { rate: 1 })
    expect((await readAllPages(handle, 'sort=media')).map(({ rate }) => rate)).toEqual([4, 5, 5, 1])
    expect((await readAllPages(handle, 'sort=media&rate=5')).map(({ media }) => media.length)).toEqual([1, 0])
    expect((await readAllPages(handle, 'sort=HIGHEST&rate=4')).map(({ rate }) => rate)).toEqual([4])
  })

  test.each([
    ['?first=0', 'Number needs to be between equal 1 and 100'],
    ['?first=101', 'Number needs to be between equal 1 and 100'],
    ['?first=1e1', 'Number needs to be between equal 1 and 100'],
    ['?rate=6', ''],
    ['?rate=4.5', ''],
    ['?sort=worst', 'Value invalid'],
    ['?after=%00', 'The request is not valid'],
    ['?after=eyJvIjoic3RvcmVmcm9udC1yZWNlbnQifQ.AAAA', 'The cursor is not valid'],
    ['?rate=4&rate=5', 'The request is not valid'],
  ])('refuses %s with a sentence', async (query, sentence) => {
    const { handle } = await product()
    const answer = await get(path(handle, query))
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ message: string }>().message).toContain(sentence)
  })

  test('refuses a cursor of another order', async () => {
    const { id, handle } = await product()
    await given(id, {}, {}, {})
    const { pageInfo } = await read(handle, '?first=1&sort=recent')
    expect(
      (await get(path(handle, `?sort=lowest&after=${encodeURIComponent(pageInfo.endCursor ?? '')}`))).statusCode,
    ).toBe(422)
  })

  test('answers 404 for unknown products and shops and other shops’ products, and 400 for malformed paths', async () => {
    const { handle } = await product()
    const foreign = await product(world.contextOf(world.otherShop))
    const codes = await Promise.all(
      [
        path('nothing'),
        path(handle, '', 'missing.myshopify.com'),
        path(handle, '', 'x'),
        path(foreign.handle),
        path('%E0%A4%A'),
      ].map(async (url) => (await get(url)).statusCode),
    )
    expect(codes).toEqual([404, 404, 404, 404, 400])
  })

  test('reads with one statement, and from the cache until a change @oldest', async () => {
    const { id, handle } = await product()
    // Another node gets the notification shortly after the commit.
    const woken = new Promise<void>((tell) =>
      world.app.parts.pubsub.onNotification((_shopId, topic, woke) => {
        if (topic === 'product' && woke === id) tell()
      }),
    )
    await given(id, {}, {})
    await woken
    await read(handle, '?first=1')
    expect(
      await countPageStatements(world, async () => {
        await read(handle, '?first=2')
        await read(handle, '?first=2')
      }),
    ).toBe(1)
  })
})

describe('the cached read', () => {
  test('carries its version as an ETag and answers 304', async () => {
    const { id, handle } = await product()
    const [first] = await given(id, {})
    const answer = await get(path(handle))
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'public, no-cache' })
    const etag = String(answer.headers.etag)
    expect((await get(path(handle), { 'if-none-match': etag })).statusCode).toBe(304)
    await performReviewAction(world.ctx, { act: 'unpublish', ids: [first ?? ''] })
    const changed = await get(path(handle), { 'if-none-match': etag })
    expect(changed.json<PublicPage>().summary.count).toBe(0)
  })

  test('shows a newly published review at once', async () => {
    const { id, handle } = await product()
    const [waiting] = await given(id, { status: 'pending' })
    expect((await read(handle)).reviews).toHaveLength(0)
    await performReviewAction(world.ctx, { act: 'publish', ids: [waiting ?? ''] })
    expect((await read(handle)).reviews).toHaveLength(1)
  })

  test('follows settings at once, and shows nothing when the app is off', async () => {
    const { id, handle } = await product()
    await given(id, { rate: 1 }, { rate: 5 })
    const shopper = () => world.contextOf({ ...world.ctx.shop }, { kind: 'shopper' })
    expect((await read(handle)).reviews[0]?.author).toBe('Ada B.')
    await saveSetting(world.ctx, 'reviewBox', {
      formatCustomerName: 'initials',
      sortingDefault: 'highest',
      layout: 'grid',
    })
    expect((await read(handle)).reviews[0]).toMatchObject({ author: 'A. B.', rate: 5 })
    expect((await renderWidgets(shopper(), { ...productPage, handle })).markup.reviewBox).toContain('candor-grid')
    await updateShop(world.ctx, { appStatus: false })
    expect((await get(path(handle))).statusCode).toBe(404)
    expect(await renderWidgets(shopper(), { ...productPage, handle })).toMatchObject({
      markup: {},
      jsonLd: '',
      headTags: '',
    })
    await updateShop(world.ctx, { appStatus: true })
  })
})

describe('the widgets of a product page', () => {
  const attack = `</script><script>alert(1)</script><img src=x onerror="alert('2')">`

  test('show text as text in markup and in structured data', async () => {
    const { id, handle } = await product()
    await given(id, { title: attack, content: attack, replyContent: attack })
    const {
      markup: { reviewBox: boxHtml = '', starRating },
      jsonLd,
    } = await renderWidgets(world.ctx, { ...productPage, handle })
    expect(boxHtml).not.toContain('<script')
    expect(boxHtml).not.toContain('<img src')
    expect(starRating).toContain('1 review')
    expect(jsonLd.match(/<\/script>/g)).toHaveLength(1)
    const data = JSON.parse(jsonLd.replace(/^<script[^>]*>|<\/script>$/g, '')) as {
      name: string
      aggregateRating: object
      review: { reviewBody: string }[]
    }
    expect(data).toMatchObject({
      '@type': 'Product',
      '@id': `${world.ctx.platform.productUrl(world.shop, handle)}#product`,
      name: 'Stoneware <mug>',
      aggregateRating: { ratingValue: 5, reviewCount: 1 },
    })
    expect(data.review[0]?.reviewBody).toBe(attack)
  })

  test('show an invitation and no structured data without reviews', async () => {
    const { handle } = await product()
    const {
      markup: { reviewBox: boxHtml },
      jsonLd,
    } = await renderWidgets(world.ctx, { ...productPage, handle })
    expect(jsonLd).toBe('')
    expect(boxHtml).toContain('Be the first')
  })

  test('open the first page for a malformed choice in the address', async () => {
    const { id, handle } = await product()
    await given(id, {})
    const {
      markup: { reviewBox: boxHtml },
    } = await renderWidgets(world.ctx, {
      ...productPage,
      handle,
      query: { candor_after: 'x', candor_rate: ['1', '2'] },
    })
    expect(boxHtml?.match(/<article/g)).toHaveLength(1)
    expect(
      (await get(`/storefront/${world.shop.shopifyDomain}/widgets/reviewBox?product=${handle}&candor_rate=9`))
        .statusCode,
    ).toBe(422)
  })

  test('have scripts and styles that are cached forever under hashed names', async () => {
    for (const name of assetsByName().keys()) {
      const answer = await get(`/storefront/assets/${name}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toContain('immutable')
    }
    const script = /^import '\.\.\/assets\/[\w-]*live-[\w-]+\.js'$/
    for (const key of ['reviewBox', 'starRating'])
      expect((await get(`/storefront/widgets/${key}.js`)).body).toMatch(script)
    expect((await get('/storefront/widgets/starRating.css')).body).toContain('.candor-badge')
    expect((await get('/storefront/assets/candor-000000000000.js')).statusCode).toBe(404)
  })
})
