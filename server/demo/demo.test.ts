import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { placeOrder } from './orders/orders.ts'
import { seedDemo } from './seed/seed.ts'
import { createDemoWorld, type DemoWorld } from '../testing/demo-world.ts'
import { productionEnv } from '../testing/processes/production-env.ts'
import { createWorld } from '../testing/world.ts'

let demo: DemoWorld
beforeAll(async () => {
  demo = await createDemoWorld({ fresh: true })
})
afterAll(() => demo.close())

const db = () => demo.app.deps.access.acrossShops('the demo platform')
const post = async (path: string, body?: unknown) => {
  const answer = await fetch(demo.url + path, {
    method: 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & { message?: string } }
}
const customer = { email: 'Grace@Example.com', firstName: 'Grace', lastName: 'Hopper' }
const order = async (items = [{ handle: 'hillside-mug', quantity: 2 }]) =>
  (await post('/demo/orders', { ...customer, items })).body as { id: string; name: string }
const rowOf = (id: string) => db().order.findFirstOrThrow({ where: { platformId: id } })
const requestOf = async (id: string) => db().queueItem.findFirstOrThrow({ where: { orderId: (await rowOf(id)).id } })

describe('demo data', () => {
  test('are complete, and the counters agree with the rows', async () => {
    const shop = await db().shop.findUniqueOrThrow({ where: { shopifyDomain: 'candor-demo.myshopify.com' } })
    expect(shop.plan).toBe('advanced')
    const where = { shopId: shop.id }
    expect(await db().review.count({ where })).toBe(3000)
    expect(await db().customer.count({ where })).toBe(400)
    expect(await db().queueItem.count({ where })).toBe(600)
    expect(await db().product.count({ where })).toBe(42)
    expect((await db().review.groupBy({ by: ['language'], where })).length).toBe(10)
    expect((await db().queueItem.groupBy({ by: ['status'], where })).map(({ status }) => status).sort()).toEqual([
      'cancelled',
      'failed',
      'opened',
      'reviewed',
      'success',
      'waiting',
      'waitingCondition',
    ])
    const wrong = await db().$queryRaw<object[]>`
      select * from (select "shopId", status, source, rate, count(*)::int as count from "Review" group by 1, 2, 3, 4) r
      full join (select * from "ReviewCount" where count > 0) c using ("shopId", status, source, rate, count) where r.status is null or c.status is null`
    expect(wrong).toEqual([])
    const wrongProducts = await db().$queryRaw<object[]>`
      select * from (select "shopId", "productId", status, rate, count(*)::int as count from "Review" group by 1, 2, 3, 4) r
      full join (select * from "ProductReviewCount" where count > 0) c using ("shopId", "productId", status, rate, count) where r.status is null or c.status is null`
    expect(wrongProducts).toEqual([])
    const queue = await db().queueItem.groupBy({ by: ['status'], where, _count: true, orderBy: { status: 'asc' } })
    expect(
      await db().queueCount.findMany({ where, select: { status: true, count: true }, orderBy: { status: 'asc' } }),
    ).toEqual(queue.map(({ status, _count }) => ({ status, count: _count })))
  })

  test('start a new shop without reviews, customers and placed blocks', async () => {
    const shop = await db().shop.findUniqueOrThrow({ where: { shopifyDomain: 'candor-other.myshopify.com' } })
    const where = { shopId: shop.id }
    expect([await db().review.count({ where }), await db().customer.count({ where })]).toEqual([0, 0])
    const store = await (await fetch(`${demo.url}/demo/store/products/hillside-mug?shop=${shop.shopifyDomain}`)).text()
    expect(store).toContain('Brook &amp; Barn')
    expect(store).not.toContain('candor-box')
  })

  test('end at the current time, except planned sends', async () => {
    const now = demo.app.deps.now()
    expect(await db().review.count({ where: { OR: [{ createdAt: { gt: now } }, { replyAt: { gt: now } }] } })).toBe(0)
    expect(
      await db().queueItem.count({ where: { status: { in: ['waiting', 'paused'] }, scheduledAt: { lt: now } } }),
    ).toBe(0)
    expect(await db().queueItem.count({ where: { sentAt: { gt: now } } })).toBe(0)
  })

  test('are written to an empty database only', async () => {
    await expect(seedDemo(demo.app)).rejects.toThrow('empty database')
  })

  test('let the demo merchant sign in', async () => {
    const answer = await post('/apiSa/auth/login', { email: 'demo@candor.test', password: 'candor-demo' })
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } })
  })
})

