import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { addProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const browser = 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0'
const send = (
  body: unknown,
  { agent = browser, shop = world.shop, type = 'text/plain;charset=UTF-8', from = '10.9.0.1' } = {},
) =>
  world.inject({
    method: 'POST',
    url: `/storefront/${shop.shopifyDomain}/views`,
    headers: { 'content-type': type, 'user-agent': agent },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    remoteAddress: from,
  })
const facts = async (shopId = world.shop.id) => {
  const rows = await world.app.deps.access.acrossShops('the command line').fact.findMany({
    where: {
      shopId,
      metric: { in: ['widgets.viewed', 'forms.opened', 'forms.submitted'] },
      NOT: { dimension: { contains: '@' } },
    },
  })
  return Object.fromEntries(
    rows.map(({ metric, dimension, value, count }) => [[metric, dimension, value].filter(Boolean).join(' '), count]),
  )
}

test('counts views by widget and product, opened and sent forms, and stores nothing about the shopper', async () => {
  const product = await addProduct(world, 'Mug')
  const answer = await send({ widgets: ['starRating', 'reviewBox'], form: true, product: 'mug' })
  expect([
    answer.statusCode,
    answer.body,
    answer.headers['set-cookie'],
    answer.headers['access-control-allow-origin'],
  ]).toEqual([204, '', undefined, '*'])
  await Promise.all(Array.from({ length: 20 }, () => send({ widgets: ['reviewBox'], product: 'none' })))
  const form = {
    method: 'POST' as const,
    url: `/storefront/${world.shop.shopifyDomain}/products/mug/reviews`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'rate=5&content=Good&name=Ada&email=ada%40reader.test',
  }
  for (const _sent of [1, 2]) await world.inject(form)
  expect(await facts()).toEqual({
    'widgets.viewed': 22,
    'widgets.viewed widget starRating': 1,
    'widgets.viewed widget reviewBox': 21,
    [`widgets.viewed product ${product.id}`]: 2,
    'forms.opened': 1,
    [`forms.opened product ${product.id}`]: 1,
    'forms.submitted': 1,
    [`forms.submitted product ${product.id}`]: 1,
  })
  expect(await facts(world.otherShop.id)).toEqual({})
  const report = await world.rest('GET', '/analytics/widget-views?period=today')
  expect(
    report
      .json<{ data: { series: { key: string; total: number }[] } }>()
      .data.series.map(({ key, total }) => [key, total]),
  ).toEqual([
    ['reviewBox', 21],
    ['starRating', 1],
  ])
  expect(
    (await world.rest('GET', '/analytics/form-rate?period=today')).json<{ data: { series: { total: number }[] } }>()
      .data.series,
  ).toMatchObject([{ total: 1 }])
})

test.each<[string, unknown, object]>([
  ['a bot', { widgets: ['reviewBox'] }, { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
  ['no browser', { widgets: ['reviewBox'] }, { agent: '' }],
  ['unknown widgets', { widgets: ['x', 5, null, { a: 1 }] }, {}],
  ['no JSON', 'widgets', {}],
  ['a list', [1], {}],
  ['nothing', 'null', {}],
])('%s counts nothing and returns nothing', async (_name, body, options) => {
  const before = await facts()
  expect((await send(body, options)).statusCode).toBe(204)
  expect(await facts()).toEqual(before)
})

test('ignores a product that cannot exist, and counts the views sent with it', async () => {
  const before = (await facts())['widgets.viewed'] ?? 0
  const answers = await Promise.all(
    ['a\0b', 'mug', '\uD800'].map((product) => send({ widgets: ['reviewBox'], product }, { from: '10.9.0.7' })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204])
  expect((await facts())['widgets.viewed']).toBe(before + 3)
})

test('refuses another content type with an answer that the page can read', async () => {
  const answer = await send('x', { type: 'application/xml' })
  expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([415, '*'])
})

test('limits the views of one address and refuses a large body', async () => {
  const before = (await facts())['widgets.viewed'] ?? 0
  for (let index = 0; index < 210; index += 1) await send({ widgets: ['reviewPopup'] }, { from: '10.9.9.9' })
  expect((await facts())['widgets.viewed']).toBe(before + 200)
  expect((await send(JSON.stringify({ widgets: ['x'.repeat(5000)] }))).statusCode).toBe(413)
  expect(
    (
      await world.inject({
        method: 'POST',
        url: '/storefront/missing.myshopify.com/views',
        headers: { 'content-type': 'text/plain' },
        payload: '{}',
      })
    ).statusCode,
  ).toBe(404)
})
