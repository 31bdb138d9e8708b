import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { PLAN_IDS } from '../../../rules/plans.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { UpstreamFailed } from '../../core/errors.ts'
import { createCharge } from '../../demo/billing/charges.ts'
import { followOperatorPlan, syncSubscriptions } from './sync.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'free' })
})
afterAll(() => world.close())

const db = () => world.app.deps.access.acrossShops('the demo platform')
beforeEach(async () => {
  await db().subscription.deleteMany({ where: { shopId: world.shop.id } })
  await db().demoState.deleteMany({ where: { key: { startsWith: 'charge:' } } })
  await setShop({ plan: 'free', planInterval: 'monthly', billedAs: '', billingDueAt: null, billingReadAt: null })
})

async function setShop(data: object): Promise<void> {
  await db().shop.update({ where: { id: world.shop.id }, data })
  world.app.parts.shops.drop(world.shop.id)
}

interface Answered {
  status: number
  body: Record<string, unknown> & { confirmationUrl: string; error?: string }
}
async function subscribe(plan: string, query = ''): Promise<Answered> {
  const { statusCode, body } = await world.rest('GET', `/subscription/shopify/subscribe/${plan}?${query}`)
  return { status: statusCode, body: JSON.parse(body) as Answered['body'] }
}
const act = async (url: string, name: string): Promise<number> => {
  const { statusCode } = await world.inject({ method: 'POST', url: `${new URL(url).pathname}/${name}` })
  await world.runJobs()
  return statusCode
}
/** Subscribes and approves on the platform. */
async function pay(plan: string, query = ''): Promise<string> {
  const { body } = await subscribe(plan, query)
  expect(await act(body.confirmationUrl, 'approve')).toBe(200)
  return body.confirmationUrl
}
const subscription = async () =>
  (JSON.parse((await world.rest('GET', '/subscription')).body) as { data: Record<string, unknown> }).data
const plan = async () => (await subscription())['plan']
const attempt = async () => (await subscription())['attempt']
const isSetUp = async () => (await db().shop.findUniqueOrThrow({ where: { id: world.shop.id } })).setupDone
const charges = async () =>
  (await db().demoState.findMany({ where: { key: { startsWith: 'charge:' } } })).map(
    ({ value }) => value as Record<string, unknown>,
  )