describe('orders', () => {
  test('reach the app by signed webhooks, and so do their changes', async () => {
    const { id, name } = await order()
    expect(name).toMatch(/^#\d+$/)
    expect(await rowOf(id)).toMatchObject({
      name,
      email: 'grace@example.com',
      customerName: 'Grace Hopper',
      fulfilledAt: null,
    })
    expect(await requestOf(id)).toMatchObject({
      status: 'waitingCondition',
      lineItems: [{ title: 'Hillside Mug', quantity: 2, handle: 'hillside-mug' }],
    })
    expect(await post(`/demo/orders/${id}/fulfill`)).toMatchObject({ status: 200, body: { state: 'fulfilled' } })
    expect((await rowOf(id)).fulfilledAt).toEqual(expect.any(Date))
    expect(await requestOf(id)).toMatchObject({ status: 'waiting' })
    await post(`/demo/orders/${id}/deliver`)
    expect((await rowOf(id)).deliveredAt).toEqual(expect.any(Date))
    const again = await post(`/demo/orders/${id}/deliver`)
    expect(again).toMatchObject({ status: 200, body: { state: 'delivered' } })
  })

  test('send no request once cancelled or refunded', async () => {
    const [cancelled, refunded] = [await order(), await order()]
    await post(`/demo/orders/${cancelled.id}/cancel`)
    expect(await requestOf(cancelled.id)).toMatchObject({ status: 'cancelled', skipReason: 'orderCancelled' })
    await post(`/demo/orders/${refunded.id}/fulfill`)
    await post(`/demo/orders/${refunded.id}/refund`)
    expect(await requestOf(refunded.id)).toMatchObject({ status: 'cancelled', skipReason: 'orderRefunded' })
    expect(await post(`/demo/orders/${cancelled.id}/fulfill`)).toMatchObject({
      status: 422,
      body: { message: 'The order was canceled' },
    })
  })

  test('are found within a day when their webhooks are lost', async () => {
    const shopDomain = 'candor-demo.myshopify.com'
    const lost: string[] = []
    // More than a page of the demo's platform.
    for (let number = 0; number < 12; number++) {
      const input = { ...customer, items: [{ handle: 'hillside-mug', quantity: 1 }] }
      const placed = await placeOrder(db(), input, { shopDomain, origin: demo.url, now: demo.app.deps.now() })
      lost.push(placed.id)
    }
    const where = { platformId: { in: lost } }
    expect(await db().order.count({ where })).toBe(0)
    await post('/demo/clock', { advance: '25h' })
    const found = await db().order.findMany({ where })
    expect(found).toHaveLength(12)
    expect(await db().queueItem.count({ where: { orderId: { in: found.map(({ id }) => id) } } })).toBe(12)
  })

  test('reach the app as any signed webhook: repeated, late or changed on the way', async () => {
    const id = 6_900_000_001
    const payload = { id, name: '#6900', order_number: 6900, created_at: new Date().toISOString(), line_items: [] }
    const send = (more: object) => post('/demo/webhooks', { topic: 'orders/create', payload, ...more })
    expect((await send({ tamper: true })).body).toMatchObject({ statuses: [401] })
    expect(await db().order.count({ where: { platformId: String(id) } })).toBe(0)
    const { body } = await send({ copies: 3, delaySeconds: 3600 })
    expect(body).toMatchObject({ statuses: [200, 200, 200], webhookId: expect.any(String) })
    const { changedAt } = await rowOf(String(id))
    expect(demo.app.deps.now().getTime() - changedAt.getTime()).toBeGreaterThanOrEqual(3_600_000)
    expect(await db().webhookReceipt.count({ where: { webhookId: String(body['webhookId']) } })).toBe(1)
    expect((await send({ copies: 0 })).status).toBe(422)
  })

  test('get separate numbers when placed concurrently', async () => {
    const orders = await Promise.all([order(), order(), order(), order()])
    expect(new Set(orders.map(({ name }) => name)).size).toBe(4)
  })
})

describe('the demo controls', () => {
  test('run the due work before the clock request answers', async () => {
    const email = 'clock@example.com'
    const { id } = (
      await post('/demo/orders', { ...customer, email, items: [{ handle: 'hillside-mug', quantity: 2 }] })
    ).body as { id: string }
    await post(`/demo/orders/${id}/deliver`)
    const before = demo.app.deps.now().getTime()
    const answer = await post('/demo/clock', { advance: '7d' })
    expect(new Date(String(answer.body.now)).getTime() - before).toBeGreaterThanOrEqual(7 * 86_400_000)
    expect(await requestOf(id)).toMatchObject({ status: 'success' })
    const mails = (await (await fetch(`${demo.url}/demo/mailbox.json`)).json()) as {
      to: string
      subject: string
      html: string
      text: string
      headers: object
      receivedAt: string
    }[]
    const mail = mails.find(({ to, subject }) => to === email && subject.includes('Hillside Mug'))
    expect(mail).toMatchObject({
      html: expect.stringContaining('<'),
      text: expect.any(String),
      headers: expect.objectContaining({ 'message-id': expect.any(String) }),
      receivedAt: expect.any(String),
    })
    expect(
      [...mails].sort((a, b) => b.receivedAt.localeCompare(a.receivedAt)).map(({ receivedAt }) => receivedAt),
    ).toEqual(mails.map(({ receivedAt }) => receivedAt))
  })

  test('open the embedded API with an ID token', async () => {
    const { body } = await post('/demo/id-token', { shop: 'candor-demo.myshopify.com' })
    const answer = await fetch(`${demo.url}/api/shops`, { headers: { authorization: `Bearer ${String(body.token)}` } })
    expect(answer.status).toBe(200)
  })

  test('change the plan at once', async () => {
    expect(await post('/demo/plan', { plan: 'free' })).toMatchObject({ status: 200, body: { plan: 'free' } })
    expect(await db().shop.findUnique({ where: { shopifyDomain: 'candor-demo.myshopify.com' } })).toMatchObject({
      plan: 'free',
    })
    await post('/demo/plan', { plan: 'advanced' })
  })

  test('show the strip’s clock in the shop’s zone with its name', async () => {
    await db().shop.update({
      where: { shopifyDomain: 'candor-other.myshopify.com' },
      data: { ianaTimezone: 'Asia/Tokyo' },
    })
    const page = await (await fetch(`${demo.url}/demo/admin?shop=candor-other.myshopify.com`)).text()
    expect(/<time datetime[^>]*>([^<]*)/.exec(page)?.[1]).toMatch(/ \(GMT\+9\)$/)
  })

  test('show and change the plan of the visible shop in the strip', async () => {
    const shop = 'candor-other.myshopify.com'
    const shown = async (path: string) =>
      /class="strip-plan"[^]*?<option value="(\w+)" selected>/.exec(await (await fetch(demo.url + path)).text())?.[1]
    const planOf = async (shopifyDomain: string) =>
      (await db().shop.findUniqueOrThrow({ where: { shopifyDomain } })).plan
    const before = await planOf('candor-demo.myshopify.com')
    expect(await shown(`/demo/admin?shop=${shop}`)).toBe(await planOf(shop))
    expect(await post('/demo/plan', { shop, plan: 'pro_24' })).toMatchObject({ status: 200 })
    expect([await planOf(shop), await planOf('candor-demo.myshopify.com')]).toEqual(['pro_24', before])
    expect([await shown(`/demo/admin?shop=${shop}`), await shown('/demo/store')]).toEqual(['pro_24', before])
    expect(await post('/demo/plan', { shop: 'missing.myshopify.com', plan: 'free' })).toMatchObject({ status: 404 })
  })
})

test('accepts an order with any characters in a name', async () => {
  const answer = await post('/demo/orders', {
    ...customer,
    firstName: 'A\0da\u202e',
    lastName: 'Love\nlace',
    items: [{ handle: 'hillside-mug', quantity: 1 }],
  })
  expect(answer.status).toBe(200)
  expect(await db().order.findFirst({ where: { platformId: (answer.body as { id: string }).id } })).toMatchObject({
    customerName: 'Ada Love lace',
  })
})

describe('invalid input', () => {
  const items = [{ handle: 'hillside-mug', quantity: 1 }]
  test.each<[string, unknown, [number, string]]>([
    ['/demo/orders', {}, [422, 'This field is required']],
    ['/demo/orders', [], [422, 'Value invalid']],
    ['/demo/orders', { ...customer, items: [] }, [422, 'This field is required']],
    ['/demo/orders', { ...customer, email: 'incomplete', items }, [422, 'Invalid email']],
    ['/demo/orders', { ...customer, firstName: ' ', items }, [422, 'This field is required']],
    [
      '/demo/orders',
      { ...customer, items: [{ handle: 'no-such-thing', quantity: 1 }] },
      [422, 'Product does not exist'],
    ],
    ['/demo/orders', { ...customer, items: [{ handle: 'hillside-mug', quantity: 0 }] }, [422, 'Value invalid']],
    ['/demo/orders', { ...customer, items: [{ handle: 'hillside-mug', quantity: 1.5 }] }, [422, 'Value invalid']],
    ['/demo/orders', { ...customer, items: [{ handle: 'hillside-mug', quantity: 1e9 }] }, [422, 'Value invalid']],
    ['/demo/orders/6200000009999/fulfill', {}, [404, 'Not found']],
    ['/demo/orders/x/fulfill', {}, [404, 'Not found']],
    ['/demo/orders/6200000009999/burn', {}, [404, 'Not found']],
    ['/demo/clock', {}, [422, 'This field is required']],
    ['/demo/clock', { advance: '-7d' }, [422, 'Value invalid']],
    ['/demo/clock', { advance: '0d' }, [422, 'Value invalid']],
    ['/demo/clock', { advance: '7w' }, [422, 'Value invalid']],
    ['/demo/clock', { advance: '999999d' }, [422, 'Value invalid']],
    ['/demo/clock', { advance: 7 }, [422, 'This field is required']],
    ['/demo/plan', {}, [422, 'Value invalid']],
    ['/demo/plan', { plan: 'gold' }, [422, 'Value invalid']],
    ['/demo/id-token', {}, [422, 'This field is required']],
    ['/demo/id-token', { shop: 'evil.test' }, [422, 'Invalid domain']],
  ])('is refused with a message: %s %j', async (path, body, [status, message]) => {
    expect(await post(path, body)).toMatchObject({ status, body: { message } })
  })

  test('is refused from a page of another site', async () => {
    const answer = await fetch(`${demo.url}/demo/clock`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'advance=7d',
    })
    expect(answer.status).toBe(409)
  })

  test('never redirects a form to another host', async () => {
    const go = async (referer: string) =>
      (
        await fetch(`${demo.url}/demo/clock`, {
          method: 'POST',
          redirect: 'manual',
          headers: { referer, 'content-type': 'application/x-www-form-urlencoded' },
          body: 'advance=1m',
        })
      ).headers.get('location')
    expect(await go(`${demo.url}/demo/store/products/teapot?sort=oldest`)).toBe(
      '/demo/store/products/teapot?sort=oldest',
    )
    expect(await go('https://evil.test/demo/')).toBe('/demo/')
    expect(await go('https://evil.test/login')).toBe('/demo/store')
  })
})

