import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { addProduct, orderPayload, postWebhook, type TestProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let lamp: TestProduct
let rug: TestProduct
let number = 50_000

beforeAll(async () => {
  world = await createWorld()
  lamp = await addProduct(world, 'Lamp')
  rug = await addProduct(world, 'Rug')
})
afterAll(() => world.close())

const plain = {
  coolDownDays: 0,
  sendHour: null,
  splitByFulfillmentDay: false,
  partlyFulfilled: 'ask',
  requireMarketingConsent: false,
  excludedCustomerTags: [],
  excludedProductTags: [],
  excludedCountries: [],
  quietHours: { enabled: false },
}
const rules = async (patch: object) => {
  const answer = await world.rest('PUT', '/settings/requestRules', { body: { ...plain, ...patch } })
  expect(answer.json()).toMatchObject({ success: true })
}
const itemsOf = (email: string) =>
  world.ctx.db.queueItem.findMany({
    where: { shopId: world.shop.id, customerEmail: email },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** Posts the webhook of an order with fulfillments of its lines. */
async function order(
  email: string,
  more: {
    customer?: object
    country?: string
    products?: TestProduct[]
    parcels?: [line: number, daysAgo: number][]
  } = {},
) {
  number += 1
  const products = more.products ?? [lamp]
  const payload = orderPayload(world, {
    email,
    ...(more.country && { country: more.country }),
    products,
    platformId: 9_000_000 + number,
    number,
  })
  const now = world.app.deps.now()
  const fulfillments = (more.parcels ?? products.map((_, line) => [line, 0] as [number, number])).map(
    ([line, daysAgo], index) => ({
      id: payload.id * 100 + index,
      status: 'success',
      created_at: new Date(now.getTime() - daysAgo * 86_400_000).toISOString(),
      updated_at: now.toISOString(),
      shipment_status: null,
      line_items: [{ id: payload.line_items[line]?.id, quantity: 1 }],
    }),
  )
  const status = await postWebhook(world, 'orders/create', {
    payload: { ...payload, customer: { ...payload.customer, ...more.customer }, fulfillments },
  })
  expect(status).toBe(200)
}

test('the cool-down separates the emails about two orders of one customer', async () => {
  await rules({ coolDownDays: 7 })
  await order('twice@example.com')
  await world.advance({ days: 2 })
  await order('twice@example.com')
  await world.advance({ days: 5 })
  expect((await itemsOf('twice@example.com')).map(({ status }) => status)).toEqual(['success', 'waiting'])
  await world.advance({ days: 2 })
  const [first, second] = await itemsOf('twice@example.com')
  expect(second).toMatchObject({
    status: 'waiting',
    moveReason: 'movedByCoolDown',
    reasonValue: '7',
    scheduledAt: new Date((first?.sentAt?.getTime() ?? 0) + 7 * 86_400_000),
  })
  await world.advance({ days: 5 })
  expect((await itemsOf('twice@example.com')).map(({ status }) => status)).toEqual(['success', 'success'])
})

test('the cool-down delays one of two requests that are due together', async () => {
  await rules({ coolDownDays: 7 })
  await order('both@example.com')
  await order('both@example.com')
  await world.advance({ days: 7 })
  expect((await itemsOf('both@example.com')).map(({ status }) => status).sort()).toEqual(['success', 'waiting'])
})

test('an email due in the quiet hours is sent when they end', async () => {
  await rules({})
  await order('quiet@example.com')
  const [item] = await itemsOf('quiet@example.com')
  const hour = item?.scheduledAt?.getUTCHours() ?? 0
  await rules({ quietHours: { enabled: true, from: hour, to: (hour + 3) % 24 } })
  await world.advance({ days: 7 })
  const [moved] = await itemsOf('quiet@example.com')
  expect(moved).toMatchObject({ status: 'waiting', moveReason: 'movedByQuietHours' })
  await world.advance({ hours: 3 })
  expect((await itemsOf('quiet@example.com'))[0]).toMatchObject({ status: 'success', moveReason: null })
})

test('a delay in days ends at the chosen hour of the day', async () => {
  await rules({ sendHour: 10 })
  await order('morning@example.com')
  const [item] = await itemsOf('morning@example.com')
  const exact = new Date(world.app.deps.now().getTime() + 7 * 86_400_000)
  expect(item?.scheduledAt?.getUTCHours()).toBe(10)
  expect((item?.scheduledAt?.getTime() ?? 0) - exact.getTime()).toBeLessThan(86_400_000)
  expect(item?.scheduledAt?.getTime()).toBeGreaterThanOrEqual(exact.getTime())
})

describe('an excluded order', () => {
  test.each([
    {
      email: 'tag@example.com',
      rule: { excludedCustomerTags: ['Wholesale'] },
      more: { customer: { tags: 'vip, wholesale' } },
      skipReason: 'customerTagExcluded',
      reasonValue: 'Wholesale',
    },
    {
      email: 'country@example.com',
      rule: { excludedCountries: ['DE'] },
      more: { country: 'DE' },
      skipReason: 'countryExcluded',
      reasonValue: 'DE',
    },
    {
      email: 'consent@example.com',
      rule: { requireMarketingConsent: true },
      more: { customer: { email_marketing_consent: { state: 'not_subscribed' } } },
      skipReason: 'noMarketingConsent',
      reasonValue: null,
    },
  ])('is skipped with the reason $skipReason', async ({ email, rule, more, skipReason, reasonValue }) => {
    await rules(rule)
    await order(email, more)
    await world.advance({ days: 7 })
    expect((await itemsOf(email))[0]).toMatchObject({ status: 'cancelled', skipReason, reasonValue })
  })

  test('is not one whose customer agreed to marketing and lost the excluded tag', async () => {
    await rules({ requireMarketingConsent: true, excludedCustomerTags: ['wholesale'] })
    await order('agreed@example.com', {
      customer: { tags: ['wholesale'], email_marketing_consent: { state: 'subscribed' } },
    })
    const customer = await world.ctx.db.customer.findFirstOrThrow({
      where: { shopId: world.shop.id, email: 'agreed@example.com' },
    })
    expect(
      await postWebhook(world, 'customer.tags_removed', {
        payload: {
          customerId: `gid://shopify/Customer/${customer.platformId}`,
          tags: ['wholesale'],
          occurredAt: new Date().toISOString(),
        },
      }),
    ).toBe(200)
    await world.advance({ days: 7 })
    expect((await itemsOf('agreed@example.com'))[0]).toMatchObject({ status: 'success' })
  })

  test('contains only products with an excluded tag; other requests leave these products out', async () => {
    await world.ctx.db.product.updateMany({
      where: { shopId: world.shop.id, id: rug.id },
      data: { tags: ['no-review'] },
    })
    await rules({ excludedProductTags: ['No-Review'] })
    await order('mixed@example.com', { products: [lamp, rug] })
    await order('only@example.com', { products: [rug] })
    await world.advance({ days: 7 })
    expect((await itemsOf('only@example.com'))[0]).toMatchObject({
      status: 'cancelled',
      skipReason: 'productTagExcluded',
      reasonValue: 'No-Review',
    })
    const mail = (await world.mailbox()).find(({ to }) => to.includes('mixed@example.com'))
    expect([mail?.html.includes('Lamp'), mail?.html.includes('Rug')]).toEqual([true, false])
    await world.ctx.db.product.updateMany({ where: { shopId: world.shop.id, id: rug.id }, data: { tags: [] } })
  })
})

describe('a partly fulfilled order', () => {
  test('gets a request for the shipped products', async () => {
    await rules({})
    await order('part@example.com', { products: [lamp, rug], parcels: [[0, 0]] })
    await world.advance({ days: 7 })
    const mail = (await world.mailbox()).find(({ to }) => to.includes('part@example.com'))
    expect([mail?.html.includes('Lamp'), mail?.html.includes('Rug')]).toEqual([true, false])
  })

  test('waits until everything has shipped if the merchant chose so', async () => {
    await rules({ partlyFulfilled: 'wait' })
    await order('waits@example.com', { products: [lamp, rug], parcels: [[0, 0]] })
    expect((await itemsOf('waits@example.com'))[0]).toMatchObject({ status: 'waitingCondition' })
    await rules({})
    await world.runJobs()
    expect((await itemsOf('waits@example.com'))[0]).toMatchObject({ status: 'waiting' })
  })

  test('gets one email for each day of fulfillment if the merchant splits requests', async () => {
    await rules({ splitByFulfillmentDay: true })
    await order('split@example.com', {
      products: [lamp, rug],
      parcels: [
        [0, 2],
        [1, 0],
      ],
    })
    const items = await itemsOf('split@example.com')
    expect(items.map(({ parcel }) => parcel)).toEqual(['', world.app.deps.now().toISOString().slice(0, 10)])
    await world.advance({ days: 7 })
    const mails = (await world.mailbox()).filter(({ to }) => to.includes('split@example.com'))
    const products = mails.map(({ html }) => ['Lamp', 'Rug'].filter((title) => html.includes(title)).join(' and '))
    expect(products.sort()).toEqual(['Lamp', 'Rug'])
  })
})

test('a restored request gets its old schedule back', async () => {
  await rules({})
  await order('back@example.com')
  const [item] = await itemsOf('back@example.com')
  await world.rest('POST', '/email-update-status', { body: { ids: [item?.id], status: 'cancelled' } })
  expect((await itemsOf('back@example.com'))[0]).toMatchObject({ status: 'cancelled' })
  expect((await world.rest('POST', '/email-queue/bulk-restore', { body: { ids: [item?.id] } })).json()).toMatchObject({
    success: true,
    data: { count: 1 },
  })
  expect((await itemsOf('back@example.com'))[0]).toMatchObject({ status: 'waiting', scheduledAt: item?.scheduledAt })
})

test('contradictory rules are refused', async () => {
  const answer = await world.rest('PUT', '/settings/requestRules', {
    body: { quietHours: { enabled: true, from: 8, to: 8 }, coolDownDays: 400 },
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ success: false })
})
