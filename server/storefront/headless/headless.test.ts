import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { countPageStatements } from '../../testing/page-statements.ts'
import { addReviews } from '../../testing/reviews.ts'
import { setPlan } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { readRatings } from '../../../docs/api/headless.ts'

let world: World
let product: TestProduct
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  product = await addProduct(world, 'Mug')
  const tent = await addProduct(world, 'Tent')
  await addProduct(world, 'Bare')
  await publish(
    {
      productId: product.id,
      rate: 5,
      content: 'Keeps tea hot',
      language: 'en',
      variantTitle: 'Moss',
      verifiedBy: 'order',
    },
    { productId: product.id, rate: 4 },
    { productId: product.id, rate: 2 },
    { productId: tent.id, rate: 3 },
  )
})
afterAll(() => world.close())

async function publish(...reviews: Parameters<typeof addReviews>[1][]) {
  const rows = await addReviews(world.ctx, ...reviews)
  await performReviewAction(world.ctx, { act: 'publish', ids: rows.map(({ id }) => id) })
  return rows
}

const at = (path: string, shop = world.shop.shopifyDomain) => `/storefront/${shop}${path}`
const get = (path: string, headers: Record<string, string> = {}) =>
  world.inject({ url: path.startsWith('/storefront') ? path : at(path), headers })
interface Answer {
  data?: Record<string, unknown> | null
  errors?: { message: string; extensions?: { code?: string } }[]
}
const ask = async (query: string, variables: object = {}) => {
  const answer = await world.inject({
    method: 'POST',
    url: at('/graphql'),
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ query, variables }),
  })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json<Answer>() }
}

const fields =
  'id title content rate author createdAt verified verifiedByOrder incentivized language variant media { kind url } reply { content }'