test('escapes text in pages', async () => {
  const nasty = '<img src=x onerror=alert(1)>'
  const { id } = (
    await post('/demo/orders', {
      email: 'nasty@example.com',
      firstName: nasty,
      lastName: '"\'>',
      items: [{ handle: 'teapot', quantity: 1 }],
    })
  ).body as { id: string }
  for (const path of [
    `/demo/store/orders/${id}`,
    '/demo/store',
    `/demo/store/account?email=nasty@example.com`,
    `/demo/store/account?email=${encodeURIComponent(nasty)}`,
    `/demo/store/checkout?handle=teapot&email=${encodeURIComponent(nasty)}`,
  ]) {
    const answer = await fetch(demo.url + path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain(nasty)
  }
})

test('serves neither the demo nor the playground in production', async () => {
  const world = await createWorld({ env: productionEnv })
  for (const url of [
    '/demo',
    '/demo/store',
    '/demo/mailbox',
    '/demo/mailbox.json',
    '/demo/admin',
    '/demo/app-bridge.js',
    '/graphql',
    '/graphql?query={__typename}',
  ])
    expect((await world.inject({ method: 'GET', url })).statusCode).toBe(404)
  for (const url of ['/demo/id-token', '/demo/orders', '/demo/clock', '/demo/plan'])
    expect((await world.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(404)
  await world.close()
})

test('renders the theme app extension’s blocks in the reader’s language', async () => {
  const read = async (path: string, locale: string) =>
    (await fetch(`${demo.url}${path}`, { headers: { 'accept-language': locale } })).text()
  const product = await read('/demo/store/products/teapot', 'de')
  for (const widget of ['starRating', 'reviewBox']) expect(product).toContain(`data-candor-widget="${widget}"`)
  expect(product).toContain('/widgets/reviewBox?locale=de&amp;product=teapot')
  expect(await read('/demo/store/reviews', 'fr')).toContain('/widgets/allReviews?locale=fr&amp;')
  // The store's pages have no Korean.
  expect(await read('/demo/store/products/teapot', 'ko')).toContain('/widgets/reviewBox?locale=en&amp;')
})
