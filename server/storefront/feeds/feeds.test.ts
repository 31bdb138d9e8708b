import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Papa from 'papaparse'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { addReviews, type TestReview } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { metaColumns } from './meta-feed.ts'

let world: World
let product: TestProduct
beforeAll(async () => {
  world = await createWorld()
  product = await addProduct(world, 'Mug')
  const variants = [
    { id: '1', title: 'Moss', sku: 'M-1', barcode: '4006381333931', priceCents: 1 },
    { id: '2', title: 'Rust', sku: 'M-2', barcode: 'no gtin', priceCents: 1 },
    { id: '3', title: 'Chalk', sku: '', priceCents: 1 },
  ]
  await world.ctx.db.product.updateMany({ where: { id: product.id }, data: { vendor: 'Fern & Hill', variants } })
  await add(
    {
      title: 'Lovely',
      content: 'Tea & <b>cake</b> ]]> \u0001',
      rate: 4,
      verifiedBy: 'order',
      incentivized: true,
      language: 'de',
      country: 'DE',
      variantTitle: 'Moss',
    },
    { title: '=1+1', content: '', firstName: '', lastName: '' },
    { content: '', title: '' },
    { status: 'pending', content: 'Not yet' },
    { status: 'hidden', content: 'Hidden' },
    { status: 'deleted', content: 'Deleted' },
    { origin: 'imported', source: 'amazon', content: 'From a marketplace' },
    { origin: 'imported', source: 'imported', content: 'From a file' },
    { origin: 'admin', source: 'admin', content: 'By the merchant' },
    { productId: null, content: 'Of the shop' },
  )
})
afterAll(() => world.close())

const add = (...reviews: TestReview[]) =>
  addReviews(
    world.ctx,
    ...reviews.map((review) => ({
      productId: product.id,
      status: 'published' as const,
      verifiedBy: 'none' as const,
      ...review,
    })),
  )
const addresses = async (token = world.token) =>
  (await world.rest('GET', '/feeds', { token })).json<{ success: boolean; data: { google: string; meta: string } }>()
    .data
const get = (address: string, headers: Record<string, string> = {}) =>
  world.inject({ url: address.replace(world.app.deps.origin, ''), headers })

/** Elements of a review in the order of Google's schema 2.4; * marks required ones. */
const order = [
  'review_id*',
  'reviewer*',
  'is_verified_purchase',
  'is_incentivized_review',
  'review_timestamp*',
  'title',
  'content*',
  'review_language',
  'review_country',
  'pros',
  'cons',
  'review_url*',
  'reviewer_images',
  'ratings*',
  'products*',
  'is_spam',
  'collection_method',
  'transaction_id',
]
const productOrder = ['product_ids', 'product_name', 'product_url*']

/** Parses XML with jsdom instead of our own code. */
async function parsed(xml: string): Promise<Element> {
  const { JSDOM } = await import('jsdom')
  return new JSDOM(xml, { contentType: 'application/xml' }).window.document.documentElement
}
const names = (element: Element | null) => [...(element?.children ?? [])].map(({ tagName }) => tagName)
function problems(found: readonly string[], schema: readonly string[]): string[] {
  const known = schema.map((name) => name.replace('*', ''))
  const places = found.map((name) => known.indexOf(name))
  return [
    ...found.filter((name) => !known.includes(name)).map((name) => `${name} is unknown`),
    ...schema
      .filter((name) => name.endsWith('*') && !found.includes(name.slice(0, -1)))
      .map((name) => `${name} is missing`),
    ...places.flatMap((place, at) =>
      at > 0 && place <= (places[at - 1] ?? -1) ? [`${found[at]} stands too late`] : [],
    ),
  ]
}

test('remembers when each feed was last fetched', async () => {
  const read = '{ viewer { shop { feedReads { google meta } } } }'
  const never = { viewer: { shop: { feedReads: { google: null, meta: null } } } }
  expect((await world.graphql(read)).data).toEqual(never)
  await get((await addresses()).meta)
  const feedReads = { google: null, meta: world.ctx.now().toISOString() }
  expect((await world.graphql(read)).data).toEqual({ viewer: { shop: { feedReads } } })
  expect((await world.graphql(read, {}, world.otherToken)).data).toEqual(never)
})

