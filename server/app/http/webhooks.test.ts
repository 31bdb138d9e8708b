import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { addProduct, orderPayload, postWebhook } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const shopNow = () => world.ctx.db.shop.findUniqueOrThrow({ where: { id: world.shop.id } })
const receipts = (webhookId: string) =>
  world.ctx.db.webhookReceipt.findMany({ where: { shopId: world.shop.id, webhookId } })

describe('webhooks of the platform', () => {
  test('ignore a repeated uninstall after a reinstall', async () => {
    const event = { payload: { id: 1 }, webhookId: 'uninstalled-once' }
    expect(await postWebhook(world, 'app/uninstalled', event)).toBe(200)
    expect(await shopNow()).toMatchObject({ appStatus: false, uninstalledAt: world.app.deps.now() })
    await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { appStatus: true, uninstalledAt: null } })
    expect(await postWebhook(world, 'app/uninstalled', event)).toBe(200)
    expect(await shopNow()).toMatchObject({ appStatus: true, uninstalledAt: null })
    expect(await receipts('uninstalled-once')).toMatchObject([{ topic: 'app/uninstalled' }])
  })

  test('ignore an uninstall from before the installation', async () => {
    const { createdAt } = await shopNow()
    expect(
      await postWebhook(world, 'app/uninstalled', {
        payload: { id: 1 },
        triggeredAt: new Date(createdAt.getTime() - 60_000),
      }),
    ).toBe(200)
    expect(await shopNow()).toMatchObject({ appStatus: true, uninstalledAt: null })
  })

  test('ignore a repeated deletion of a restored product', async () => {
    const product = await addProduct(world, 'Clock')
    const row = { where: { shopId_id: { shopId: world.shop.id, id: product.id } } }
    const event = { payload: { id: Number(product.platformId) }, webhookId: 'deleted-once' }
    await postWebhook(world, 'products/delete', event)
    expect((await world.ctx.db.product.findUniqueOrThrow(row)).deletedAt).not.toBeNull()
    await world.ctx.db.product.update({ ...row, data: { deletedAt: null } })
    await postWebhook(world, 'products/delete', event)
    expect((await world.ctx.db.product.findUniqueOrThrow(row)).deletedAt).toBeNull()
  })

  test('accept and record products with any payload', async () => {
    for (const [at, payload] of [{ id: 1 }, { id: 'x' }, {}].entries()) {
      expect(await postWebhook(world, 'products/update', { payload, webhookId: `product-${at}` })).toBe(200)
      expect(await receipts(`product-${at}`)).toHaveLength(1)
    }
  })

  test('ignore an impossible time in the header, so that later orders still apply', async () => {
    const payload = orderPayload(world, {
      platformId: 4_242,
      number: 4_242,
      products: [await addProduct(world, 'Dial')],
    })
    await postWebhook(world, 'orders/create', { payload, triggeredAt: new Date('+275760-09-13T00:00:00Z') })
    const order = await world.ctx.db.order.findUniqueOrThrow({
      where: { shopId_platformId: { shopId: world.shop.id, platformId: '4242' } },
    })
    expect(order.changedAt).toEqual(world.app.deps.now())
  })

  test('refuse a body that another shop has received', async () => {
    const payload = orderPayload(world, {
      platformId: 5_151,
      number: 5_151,
      products: [await addProduct(world, 'Lamp')],
    })
    const { shopifyDomain: shopDomain } = world.otherShop
    expect(await postWebhook(world, 'orders/create', { payload })).toBe(200)
    expect(await postWebhook(world, 'orders/create', { payload, shopDomain })).toBe(401)
    expect(await postWebhook(world, 'orders/create', { payload })).toBe(200)
    const orders = await world.app.deps.access
      .acrossShops('the demo platform')
      .order.findMany({ where: { platformId: '5151' }, select: { shopId: true } })
    expect(orders).toEqual([{ shopId: world.shop.id }])
  })

  test.each([
    ['an order', 'orders/create', { order_status_url: 'https://world.myshopify.com/1/orders/2' }],
    ['a shop', 'app/uninstalled', { myshopify_domain: 'world.myshopify.com' }],
    ['a request about a customer', 'customers/redact', { shop_domain: 'World.myshopify.com' }],
  ])('refuse %s that names another shop', async (_what, topic, named) => {
    const payload = { ...orderPayload(world, { platformId: 5_252, number: 5_252, products: [] }), ...named }
    expect(await postWebhook(world, topic, { payload, shopDomain: world.otherShop.shopifyDomain })).toBe(401)
  })

  test('accept requests about personal data for an unknown shop', async () => {
    const payload = { shop_domain: 'gone.myshopify.com', customer: { id: 7, email: 'ann@buyer.test', phone: '555' } }
    const event = { payload, shopDomain: 'gone.myshopify.com' }
    expect(await postWebhook(world, 'customers/redact', event)).toBe(200)
  })

  test('log each topic without an effect once', async () => {
    const logWarn = jest.spyOn(world.app.deps.log, 'warn')
    for (const topic of ['checkouts/create', 'checkouts/create', 'carts/update'])
      expect(await postWebhook(world, topic, { payload: { id: 1 } })).toBe(200)
    const lines = logWarn.mock.calls.map(([line]) => line)
    logWarn.mockRestore()
    expect(lines).toEqual([{ topic: 'checkouts/create' }, { topic: 'carts/update' }])
  })

  test('accept both families of header names, with an event id instead of a webhook id', async () => {
    const order = async (platformId: number) =>
      world.ctx.db.order.count({ where: { shopId: world.shop.id, platformId: String(platformId) } })
    const event = (platformId: number) => ({
      payload: orderPayload(world, { platformId, number: platformId, products: [] }),
      family: 'events' as const,
    })
    expect(await postWebhook(world, 'orders/create', event(6_001))).toBe(200)
    expect(await postWebhook(world, 'orders/create', { ...event(6_002), webhookId: null, eventId: 'e-6002' })).toBe(200)
    expect(await postWebhook(world, 'orders/create', { ...event(6_003), webhookId: null })).toBe(401)
    expect(await postWebhook(world, 'orders/create', { ...event(6_003), secret: 'another' })).toBe(401)
    expect([await order(6_001), await order(6_002), await order(6_003)]).toEqual([1, 1, 0])
  })

  test('apply an event once that two subscriptions deliver, and its other topics', async () => {
    const lamp = await addProduct(world, 'Twice')
    const order = orderPayload(world, { platformId: 6_100, number: 6_100, products: [lamp] })
    await postWebhook(world, 'orders/create', { payload: order, eventId: 'placed' })
    const refund = {
      id: 1,
      order_id: 6_100,
      refund_line_items: [{ line_item_id: order.line_items[0]?.id, quantity: 1 }],
    }
    for (const webhookId of ['first-subscription', 'second-subscription'])
      expect(await postWebhook(world, 'refunds/create', { payload: refund, webhookId, eventId: 'back' })).toBe(200)
    await postWebhook(world, 'orders/cancelled', {
      payload: { ...order, cancelled_at: world.app.deps.now().toISOString() },
      eventId: 'back',
    })
    const row = await world.ctx.db.order.findFirstOrThrow({ where: { shopId: world.shop.id, platformId: '6100' } })
    expect(row.lineItems).toMatchObject([{ returned: 1 }])
    expect(row.cancelledAt).not.toBeNull()
  })

  test('apply consent and tags by the time of the event, not of its arrival', async () => {
    const payload = {
      ...orderPayload(world, { platformId: 6_200, number: 6_200, products: [] }),
      buyer_accepts_marketing: true,
    }
    const start = world.app.deps.now().getTime()
    const at = (minutes: number) => ({ triggeredAt: new Date(start + minutes * 60_000) })
    await postWebhook(world, 'orders/create', { payload, ...at(0) })
    const customerId = `gid://shopify/Customer/${payload.customer.id}`
    const consent = (state: string, minutes: number) =>
      postWebhook(world, 'customers_email_marketing_consent/update', {
        payload: { customer_id: payload.customer.id, email_marketing_consent: { state } },
        ...at(minutes),
      })
    await consent('not_subscribed', 5)
    await consent('subscribed', 3)
    await postWebhook(world, 'customer.tags_removed', { payload: { customerId, tags: ['vip'] }, ...at(4) })
    await postWebhook(world, 'customer.tags_added', { payload: { customerId, tags: ['vip', 'gold'] }, ...at(2) })
    await postWebhook(world, 'orders/updated', { payload, ...at(1) })
    const customer = await world.ctx.db.customer.findFirstOrThrow({
      where: { shopId: world.shop.id, platformId: String(payload.customer.id) },
    })
    expect(customer).toMatchObject({ acceptsMarketing: false, tags: ['gold'] })
  })

  test('accept topics without a listener', async () => {
    for (const topic of ['metaobjects/create', 'carts/create'])
      expect(await postWebhook(world, topic, { payload: { id: 1 } })).toBe(200)
  })
})
