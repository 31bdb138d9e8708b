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

  test('log requests about personal data without the data, also for an uninstalled shop', async () => {
    const logInfo = jest.spyOn(world.app.deps.log, 'info')
    const payload = { shop_domain: 'gone.myshopify.com', customer: { id: 7, email: 'ann@buyer.test', phone: '555' } }
    expect(
      await postWebhook(world, 'customers/redact', {
        payload,
        shopDomain: 'gone.myshopify.com',
        webhookId: 'redact-1',
      }),
    ).toBe(200)
    const lines = logInfo.mock.calls.map(([line]) => line)
    logInfo.mockRestore()
    expect(lines).toEqual([{ shop: 'gone.myshopify.com', topic: 'customers/redact', webhookId: 'redact-1' }])
  })

  test('accept topics without a listener', async () => {
    for (const topic of ['shop/update', 'themes/publish'])
      expect(await postWebhook(world, topic, { payload: { id: 1 } })).toBe(200)
  })
})
