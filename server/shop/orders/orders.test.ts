import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { addProduct, orderPayload, postWebhook } from '../../testing/orders.ts'
import type { TestProduct } from '../../testing/orders.ts'
import { createWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { countKeptPieces, parseOrderLines } from './order-lines.ts'

let world: World
let product: TestProduct
let lastId = 9_000
beforeAll(async () => {
  world = await createWorld()
  product = await addProduct(world, 'Kettle')
})
afterAll(() => world.close())

const minutes = (count: number) => new Date(world.app.deps.now().getTime() + count * 60_000)

function newOrder() {
  lastId += 1
  const platformId = lastId
  const payload = (change: object = {}) => ({
    ...orderPayload(world, { platformId, number: platformId, products: [product, product] }),
    ...change,
  })
  const order = () =>
    world.ctx.db.order.findUnique({
      where: { shopId_platformId: { shopId: world.shop.id, platformId: String(platformId) } },
    })
  const items = async () =>
    world.ctx.db.queueItem.findMany({ where: { shopId: world.shop.id, orderId: (await order())?.id ?? '' } })
  const parcel = (at: Date, change: object = {}) => ({
    id: 1,
    order_id: platformId,
    status: 'success',
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
    ...change,
  })
  const refund = (lines: number[]) => ({
    id: 2,
    order_id: platformId,
    created_at: minutes(9).toISOString(),
    refund_line_items: lines.map((line) => ({ line_item_id: platformId * 10 + line, quantity: 1 })),
  })
  return { platformId, payload, order, items, parcel, refund }
}

describe('orders from webhooks', () => {
  test('have one effect when delivered repeatedly', async () => {
    const { payload, items } = newOrder()
    const event = { payload: payload(), webhookId: 'twice' }
    expect(await Promise.all([1, 2, 3].map(() => postWebhook(world, 'orders/create', event)))).toEqual([200, 200, 200])
    await postWebhook(world, 'orders/updated', { payload: payload(), triggeredAt: minutes(1) })
    expect(await items()).toHaveLength(1)
  })

  test('have no effect when forged', async () => {
    const { payload, order } = newOrder()
    expect(await postWebhook(world, 'orders/create', { payload: payload(), secret: 'guess' })).toBe(401)
    expect(await order()).toBeNull()
  })

  test('keep a fulfillment that arrives before its order', async () => {
    const { payload, order, items, parcel } = newOrder()
    await postWebhook(world, 'fulfillments/create', { payload: parcel(minutes(5)), triggeredAt: minutes(5) })
    expect(await items()).toHaveLength(0)
    await postWebhook(world, 'orders/create', { payload: payload(), triggeredAt: minutes(0) })
    expect(await order()).toMatchObject({ email: expect.stringContaining('@'), fulfilledAt: minutes(5) })
    expect(await items()).toMatchObject([{ status: 'waiting' }])
  })

  test('never replace newer data by older data', async () => {
    const { payload, order } = newOrder()
    await postWebhook(world, 'orders/create', {
      payload: payload({ email: 'new@example.com' }),
      triggeredAt: minutes(10),
    })
    await postWebhook(world, 'orders/updated', {
      payload: payload({ email: 'old@example.com' }),
      triggeredAt: minutes(3),
    })
    expect(await order()).toMatchObject({ email: 'new@example.com', changedAt: minutes(10) })
    await postWebhook(world, 'orders/cancelled', {
      payload: payload({ cancelled_at: minutes(2).toISOString() }),
      triggeredAt: minutes(2),
    })
    expect(await order()).toMatchObject({ email: 'new@example.com', cancelledAt: minutes(2) })
  })

  test('return a request to waiting when all fulfillments are cancelled', async () => {
    const { payload, order, items, parcel } = newOrder()
    await postWebhook(world, 'orders/create', { payload: payload() })
    await postWebhook(world, 'fulfillments/create', { payload: parcel(minutes(1)), triggeredAt: minutes(1) })
    expect(await items()).toMatchObject([{ status: 'waiting' }])
    await postWebhook(world, 'orders/updated', {
      payload: payload({ fulfillments: [parcel(minutes(1), { status: 'cancelled' })] }),
      triggeredAt: minutes(2),
    })
    expect(await order()).toMatchObject({ fulfilledAt: null })
    expect(await items()).toMatchObject([{ status: 'waitingCondition', scheduledAt: null }])
  })

  test('subtract partial refunds from any topic, in any sequence', async () => {
    const { payload, order, refund, items } = newOrder()
    await postWebhook(world, 'refunds/create', { payload: refund([0]), triggeredAt: minutes(9) })
    await postWebhook(world, 'orders/create', { payload: payload(), triggeredAt: minutes(0) })
    expect(parseOrderLines((await order())?.lineItems).map(countKeptPieces)).toEqual([0, 1])
    const lines = payload().line_items.map((line, index) => ({ ...line, current_quantity: index === 0 ? 0 : 1 }))
    await postWebhook(world, 'orders/updated', { payload: payload({ line_items: lines }), triggeredAt: minutes(10) })
    expect(parseOrderLines((await order())?.lineItems).map(countKeptPieces)).toEqual([0, 1])
    await postWebhook(world, 'refunds/create', { payload: refund([1]), triggeredAt: minutes(11) })
    expect(await order()).toMatchObject({ refundedAt: minutes(11) })
    expect(await items()).toMatchObject([{ status: 'cancelled', skipReason: 'orderRefunded' }])
  })

  const payments = (amount: string, change: object = {}) => ({
    refund_line_items: [],
    transactions: [{ kind: 'refund', status: 'success', amount, ...change }],
  })
  const skipped = (skipReason: string) => [{ status: 'cancelled', skipReason }]
  const parcelled = { fulfillment_status: 'fulfilled', total_price: '50.00' }

  test('are not asked once refunds by amount reach the price, in any sequence', async () => {
    const { payload, refund, items } = newOrder()
    const half = { ...refund([]), ...payments('25.00') }
    await postWebhook(world, 'refunds/create', { payload: half, triggeredAt: minutes(3) })
    await postWebhook(world, 'orders/create', {
      payload: payload({ ...parcelled, refunds: [half] }),
      triggeredAt: minutes(1),
    })
    await postWebhook(world, 'refunds/create', {
      payload: { ...half, id: 3, ...payments('25.00', { status: 'failure' }) },
    })
    expect(await items()).toMatchObject([{ status: 'waiting' }])
    await postWebhook(world, 'refunds/create', { payload: { ...half, id: 4 }, triggeredAt: minutes(9) })
    expect(await items()).toMatchObject(skipped('orderRefunded'))
  })

  test('are not asked when only the shipping fee was kept', async () => {
    const { payload, refund, items } = newOrder()
    const fee = { total_shipping_price_set: { shop_money: { amount: '5.00' } } }
    await postWebhook(world, 'orders/create', { payload: payload({ ...parcelled, ...fee }) })
    await postWebhook(world, 'refunds/create', { payload: { ...refund([]), ...payments('45.00') } })
    expect(await items()).toMatchObject(skipped('orderRefunded'))
  })

  test.each<[string, string, object]>([
    ['refunded', 'orderRefunded', { financial_status: 'refunded' }],
    ['paid back', 'orderRefunded', { current_total_price: '0.00' }],
    ['voided', 'orderCancelled', { financial_status: 'voided' }],
    ['a test', 'testOrder', { test: true }],
    ['of a marketplace', 'relayAddress', { email: 'k3f9@marketplace.amazon.de', customer: null }],
  ])('are not asked when first heard of as %s', async (_state, reason, change) => {
    const { payload, items } = newOrder()
    await postWebhook(world, 'orders/create', { payload: payload({ ...parcelled, ...change }) })
    expect(await items()).toMatchObject(skipped(reason))
  })

  test.each([
    ['partially_refunded', { financial_status: 'partially_refunded', current_total_price: '40.00' }],
    ['free', { total_price: '0.00', current_total_price: '0.00' }],
  ])('are asked when %s', async (_state, change) => {
    const { payload, items } = newOrder()
    await postWebhook(world, 'orders/create', { payload: payload({ ...parcelled, ...change }) })
    expect(await items()).toMatchObject([{ status: 'waiting' }])
  })

  test('are not asked after their deletion, even if it arrives first', async () => {
    const [known, unknown] = [newOrder(), newOrder()]
    await postWebhook(world, 'orders/create', { payload: known.payload(parcelled) })
    for (const { platformId } of [known, unknown])
      await postWebhook(world, 'orders/delete', { payload: { id: platformId } })
    await postWebhook(world, 'orders/create', { payload: unknown.payload(parcelled), triggeredAt: minutes(-5) })
    for (const { items } of [known, unknown]) expect(await items()).toMatchObject(skipped('orderCancelled'))
  })

  test('wait while the carrier cannot deliver any parcel', async () => {
    const { platformId, payload, items, order, parcel } = newOrder()
    const failed = parcel(minutes(1), { shipment_status: 'failure' })
    const report = (status: string, at: Date) =>
      postWebhook(world, 'fulfillment_events/create', {
        payload: { order_id: platformId, fulfillment_id: 1, status, happened_at: at.toISOString() },
        triggeredAt: at,
      })
    await postWebhook(world, 'orders/create', { payload: payload({ ...parcelled, fulfillments: [failed] }) })
    expect(await items()).toMatchObject([{ status: 'waitingCondition' }])
    await report('in_transit', minutes(2))
    expect(await items()).toMatchObject([{ status: 'waiting' }])
    await report('failure', minutes(3))
    expect(await items()).toMatchObject([{ status: 'waitingCondition', scheduledAt: null }])
    await report('delivered', minutes(4))
    expect(await order()).toMatchObject({ deliveredAt: minutes(4) })
    expect(await items()).toMatchObject([{ status: 'waiting' }])
  })

  test('accept a signed invalid payload without effect', async () => {
    for (const payload of [{}, { id: null }, { id: 1, line_items: 'x', created_at: 5 }, { order_id: {} }])
      for (const topic of ['orders/create', 'refunds/create', 'fulfillments/create', 'fulfillment_events/create'])
        expect([topic, await postWebhook(world, topic, { payload })]).toEqual([topic, 200])
  })

  test.each<[string, object]>([
    ['a number past 32 bits', { order_number: 2 ** 31, name: '' }],
    ['a fraction for a number', { order_number: 1.5 }],
    [
      'NUL',
      {
        name: '#1\0',
        customer_locale: 'e\0n',
        shipping_address: { country_code: 'G\0B' },
        customer: { id: '9\0', first_name: 'A\0da', last_name: '\0' },
        line_items: [{ id: '1\0', product_id: '2\0', title: 'Mug\0', variant_title: '\0', quantity: 1 }],
      },
    ],
    [
      'half a surrogate pair',
      {
        name: '\uD800',
        customer_locale: '\uDC00',
        customer: { id: '\uD800', first_name: '\uD800', last_name: 'x' },
        line_items: [{ id: 1, title: '\uDFFF', variant_title: '\uD83D', quantity: 1 }],
      },
    ],
    ['the year 0', { created_at: '0000-01-01T00:00:00Z' }],
    ['a year before our era', { updated_at: '-000400-01-01T00:00:00Z' }],
    ['the last year of all', { cancelled_at: '+275760-09-13T00:00:00Z' }],
    ['pieces past counting', { line_items: [{ id: 1, title: 'Mug', quantity: 1e308, current_quantity: -1e308 }] }],
    [
      'a very long name',
      {
        name: 'n'.repeat(9_000),
        customer: {
          id: 3,
          first_name: Array.from({ length: 9_000 }, (_, at) =>
            String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
          ).join(''),
          last_name: 'x',
        },
      },
    ],
    ['a novel for an id', { customer: { id: Array.from({ length: 900 }, (_, at) => String(at * 7919)).join('') } }],
  ])('accept a signed payload with %s', async (_case, change) => {
    const { payload } = newOrder()
    for (const topic of ['orders/create', 'orders/updated', 'orders/cancelled'])
      expect([topic, await postWebhook(world, topic, { payload: payload(change) })]).toEqual([topic, 200])
  })

  test('accept invalid ids, times and quantities of fulfillments and refunds', async () => {
    const { parcel, refund, platformId } = newOrder()
    for (const bad of ['0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z']) {
      expect(
        await postWebhook(world, 'fulfillments/create', {
          payload: parcel(minutes(1), { created_at: bad, updated_at: bad }),
        }),
      ).toBe(200)
      expect(
        await postWebhook(world, 'fulfillment_events/create', {
          payload: { order_id: platformId, status: 'delivered', happened_at: bad },
        }),
      ).toBe(200)
      expect(
        await postWebhook(world, 'fulfillments/create', { payload: parcel(minutes(1)), triggeredAt: new Date(bad) }),
      ).toBe(200)
    }
    expect(await postWebhook(world, 'fulfillments/create', { payload: parcel(minutes(1), { order_id: '\0' }) })).toBe(
      200,
    )
    expect(
      await postWebhook(world, 'refunds/create', {
        payload: { ...refund([]), refund_line_items: [{ line_item_id: '\0x', quantity: 1e308 }] },
      }),
    ).toBe(200)
  })

  test('keep the valid parts of an odd order', async () => {
    const { payload, order } = newOrder()
    await postWebhook(world, 'orders/create', {
      payload: payload({
        order_number: 2 ** 31,
        name: '#7\0',
        customer: { id: '91\0', first_name: ' A\0d\u202ea\n', last_name: 'B\uD800' },
      }),
    })
    expect(await order()).toMatchObject({ number: 0, name: '#7', customerName: 'Ada B\uFFFD' })
  })

  test('create each customer once and keep known details', async () => {
    const first = newOrder()
    await postWebhook(world, 'orders/create', {
      payload: first.payload({
        email: 'Grace@Example.com',
        customer: { id: 77, email: 'grace@example.com', first_name: 'Grace', last_name: 'Hopper' },
      }),
    })
    const second = newOrder()
    await postWebhook(world, 'orders/create', {
      payload: second.payload({
        email: 'grace@example.com',
        customer: { id: 77, email: 'grace@example.com', first_name: '', last_name: '' },
      }),
    })
    const customers = await world.ctx.db.customer.findMany({
      where: { shopId: world.shop.id, email: 'grace@example.com' },
    })
    expect(customers).toMatchObject([{ platformId: '77', displayName: 'Grace Hopper' }])
  })

  test('skip an order without an email address, until it has one', async () => {
    const { payload, items } = newOrder()
    await postWebhook(world, 'orders/create', { payload: payload({ email: '', customer: null }) })
    expect(await items()).toMatchObject([{ status: 'cancelled', skipReason: 'noCustomerEmail' }])
    await postWebhook(world, 'orders/updated', {
      payload: payload({ email: 'late@example.com' }),
      triggeredAt: minutes(1),
    })
    expect(await items()).toMatchObject([
      { status: 'waitingCondition', skipReason: null, customerEmail: 'late@example.com' },
    ])
  })

  test('request no review for a change of an old order', async () => {
    const { payload, items } = newOrder()
    await postWebhook(world, 'orders/updated', { payload: payload({ created_at: '2024-01-01T00:00:00Z' }) })
    expect(await items()).toHaveLength(0)
  })
})