describe('subscribing', () => {
  test('leads to the platform, and the approval gives the plan once', async () => {
    const { status, body } = await subscribe('pro', 'interval=annual')
    expect({ status, body }).toEqual({ status: 200, body: { confirmationUrl: expect.any(String), isRedirect: true } })
    expect(await plan()).toBe('free')
    expect(await charges()).toMatchObject([
      { name: 'Candor Pro, annual', amount: '202.80', interval: 'ANNUAL', trialDays: 7, test: false },
    ])
    expect(await act(body.confirmationUrl, 'approve')).toBe(200)
    expect(await act(body.confirmationUrl, 'approve')).toBe(409)
    expect(await subscription()).toMatchObject({ plan: 'pro', interval: 'annual', state: 'trial', renews: true })
    expect(await subscribe('pro', 'interval=annual')).toMatchObject({ status: 409 })
  })

  test('in two tabs leads both to the same confirmation', async () => {
    const [one, other] = [await subscribe('pro'), await subscribe('pro')]
    expect(other.body.confirmationUrl).toBe(one.body.confirmationUrl)
    expect(await charges()).toHaveLength(1)
  })

  test('to another plan withdraws the unused confirmation', async () => {
    const first = await subscribe('pro')
    await pay('advanced')
    expect(await act(first.body.confirmationUrl, 'approve')).toBe(409)
    expect(await plan()).toBe('advanced')
  })

  test('changes nothing when it is declined, or not approved within two days', async () => {
    const declined = await subscribe('pro')
    expect(await attempt()).toMatchObject({
      plan: 'pro',
      status: 'pending',
      confirmationUrl: declined.body.confirmationUrl,
    })
    await act(declined.body.confirmationUrl, 'decline')
    expect(await attempt()).toMatchObject({ plan: 'pro', status: 'declined', confirmationUrl: null })
    const left = await subscribe('pro')
    await world.advance({ days: 2, hours: 1 })
    expect(await act(left.body.confirmationUrl, 'approve')).toBe(409)
    expect(await attempt()).toMatchObject({ status: 'expired' })
    expect(await plan()).toBe('free')
    expect((await db().subscription.findMany()).map(({ status }) => status).sort()).toEqual(['declined', 'expired'])
  })

  test.each([
    ['gold', '', 422, 'Value invalid'],
    ['pro', 'interval=weekly', 422, 'Value invalid'],
    ['pro', 'coupon=SAVE99', 422, 'Invalid coupon code'],
    ['pro_2', '', 422, 'Value invalid'],
    ['enterprise', '', 409, 'The Enterprise plan is for Plus stores only'],
  ])('refuses %s %s', async (...[id, query, status, error]) => {
    expect(await subscribe(id, query)).toMatchObject({ status, body: { error } })
  })

  test('offers the cheaper Pro price until it was used', async () => {
    await setShop({ flags: { isGrowHacking6: true } })
    await pay('pro_2')
    expect(await plan()).toBe('pro_2')
    await subscribe('free', 'reason=other')
    await world.advance({ days: 40 })
    expect(await subscribe('pro_2')).toMatchObject({ status: 422 })
    await setShop({ flags: {} })
  })

  test('bills admitted development stores as a test, and Enterprise on Plus stores', async () => {
    await setShop({ shopifyPlan: 'partner_test', flags: { devStoreAccess: true } })
    await subscribe('pro')
    await setShop({ shopifyPlan: 'plus', flags: {} })
    await subscribe('enterprise')
    expect((await charges()).map(({ test: isTest, trialDays }) => [isTest, trialDays])).toEqual(
      expect.arrayContaining([
        [true, 7],
        [false, 60],
      ]),
    )
    await setShop({ shopifyPlan: 'basic' })
  })

  test.each(['partner_test', 'affiliate', 'staff', 'trial'])('refuses %s stores, which never pay', async (store) => {
    await setShop({ shopifyPlan: store })
    expect(await subscribe('pro')).toMatchObject({ status: 409, body: { code: 'shopNeverPays' } })
    expect(await charges()).toEqual([])
    await setShop({ shopifyPlan: 'basic' })
  })

  test('offers the price of pro_24 where the operator allows it', async () => {
    expect(await subscribe('pro_24')).toMatchObject({ status: 422 })
    await setShop({ flags: { offersPro24: true } })
    await pay('pro_24')
    expect((await charges()).map(({ amount }) => amount)).toEqual(['12.90'])
    await setShop({ flags: {} })
  })

  test('at once in two tabs leaves one confirmation that works', async () => {
    const asked = await Promise.all([subscribe('pro'), subscribe('advanced')])
    const statuses = [
      await act(asked[0].body.confirmationUrl, 'approve'),
      await act(asked[1].body.confirmationUrl, 'approve'),
    ]
    expect(statuses.sort()).toEqual([200, 409])
  })

  test('ends the onboarding with the approval', async () => {
    await setShop({ setupDone: false })
    const { body } = await subscribe('pro', 'onboarding=true')
    expect(await isSetUp()).toBe(false)
    await act(body.confirmationUrl, 'approve')
    expect(await isSetUp()).toBe(true)
    await setShop({ setupDone: false, plan: 'free' })
  })

  test('to Free ends the onboarding at once', async () => {
    await setShop({ setupDone: false })
    const { status } = await subscribe('free', 'onboarding=true')
    expect([status, await isSetUp()]).toEqual([200, true])
  })
})

