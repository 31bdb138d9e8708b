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

describe('each event of the platform has one effect', () => {
  test('an uninstall that is delivered again does not switch off the shop that came back', async () => {
    const event = { payload: { id: 1 }, webhookId: 'uninstalled-once' }
    expect(await postWebhook(world, 'app/uninstalled', event)).toBe(200)
    expect(await shopNow()).toMatchObject({ appStatus: false, uninstalledAt: world.app.deps.now() })
    await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { appStatus: true, uninstalledAt: null } })
    expect(await postWebhook(world, 'app/uninstalled', event)).toBe(200)
    expect(await shopNow()).toMatchObject({ appStatus: true, uninstalledAt: null })
    expect(await receipts('uninstalled-once')).toMatchObject([{ topic: 'app/uninstalled' }])
  })

  test('neither does one from before the shop was here', async () => {
    const { createdAt } = await shopNow()
    expect(
      await postWebhook(world, 'app/uninstalled', {
        payload: { id: 1 },
        triggeredAt: new Date(createdAt.getTime() - 60_000),
      }),
    ).toBe(200)
    expect(await shopNow()).toMatchObject({ appStatus: true, uninstalledAt: null })
  })

  test('a deletion that is delivered again does not delete the product that came back', async () => {
    const product = await addProduct(world, 'Clock')
    const row = { where: { shopId_id: { shopId: world.shop.id, id: product.id } } }
    const event = { payload: { id: Number(product.platformId) }, webhookId: 'deleted-once' }
    await postWebhook(world, 'products/delete', event)
    expect((await world.ctx.db.product.findUniqueOrThrow(row)).deletedAt).not.toBeNull()
    await world.ctx.db.product.update({ ...row, data: { deletedAt: null } })
    await postWebhook(world, 'products/delete', event)
    expect((await world.ctx.db.product.findUniqueOrThrow(row)).deletedAt).toBeNull()
  })

  test('products, whatever they say, are answered and noted', async () => {
    for (const [at, payload] of [{ id: 1 }, { id: 'x' }, {}].entries()) {
      expect(await postWebhook(world, 'products/update', { payload, webhookId: `product-${at}` })).toBe(200)
      expect(await receipts(`product-${at}`)).toHaveLength(1)
    }
  })

  test('an impossible time of the header does not make an order newer than all that follows', async () => {
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

  test('a body that one shop has taken is refused under the name of another', async () => {
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
  ])('%s that names its shop is refused under the name of another', async (_what, topic, named) => {
    const payload = { ...orderPayload(world, { platformId: 5_252, number: 5_252, products: [] }), ...named }
    expect(await postWebhook(world, topic, { payload, shopDomain: world.otherShop.shopifyDomain })).toBe(401)
  })

  test('requests about personal data are logged without it, also for a shop that is gone', async () => {
    const told = jest.spyOn(world.app.deps.log, 'info')
    const payload = { shop_domain: 'gone.myshopify.com', customer: { id: 7, email: 'ann@buyer.test', phone: '555' } }
    expect(
      await postWebhook(world, 'customers/redact', {
        payload,
        shopDomain: 'gone.myshopify.com',
        webhookId: 'redact-1',
      }),
    ).toBe(200)
    const lines = told.mock.calls.map(([line]) => line)
    told.mockRestore()
    expect(lines).toEqual([{ shop: 'gone.myshopify.com', topic: 'customers/redact', webhookId: 'redact-1' }])
  })

  test('topics without a listener are answered', async () => {
    for (const topic of ['shop/update', 'themes/publish'])
      expect(await postWebhook(world, topic, { payload: { id: 1 } })).toBe(200)
  })
})
