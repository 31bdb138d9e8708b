import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { createCharge } from '../../demo/billing/charges.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'free' })
})
afterAll(() => world.close())

const db = () => world.app.deps.access.acrossShops('the demo platform')
beforeEach(async () => {
  await db().subscription.deleteMany({ where: { shopId: world.shop.id } })
  await db().demoState.deleteMany({ where: { key: { startsWith: 'charge:' } } })
  const data = { plan: 'free', planInterval: 'monthly', billedAs: '', billingDueAt: null, billingReadAt: null }
  await db().shop.update({ where: { id: world.shop.id }, data })
  world.app.parts.shops.drop(world.shop.id)
})

const order = async (plan: string, query = '') => {
  const { statusCode, body } = await world.rest('GET', `/subscription/shopify/subscribe/${plan}?${query}`)
  const { confirmationUrl: url = '', code } = JSON.parse(body) as { confirmationUrl?: string; code?: string }
  return { status: statusCode, url, code }
}
/** Acts on the platform. Candor learns of it when the jobs run. */
const act = async (url: string, name: string) =>
  (await world.inject({ method: 'POST', url: `${new URL(url).pathname}/${name}` })).statusCode
async function pay(plan: string, query = ''): Promise<string> {
  const { url } = await order(plan, query)
  expect(await act(url, 'approve')).toBe(200)
  await world.runJobs()
  return url
}
const subscription = async () =>
  (JSON.parse((await world.rest('GET', '/subscription')).body) as { data: Record<string, unknown> }).data
const refresh = () => world.graphql('mutation { refreshSubscription { __typename } }')
const statusOnPlatform = async (url: string) => {
  const row = await db().demoState.findFirstOrThrow({ where: { key: { endsWith: `:${url.split('/').at(-1) ?? ''}` } } })
  const { startsAt, endsAt } = row.value as { startsAt: string | null; endsAt: string | null }
  return endsAt ? 'ended' : startsAt ? 'running' : 'waiting'
}

/** Orders that were withdrawn later, as many as a shop leaves in months. */
async function leaveOrders(count: number): Promise<void> {
  const now = world.app.deps.now()
  const charge = {
    shopDomain: world.shop.shopifyDomain,
    name: 'Candor Advanced, monthly',
    amount: '29.90',
    currency: 'USD',
    interval: 'EVERY_30_DAYS',
    discount: null,
    trialDays: 0,
    test: false,
    returnUrl: 'http://candor.test/subscription',
    atCycleEnd: false,
    createdAt: new Date(now.getTime() + 1_000).toISOString(),
  } as const
  const made = await Promise.all(Array.from({ length: count }, () => createCharge(db(), charge)))
  await db().subscription.createMany({
    data: made.map(({ id }) => ({
      shopId: world.shop.id,
      id: uuidv7(),
      platformId: `gid://shopify/AppSubscription/${id}`,
      plan: 'advanced',
      interval: 'monthly',
      status: 'cancelled',
      coupon: 'SAVE10',
      createdAt: new Date(now.getTime() + 1_000),
      endedAt: now,
    })),
  })
}

describe('behind many orders that were never approved', () => {
  test('a paid plan still ends, once', async () => {
    const url = await pay('pro')
    await leaveOrders(30)
    expect(await order('free', 'reason=tooExpensive')).toMatchObject({ status: 200 })
    expect([await statusOnPlatform(url), await subscription()]).toMatchObject([
      'ended',
      { plan: 'pro', renews: false, next: 'free' },
    ])
    expect(await order('free', 'reason=tooExpensive')).toMatchObject({ status: 200 })
    await world.advance({ days: 40 })
    expect(await subscription()).toMatchObject({ plan: 'free' })
  })

  test('the platform still freezes and gives back a plan', async () => {
    const url = await pay('pro')
    await leaveOrders(30)
    for (const [name, frozen] of [
      ['freeze', true],
      ['thaw', false],
    ] as const) {
      await act(url, name)
      await world.runJobs()
      expect(await subscription()).toMatchObject({ frozen })
    }
  })

  test('a plan of which the platform knows nothing any more ends', async () => {
    await pay('pro')
    await db().demoState.deleteMany({ where: { key: { startsWith: 'charge:' } } })
    await world.advance({ days: 40 })
    expect(await subscription()).toMatchObject({ plan: 'free' })
  })

  test('a subscription is found that Candor did not hear of', async () => {
    const { url } = await order('pro')
    await act(url, 'approve')
    await db().subscription.deleteMany({ where: { shopId: world.shop.id } })
    await leaveOrders(30)
    await refresh()
    expect(await subscription()).toMatchObject({ plan: 'pro', renews: true })
  })

  test('a paid plan is kept, with its trial and its coupon', async () => {
    const url = await pay('pro', 'coupon=SAVE30')
    await world.advance({ days: 5 })
    await leaveOrders(105)
    await refresh()
    expect(await subscription()).toMatchObject({ plan: 'pro', renews: true, coupon: 'SAVE30', trialDays: 2 })
    expect(await order('advanced', 'coupon=SAVE30')).toMatchObject({ status: 422 })
    await order('free', 'reason=other')
    expect([await statusOnPlatform(url), await subscription()]).toMatchObject(['ended', { plan: 'pro', next: 'free' }])
  })
})

test('a shop leaves at most twenty orders a day', async () => {
  for (let orders = 0; orders < 20; orders++) expect((await order(orders % 2 ? 'pro' : 'advanced')).status).toBe(200)
  expect(await order('pro', 'interval=annual')).toMatchObject({ status: 429, code: 'tooManyAttempts' })
  await world.advance({ days: 1 })
  expect(await order('pro', 'interval=annual')).toMatchObject({ status: 200 })
})

describe('an approval that Candor has not heard of', () => {
  test('counts for the next order, which does not cancel it', async () => {
    const { url } = await order('pro')
    await act(url, 'approve')
    const next = await order('advanced')
    await world.runJobs()
    expect([await statusOnPlatform(url), await subscription()]).toMatchObject([
      'running',
      { plan: 'pro', renews: true },
    ])
    expect(await act(next.url, 'approve')).toBe(200)
    await world.runJobs()
    expect([await statusOnPlatform(url), await subscription()]).toMatchObject(['ended', { plan: 'advanced' }])
  })

  test('while the next order is made, is not canceled by it', async () => {
    const { url } = await order('pro')
    const { billing } = world.app.deps.platform
    const { subscribe: works } = billing
    billing.subscribe = async (...asked) => {
      await act(url, 'approve')
      return works(...asked)
    }
    await order('advanced')
    billing.subscribe = works
    await world.runJobs()
    expect([await statusOnPlatform(url), await subscription()]).toMatchObject([
      'running',
      { plan: 'pro', renews: true },
    ])
  })

  test('ends with the choice of Free', async () => {
    const { url } = await order('pro')
    await act(url, 'approve')
    expect(await order('free')).toMatchObject({ status: 422 })
    expect(await order('free', 'reason=other')).toMatchObject({ status: 200 })
    expect([await statusOnPlatform(url), await subscription()]).toMatchObject(['ended', { plan: 'pro', next: 'free' }])
  })
})