describe('coupons', () => {
  const startDowngrade = async (input: object) =>
    JSON.stringify(
      await world.graphql('mutation ($input: SubscribeInput!) { startDowngrade(input: $input) { __typename } }', {
        input,
      }),
    ).match(/"__typename":"(\w+)"/)?.[1]
  const percentOf = async (code: string) =>
    (
      await world.graphql(
        'query ($code: String!) { viewer { shop { subscription { couponPercent(code: $code) } } } }',
        {
          code,
        },
      )
    ).data

  test.each([
    [' save10 ', 10],
    ['SAVE99', null],
    ['STAY50', null],
    ['toString', null],
    ['', null],
  ])('%p are checked before a plan is chosen', async (...[code, percent]) => {
    expect(await percentOf(code)).toEqual({ viewer: { shop: { subscription: { couponPercent: percent } } } })
  })

  test('reduce the price of the first three months, once for each shop', async () => {
    await pay('pro', 'coupon=save20')
    expect((await charges()).map(({ discount }) => discount)).toEqual([{ percentage: 0.2, intervals: 3 }])
    expect(await subscribe('advanced', 'coupon=SAVE20')).toMatchObject({ status: 422 })
    expect(JSON.stringify(await percentOf('SAVE20'))).toContain('null')
    const charged = async () => (await subscription())['nextChargeUsd']
    expect(await charged()).toBe(15.92)
    await world.advance({ days: 7 + 30 + 1 })
    expect(await charged()).toBe(15.92)
    await world.advance({ days: 30 })
    expect(await charged()).toBe(19.9)
  })

  test('reduce no special price', async () => {
    await setShop({ flags: { isGrowHacking6: true } })
    expect(await subscribe('pro_2', 'coupon=SAVE30')).toMatchObject({
      status: 422,
      body: { error: 'Invalid coupon code' },
    })
    await pay('pro_2')
    await startDowngrade({ plan: 'free', reason: 'tooExpensive' })
    expect(await subscribe('pro_2', 'coupon=STAY50')).toMatchObject({ status: 422 })
    await setShop({ flags: {} })
  })

  test('keep a merchant who is about to leave, at half the price for two months', async () => {
    expect(await subscribe('pro', 'coupon=STAY50')).toMatchObject({ status: 422 })
    await pay('pro')
    expect(await subscribe('pro', 'coupon=STAY50')).toMatchObject({ status: 422 })
    expect(await startDowngrade({ plan: 'pro', reason: 'other' })).toBe('InvalidInputError')
    expect(await startDowngrade({ plan: 'free' })).toBe('InvalidInputError')
    expect(await startDowngrade({ plan: 'free', reason: 'tooExpensive' })).toBe('StartDowngradeSuccess')
    await world.advance({ days: 1 })
    expect(await subscribe('pro', 'coupon=STAY50')).toMatchObject({ status: 422 })
    await startDowngrade({ plan: 'free', reason: 'tooExpensive' })
    expect(await subscribe('pro', 'coupon=STAY50&interval=annual')).toMatchObject({ status: 422 })
    await pay('pro', 'coupon=STAY50')
    expect(await subscription()).toMatchObject({ plan: 'pro', next: null, renews: true, nextChargeUsd: 9.95 })
    expect((await charges()).map(({ discount }) => discount)).toEqual(
      expect.arrayContaining([null, { percentage: 0.5, intervals: 2 }]),
    )
    expect(await subscribe('pro', 'coupon=STAY50')).toMatchObject({ status: 422 })
  })
})