describe('the public GraphQL API', () => {
  test('reads a shop and products with their reviews in one statement, whatever the query', async () => {
    const query = `query ($handle: String!) {
      shop { name rating { count average histogram } newest: reviews(first: 2) { nodes { content product { title url } } } }
      product(handle: $handle) { ...Rated best: reviews(first: 1, sort: HIGHEST) { nodes { ${fields} } pageInfo { endCursor hasNextPage } } low: reviews(rate: 2) { nodes { rate } } structuredData }
      products(handles: ["tent", "nothing", "bare"]) { handle title rating { count average } reviews { nodes { rate } } }
      missing: product(handle: "nothing") { title }
    }
    fragment Rated on Product { title url rating { count average histogram } }`
    let answer: Awaited<ReturnType<typeof ask>> | undefined
    expect(
      await countPageStatements(world, async () => {
        answer = await ask(query, { handle: 'mug' })
      }),
    ).toBe(1)
    expect(answer).toMatchObject({
      status: 200,
      data: {
        shop: {
          rating: { count: 4, average: 3.5, histogram: [0, 1, 1, 1, 1] },
          newest: { nodes: [{ product: { title: 'Tent' } }, {}] },
        },
        product: {
          title: 'Mug',
          rating: { count: 3, average: 3.67 },
          low: { nodes: [{ rate: 2 }] },
          best: {
            nodes: [
              {
                content: 'Keeps tea hot',
                rate: 5,
                author: 'Ada B.',
                verified: true,
                verifiedByOrder: true,
                language: 'en',
                variant: 'Moss',
                media: [],
                reply: null,
              },
            ],
            pageInfo: { hasNextPage: true },
          },
        },
        products: [
          { handle: 'tent', rating: { count: 1, average: 3 }, reviews: { nodes: [{ rate: 3 }] } },
          { handle: 'bare', rating: { count: 0, average: 0 }, reviews: { nodes: [] } },
        ],
        missing: null,
      },
    })
    expect(answer).not.toHaveProperty('errors')
    const { structuredData } = answer?.data?.['product'] as { structuredData: string }
    expect(JSON.parse(structuredData)).toMatchObject({ '@type': 'Product', aggregateRating: { reviewCount: 3 } })
    expect(await countPageStatements(world, () => ask(query, { handle: 'mug' }))).toBe(0)
  })

  test('returns null for a product whose handle cannot exist', async () => {
    const answer = await ask(
      'query ($no: String!, $list: [String!]!) { product(handle: $no) { title } products(handles: $list) { handle } }',
      { no: '\0', list: ['\0', 'tent', '\uD800'] },
    )
    expect(answer).toMatchObject({ status: 200, data: { product: null, products: [{ handle: 'tent' }] } })
    expect(answer).not.toHaveProperty('errors')
  })

  test('pages by cursor, and shows a newly published review at once', async () => {
    const page = (after?: string) =>
      ask(
        'query ($after: String) { product(handle: "mug") { reviews(first: 2, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } } }',
        { after },
      )
    const read = (answer: Answer) =>
      (
        answer.data?.['product'] as {
          reviews: { nodes: { id: string }[]; pageInfo: { endCursor: string | null; hasNextPage: boolean } }
        }
      ).reviews
    const first = read(await page())
    const second = read(await page(first.pageInfo.endCursor ?? ''))
    expect([...new Set([...first.nodes, ...second.nodes].map(({ id }) => id))]).toHaveLength(3)
    expect(second.pageInfo).toEqual({ endCursor: null, hasNextPage: false })
    const [fresh] = await publish({ productId: product.id, rate: 1 })
    expect(read(await page()).nodes[0]?.id).toBe(fresh?.id)
    await performReviewAction(world.ctx, { act: 'unpublish', ids: [fresh?.id ?? ''] })
    expect(read(await page()).nodes[0]?.id).not.toBe(fresh?.id)
  })

  test('answers GET requests with an ETag for caches, for every origin, without cookies', async () => {
    const path = at(`/graphql?query=${encodeURIComponent('{ shop { name } }')}`)
    const answer = await get(path, { origin: 'https://headless.test' })
    expect(answer.json()).toEqual({ data: { shop: { name: world.shop.name } } })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, no-cache',
      'cdn-cache-control': 'public, max-age=1, stale-while-revalidate=30',
    })
    expect([answer.headers['access-control-allow-credentials'], answer.headers['set-cookie']]).toEqual([
      undefined,
      undefined,
    ])
    expect((await get(path, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
    const preflight = await world.inject({
      method: 'OPTIONS',
      url: at('/graphql'),
      headers: { origin: 'https://headless.test', 'access-control-request-method': 'POST' },
    })
    expect([
      preflight.statusCode,
      preflight.headers['access-control-allow-origin'],
      preflight.headers['access-control-allow-headers'],
    ]).toEqual([204, '*', 'content-type, if-none-match'])
  })

  const deep = (levels: number) =>
    `{ __schema { types ${'{ fields { type '.repeat(levels)}{ name }${' } }'.repeat(levels)} } }`
  test.each<[string, unknown, number]>([
    ['no document', {}, 400],
    ['a broken document', { query: '{ shop {' }, 400],
    ['an unknown field', { query: '{ shop { email } }' }, 400],
    ['a mutation', { query: 'mutation { publish }' }, 400],
    ['variables that are none', { query: '{ shop { name } }', variables: [1] }, 400],
    ['too many tokens', { query: `{ ${'shop { name } '.repeat(400)}}` }, 400],
    [
      'a cursor of another order',
      { query: '{ product(handle: "mug") { reviews(after: "x") { nodes { id } } } }' },
      200,
    ],
    ['a page too large', { query: '{ product(handle: "mug") { reviews(first: 2147483647) { nodes { id } } } }' }, 400],
    ['a page of none', { query: '{ product(handle: "mug") { reviews(first: 0) { nodes { id } } } }' }, 200],
    ['six stars', { query: '{ product(handle: "mug") { reviews(rate: 6) { nodes { id } } } }' }, 200],
    ['too many products', { query: `{ products(handles: [${'"a",'.repeat(101)}]) { title } }` }, 200],
    [
      'many large pages',
      {
        query: `{ ${Array.from({ length: 15 }, (_, at) => `a${at}: product(handle: "mug") { reviews(first: 100) { nodes { ${fields} } } }`).join(' ')} }`,
      },
      400,
    ],
    [
      'many pages by aliases',
      {
        query: `{ product(handle: "mug") { ${Array.from({ length: 40 }, (_, at) => `a${at}: reviews(first: ${at + 1}) { pageInfo { endCursor } }`).join(' ')} } }`,
      },
      400,
    ],
    ['deep introspection', { query: deep(12) }, 400],
  ])('refuses %s', async (_name, body, status) => {
    const answer = await world.inject({
      method: 'POST',
      url: at('/graphql'),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect([answer.statusCode, answer.json<Answer>().errors?.length]).toEqual([status, expect.any(Number)])
    expect(answer.json<Answer>().errors?.length).toBeGreaterThan(0)
    for (const { extensions } of answer.json<{ errors: { extensions?: { code?: string } }[] }>().errors)
      expect(extensions?.code).toEqual(expect.any(String))
    if (status === 400) expect(answer.json()).not.toHaveProperty('data')
  })

  test('refuses large bodies and other content types, and allows introspection', async () => {
    expect(
      (
        await world.inject({
          method: 'POST',
          url: at('/graphql'),
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ query: `#${'x'.repeat(20_000)}` }),
        })
      ).statusCode,
    ).toBe(413)
    expect(
      (
        await world.inject({
          method: 'POST',
          url: at('/graphql'),
          headers: { 'content-type': 'application/xml' },
          payload: '<a/>',
        })
      ).statusCode,
    ).toBe(415)
    expect(await ask('{ __schema { queryType { fields { name args { name } } } } }')).toMatchObject({
      status: 200,
      data: { __schema: { queryType: { fields: [{ name: 'product' }, { name: 'products' }, { name: 'shop' }] } } },
    })
  })

  test('never shows another shop’s reviews or unpublished ones', async () => {
    const answer = await world.inject({
      method: 'POST',
      url: at('/graphql', world.otherShop.shopifyDomain),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        query: '{ shop { rating { count } reviews { nodes { id } } } product(handle: "mug") { title } }',
      }),
    })
    expect(answer.json()).toEqual({ data: { shop: { rating: { count: 0 }, reviews: { nodes: [] } }, product: null } })
    await addReviews(world.ctx, { productId: product.id, content: 'Not yet' })
    expect((await get('/reviews?first=100')).body).not.toContain('Not yet')
  })
})