describe('the Google feed', () => {
  test('keeps the order and the required fields of schema 2.4', async () => {
    const answer = await get((await addresses()).google)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    const feed = await parsed(answer.body)
    expect(names(feed)).toEqual(['version', 'aggregator', 'publisher', 'reviews'])
    expect(feed.querySelector('version')?.textContent).toBe('2.4')
    const reviews = [...feed.querySelectorAll('review')]
    expect(reviews).toHaveLength(2)
    expect(reviews.flatMap((review) => problems(names(review), order))).toEqual([])
    expect(
      reviews.flatMap((review) => problems(names(review.querySelector('products > product')), productOrder)),
    ).toEqual([])
    expect(problems(['reviewer', 'review_id', 'stars'], order)).toHaveLength(8)
    const [first, second] = reviews
    const text = (selector: string, of = first) => of?.querySelector(selector)?.textContent
    expect([
      text('content'),
      text('title'),
      text('is_incentivized_review'),
      text('is_verified_purchase'),
      text('review_language'),
      text('review_country'),
    ]).toEqual(['Tea & <b>cake</b> ]]> ', 'Lovely', 'true', 'true', 'de', 'DE'])
    expect([
      text('gtin'),
      text('sku'),
      text('brand'),
      text('overall'),
      first?.querySelector('overall')?.getAttribute('max'),
      text('reviewer > name'),
    ]).toEqual(['4006381333931', 'M-1', 'Fern & Hill', '4', '5', 'Ada B.'])
    expect([
      text('content', second),
      second?.querySelector('reviewer > name')?.getAttribute('is_anonymous'),
      text('is_incentivized_review', second),
    ]).toEqual(['=1+1', 'true', 'false'])
    expect([...(second?.querySelectorAll('sku') ?? [])].map(({ textContent }) => textContent)).toEqual(['M-1', 'M-2'])
    expect(answer.body).not.toMatch(/Byron|reader\.test|marketplace|From a file|By the merchant|Not yet|Hidden|Deleted/)
  })

  test('holds all reviews beyond one batch, compressed on request', async () => {
    await add(...Array.from({ length: 450 }, (_, index) => ({ content: `Many ${index}` })))
    const answer = await get((await addresses()).google, { 'accept-encoding': 'gzip' })
    expect(answer.headers['content-encoding']).toBe('gzip')
    const xml = gunzipSync(answer.rawPayload).toString()
    expect(new Set(xml.match(/<review_id>[^<]+/g)).size).toBe(452)
    expect(xml.endsWith('</reviews>\n</feed>\n')).toBe(true)
  })
})

test('the Meta feed has its columns, a row for each review, and marks incentivized reviews', async () => {
  const answer = await get((await addresses()).meta)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const { data, errors, meta } = Papa.parse<Record<string, string>>(answer.body, { header: true, skipEmptyLines: true })
  expect([errors, meta.fields]).toEqual([[], metaColumns])
  expect(data).toHaveLength(452)
  expect(data[0]).toMatchObject({
    'store.storeUrls': JSON.stringify([world.shop.domain]),
    rating: '4',
    incentivized: 'true',
    has_verified_purchase: 'true',
    'reviewer.name': 'Ada B.',
    'product.productIdentifiers.gtins': '["4006381333931"]',
  })
  expect(data[1]).toMatchObject({
    content: '=1+1',
    'reviewer.name': 'Anonymous',
    'reviewer.isAnonymous': 'true',
    incentivized: 'false',
  })
})

describe('a feed address', () => {
  test('stays until the merchant renews it, over REST and GraphQL', async () => {
    const before = await addresses()
    expect(await addresses()).toEqual(before)
    const { data } = await world.graphql('{ viewer { shop { feeds { google meta } } } }')
    expect(data).toMatchObject({ viewer: { shop: { feeds: before } } })
    const renewed = (await world.rest('POST', '/feeds/renew')).json<{ data: { google: string } }>().data
    expect(renewed.google).not.toBe(before.google)
    expect([
      (await get(before.google)).statusCode,
      (await get(before.meta)).statusCode,
      (await get(renewed.google)).statusCode,
    ]).toEqual([404, 404, 200])
  })

  test('opens only its own feed of its own shop', async () => {
    const { google, meta } = await addresses()
    const other = await addresses(world.otherToken)
    expect((await get(other.google)).body).not.toContain('<review>')
    for (const address of [
      google.replace('/google/', '/meta/').replace('.xml', '.csv'),
      meta.replace('.csv', '.xml'),
      google.replace(/.\.xml/, 'x.xml'),
      google.replace('google', 'bing'),
      `${google}x`,
      `${world.app.deps.origin}/feeds/google/.xml`,
    ])
      expect((await get(address)).statusCode).toBe(404)
  })

  test('has a rate limit, and returns nothing while the app is off', async () => {
    const { meta } = await addresses(world.otherToken)
    const statuses = []
    for (let index = 0; index < 32; index += 1) statuses.push((await get(meta)).statusCode)
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
    await world.rest('PUT', '/shops', { body: { appStatus: false } })
    expect((await get((await addresses()).google)).statusCode).toBe(404)
    await world.rest('PUT', '/shops', { body: { appStatus: true } })
  })
})