describe('an order that waits', () => {
  const asked = async (query: string) => (await subscribe('pro', query)).body.confirmationUrl

  test.each(['publicOffer=true', 'onboarding=true', 'interval=annual', 'coupon=SAVE10'])(
    'is replaced by one with %s',
    async (query) => {
      const plain = await asked('')
      const other = await asked(query)
      expect(other).not.toBe(plain)
      expect(await asked(query)).toBe(other)
      expect(await act(plain, 'approve')).toBe(409)
    },
  )

  test('is replaced when the store is billed for real, or when the merchant comes from the other mode', async () => {
    await setShop({ shopifyPlan: 'partner_test', flags: { devStoreAccess: true } })
    const free = await asked('')
    await setShop({ shopifyPlan: 'basic', flags: {} })
    const real = await asked('')
    expect(real).not.toBe(free)
    await db().subscription.updateMany({ where: { status: 'pending' }, data: { returnUrl: 'http://elsewhere.test/' } })
    expect(await asked('')).not.toBe(real)
  })
})

describe('trials', () => {
  test('last 14 days for merchants from the public plans page, once', async () => {
    await pay('pro', 'publicOffer=true')
    await world.advance({ days: 10 })
    expect(await subscription()).toMatchObject({ plan: 'pro', state: 'trial' })
    await pay('advanced', 'publicOffer=true')
    expect((await charges()).map(({ trialDays }) => trialDays).sort()).toEqual([14, 4])
  })

  test('go on when the plan changes, and are not given twice', async () => {
    await pay('pro')
    await world.advance({ days: 3 })
    await pay('advanced')
    expect((await charges()).map(({ trialDays }) => trialDays).sort()).toEqual([4, 7])
    await subscribe('free', 'reason=notUsed')
    await world.advance({ days: 60 })
    await pay('pro')
    expect((await charges()).map(({ trialDays }) => trialDays)).toContain(0)
  })
})

describe('a lower plan', () => {
  test('needs a reason, and waits for the end of the paid cycle', async () => {
    await pay('advanced')
    await world.advance({ days: 10 })
    expect(await subscribe('pro')).toMatchObject({
      status: 422,
      body: { error: 'Please select a reason to confirm downgrading.' },
    })
    await pay('pro', 'reason=tooExpensive')
    expect(await subscription()).toMatchObject({ plan: 'advanced', next: 'pro' })
    await world.advance({ days: 30 })
    expect(await subscription()).toMatchObject({ plan: 'pro', next: null, renews: true })
  })

  test('needs no reason if only the interval changes', async () => {
    await pay('pro', 'interval=annual')
    await world.advance({ days: 10 })
    await pay('pro')
    expect(await subscription()).toMatchObject({ plan: 'pro', interval: 'annual', renews: false, next: 'pro' })
  })

  test('is free at the end of the paid cycle, and nothing is charged after it', async () => {
    await pay('pro')
    await world.advance({ days: 10 })
    expect(await subscribe('free', 'reason=closing')).toEqual({
      status: 200,
      body: { confirmationUrl: null, isRedirect: false },
    })
    const [charge] = await charges()
    expect(charge?.['endsAt']).not.toBeNull()
    expect(await subscription()).toMatchObject({ plan: 'pro', renews: false, next: 'free', until: expect.any(String) })
    const { until } = await subscription()
    await subscribe('free', 'reason=closing')
    expect(await plan()).toBe('pro')
    await world.advance({ days: 28 })
    expect(await subscription()).toMatchObject({
      plan: 'free',
      until: null,
      attempt: { plan: 'pro', status: 'cancelled', at: until },
    })
  })

  test('taken back before it begins pays no day twice', async () => {
    await pay('pro')
    await world.advance({ days: 17 })
    await subscribe('free', 'reason=closing')
    await pay('pro')
    expect((await charges()).map(({ trialDays }) => trialDays).sort()).toEqual([20, 7])
    expect(await subscription()).toMatchObject({ plan: 'pro', renews: true, until: null })
  })

  test('after paid days were carried over keeps them through every further change', async () => {
    const trialDays = async () => (await charges()).map((charge) => charge['trialDays'] as number)
    const daysTo = (date: unknown) =>
      Math.round((Date.parse(String(date)) - world.app.deps.now().getTime()) / 86_400_000)
    await pay('pro')
    await world.advance({ days: 9 })
    for (let round = 0; round < 3; round++) {
      await subscribe('free', 'reason=notUsed')
      await pay('pro')
      expect(await subscription()).toMatchObject({ plan: 'pro', state: 'pro', renews: true, trialEndsAt: null })
      await world.advance({ hours: 8 })
    }
    expect((await trialDays()).sort()).toEqual([28, 28, 28, 7])
    await pay('advanced')
    expect(await trialDays()).toContain(Math.ceil((27 * 19.9) / 29.9))
    const { periodEnd } = await subscription()
    await pay('pro', 'reason=tooExpensive')
    expect(await subscription()).toMatchObject({ plan: 'advanced', next: 'pro', periodEnd })
    await world.advance({ days: daysTo(periodEnd) + 1 })
    expect(await subscription()).toMatchObject({ plan: 'pro', trialEndsAt: null })
    expect(daysTo((await subscription())['periodEnd'])).toBe(29)
  })

  test('takes an unpaid plan at once', async () => {
    await setShop({ plan: 'advanced' })
    await subscribe('free', 'reason=other')
    expect(await plan()).toBe('free')
  })
})