describe('the public JSON API', () => {
  test('returns ratings of several products, pages of the whole shop, language and variant', async () => {
    const ratings = await get('/ratings?handles=mug,tent,nothing')
    expect(
      ratings
        .json<{ ratings: { handle: string }[] }>()
        .ratings.sort((one, other) => (one.handle < other.handle ? -1 : 1)),
    ).toMatchObject([
      { handle: 'mug', count: 3, average: 3.67 },
      { handle: 'tent', count: 1, average: 3 },
    ])
    expect((await get('/reviews?first=1&sort=highest')).json()).toMatchObject({
      summary: { count: 4 },
      reviews: [{ rate: 5, language: 'en', variant: 'Moss', product: { handle: 'mug', title: 'Mug' } }],
      pageInfo: { hasNextPage: true },
    })
    for (const query of [
      '',
      '?handles=',
      '?handles=,,',
      `?handles=${Array.from({ length: 101 }, (_, at) => `p${at}`).join()}`,
      '?handles=a&handles=b',
    ])
      expect((await get(`/ratings${query}`)).statusCode).toBe(422)
  })

  test('returns structured data on every plan, and offers on request', async () => {
    await world.ctx.db.product.updateMany({
      where: { id: product.id },
      data: {
        vendor: 'Fernhill',
        variants: [{ id: '1', title: 'Moss', sku: 'M-1', barcode: '4006381333931', priceCents: 2400 }],
      },
    })
    world.app.deps.publish(world.shop.id, 'product', product.id)
    const answer = await get('/products/mug/structured-data?offer=1')
    expect(answer.headers['content-type']).toBe('application/ld+json; charset=utf-8')
    expect(answer.json()).toMatchObject({
      brand: { name: 'Fernhill' },
      sku: 'M-1',
      gtin: '4006381333931',
      offers: { price: '24.00' },
      aggregateRating: { ratingValue: 3.67 },
    })
    expect((await get('/products/mug/structured-data')).json()).not.toHaveProperty('offers')
    expect((await get('/products/bare/structured-data')).json()).toEqual({})
    expect((await get('/products/none/structured-data')).json()).toEqual({})
  })

  test('works as in the example of the docs', async () => {
    const base = await world.url()
    expect(await readRatings({ candor: base, shop: world.shop.shopifyDomain }, ['mug'])).toEqual(
      new Map([['mug', { count: 3, average: 3.67 }]]),
    )
  })
})

test('refuses a plan without headless storefronts by name, and keeps its widgets', async () => {
  await setPlan(world, world.otherShop, 'advanced')
  await addProduct(world, 'Mug', world.otherShop.id)
  const small = (path: string) => world.inject({ url: at(path, world.otherShop.shopifyDomain) })
  for (const path of ['/products/mug/reviews', '/reviews', '/ratings?handles=mug', '/graphql?query=%7B__typename%7D']) {
    const answer = await small(path)
    expect([path, answer.statusCode]).toEqual([path, 402])
    expect(answer.body).toContain('Enterprise')
  }
  expect((await small('/widgets/reviewBox?product=mug')).body).toContain('data-candor-widget')
  expect((await small('/products/mug/structured-data')).statusCode).toBe(200)
})