describe('a platform that fails', () => {
  const billing = () => world.app.deps.platform.billing

  test('grants and bills nothing, says so, and takes the next order', async () => {
    const { subscribe: works } = billing()
    billing().subscribe = () => Promise.reject(new UpstreamFailed('upstreamFailed'))
    expect(await subscribe('pro')).toMatchObject({
      status: 502,
      body: { error: expect.stringContaining('Nothing was charged') },
    })
    billing().subscribe = works
    expect([await plan(), await attempt(), await charges()]).toEqual(['free', null, []])
    await pay('pro')
    expect(await charges()).toHaveLength(1)
  })

  test('loses its answer to an order: only the next order can be approved', async () => {
    const { subscribe: works } = billing()
    billing().subscribe = async (...order) => {
      await works(...order)
      throw new UpstreamFailed('upstreamFailed')
    }
    await subscribe('pro')
    billing().subscribe = works
    await syncSubscriptions(world.contextOf(await db().shop.findUniqueOrThrow({ where: { id: world.shop.id } })))
    expect(await attempt()).toBeNull()
    await pay('pro')
    expect((await charges()).filter(({ startsAt, endsAt }) => startsAt !== null && endsAt === null)).toHaveLength(1)
  })

  test('keeps the plan of a merchant who leaves, until it confirms', async () => {
    await pay('pro')
    const { cancel: works } = billing()
    billing().cancel = () => Promise.reject(new UpstreamFailed('upstreamFailed'))
    expect(await subscribe('free', 'reason=other')).toMatchObject({ status: 502 })
    expect(await subscription()).toMatchObject({ plan: 'pro', renews: true })
    billing().cancel = works
    expect(await subscribe('free', 'reason=other')).toMatchObject({ status: 200 })
  })
})

describe('the platform', () => {
  test('freezes a plan that it cannot charge, and gives it back', async () => {
    const url = await pay('pro')
    await act(url, 'freeze')
    expect(await subscription()).toMatchObject({ plan: 'free', frozen: true })
    expect((await world.mailbox()).map(({ to, subject }) => [to, subject])).toContainEqual([
      world.shop.email,
      'Your Pro plan is on hold',
    ])
    await act(url, 'thaw')
    expect(await subscription()).toMatchObject({ plan: 'pro', frozen: false })
  })

  test('names a plan on hold without a trial or a charge, and lets the merchant cancel it', async () => {
    await act(await pay('pro'), 'freeze')
    const { data } = await world.graphql(
      '{ viewer { shop { subscription { held { id } plan { id } trialEndsAt nextChargeUsd } } } }',
    )
    expect(data).toMatchObject({
      viewer: {
        shop: { subscription: { held: { id: 'pro' }, plan: { id: 'free' }, trialEndsAt: null, nextChargeUsd: null } },
      },
    })
    expect(await subscribe('free', 'reason=notUsed')).toMatchObject({ status: 200, body: { confirmationUrl: null } })
    expect(await subscription()).toMatchObject({ plan: 'free', frozen: false, until: null })
    expect(await charges()).toMatchObject([{ endsAt: expect.any(String) }])
  })

  test('is asked each day, so that a lost webhook does no harm', async () => {
    const { body } = await subscribe('pro')
    await world.app.parts.deps.access.acrossShops('the demo platform')
      .$executeRaw`update "DemoState" set value = jsonb_set(value, '{startsAt}', to_jsonb(${world.app.deps.now().toISOString()}::text)) where key like 'charge:%'`
    expect(body.confirmationUrl).toContain('/demo/charges/')
    await world.advance({ hours: 2 })
    expect(await plan()).toBe('pro')
  })

  test('leaves a plan that the operator set, until the subscription changes', async () => {
    const url = await pay('pro')
    await setShop({ plan: 'enterprise' })
    await world.advance({ days: 2 })
    expect(await subscription()).toMatchObject({ plan: 'enterprise', trialEndsAt: null, status: null })
    await act(url, 'cancel')
    await world.advance({ days: 60 })
    expect(await plan()).toBe('free')
  })
})

test('Candor without billing gives every shop the operator’s plan, and keeps one that a shop alone was given', async () => {
  const own = await createWorld({ plan: 'free', env: { CANDOR_BILLING: 'none', CANDOR_PLAN: 'advanced' } })
  const shopPlan = async () => (await own.rest('GET', '/subscription')).json<{ data: { plan: string } }>().data.plan
  await followOperatorPlan(own.app.deps)
  await own.runJobs()
  expect(await shopPlan()).toBe('advanced')
  await own.inject({ method: 'POST', url: '/demo/plan', payload: { plan: 'pro', shop: own.shop.shopifyDomain } })
  await followOperatorPlan(own.app.deps)
  await own.advance({ days: 1 })
  expect(await shopPlan()).toBe('pro')
  expect((await own.rest('GET', '/subscription/shopify/subscribe/advanced')).statusCode).toBe(409)
  await own.close()
})

test('hosted plans are chosen on the platform, and read by their handle', async () => {
  const hosted = await createWorld({
    plan: 'free',
    env: { CANDOR_BILLING: 'app-pricing', SHOPIFY_APP_HANDLE: 'candor' },
  })
  const { shop, app } = hosted
  const answer = await hosted.rest('GET', '/subscription/shopify/subscribe/pro')
  expect(answer.json()).toEqual({
    confirmationUrl: expect.stringMatching(/\/charges\/candor\/pricing_plans$/),
    isRedirect: true,
  })
  expect(await hosted.ctx.db.subscription.count()).toBe(0)
  const charge = await createCharge(app.deps.access.acrossShops('the demo platform'), {
    shopDomain: shop.shopifyDomain,
    name: 'Our best plan',
    planHandle: 'advanced',
    amount: '304.80',
    currency: 'USD',
    interval: 'ANNUAL',
    discount: null,
    trialDays: 14,
    test: false,
    returnUrl: 'http://candor.test/subscription',
    atCycleEnd: false,
    createdAt: app.deps.now().toISOString(),
  })
  await hosted.inject({ method: 'POST', url: `/demo/charges/${charge.id}/approve` })
  await hosted.runJobs()
  const { data } = (await hosted.rest('GET', '/subscription')).json<{ data: object }>()
  expect(data).toMatchObject({ plan: 'advanced', interval: 'annual', state: 'trial' })
  await hosted.close()
})

test('the demo sets any plan, Plus store or not', async () => {
  for (const each of PLAN_IDS) {
    const url = '/demo/plan'
    await world.inject({ method: 'POST', url, payload: { plan: each, shop: world.shop.shopifyDomain } })
    expect(await plan()).toBe(each)
  }
})
