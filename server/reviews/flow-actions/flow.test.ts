import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { maxFlowPayloadBytes } from '../../../rules/flow.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { setPlan } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  const db = world.app.deps.access.acrossShops('the demo platform')
  await Promise.all([db.integrationDelivery.deleteMany(), db.shopSecret.deleteMany(), db.demoReceived.deleteMany()])
  await setPlan(world, world.shop, 'pro')
})

interface Answer {
  __typename: string
  code?: string
}
async function run(mutation: string, input: object): Promise<Answer> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}`
  const { data } = await world.graphql(
    `mutation ($input: ${type}Input!) { r: ${mutation}(input: $input) { __typename ... on Refusal { code } } }`,
    { input },
  )
  return (data as unknown as { r: Answer }).r
}
const turnOn = () => run('connectIntegration', { key: 'flow', secrets: [] })

interface Received {
  path: string
  problem: string | null
  body: string
}
async function received(): Promise<{ path: string; problem: string | null; payload: Record<string, unknown> }[]> {
  await world.runJobs()
  const rows = (await world.inject({ url: '/demo/received.json?name=flow' })).json<Received[]>()
  return rows
    .filter(({ path }) => path !== '/candor-test')
    .map(({ path, problem, body }) => ({ path, problem, payload: JSON.parse(body) as Record<string, unknown> }))
}
async function log(): Promise<{ event: string; state: string; reason: string | null }[]> {
  const { data } = await world.graphql(
    '{ viewer { shop { integrationDeliveries(first: 50, integration: "flow") { edges { node { event state reason } } } } } }',
  )
  type Log = {
    viewer: { shop: { integrationDeliveries: { edges: { node: Awaited<ReturnType<typeof log>>[number] }[] } } }
  }
  return (data as unknown as Log).viewer.shop.integrationDeliveries.edges.map(({ node }) => node)
}
const emit = (event: 'review.created' | 'review.revised' | 'review.reported', id: string) =>
  world.app.deps.emit(world.ctx, event, { ids: [id] })
async function addReview(fields: Parameters<typeof addReviews>[1]): Promise<string> {
  const [{ id } = { id: '' }] = await addReviews(world.ctx, fields)
  return id
}

describe('triggers', () => {
  test('sends a test event when it is turned on and tested, and logs both', async () => {
    expect(await turnOn()).toMatchObject({ __typename: 'ConnectIntegrationSuccess' })
    expect(await run('testIntegration', { key: 'flow' })).toMatchObject({ __typename: 'TestIntegrationSuccess' })
    const rows = (await world.inject({ url: '/demo/received.json?name=flow' })).json<Received[]>()
    expect(rows.map(({ path, problem }) => [path, problem])).toEqual([
      ['/candor-test', null],
      ['/candor-test', null],
    ])
    expect(await log()).toEqual([{ event: 'connection.test', state: 'SENT', reason: null }])
  })

  test('tells of a published review with its product as the platform names it', async () => {
    await turnOn()
    const { id: productId, platformId } = await addProduct(world, 'Mug')
    const id = await addReview({ status: 'pending', productId, rate: 4, title: 'Warm', content: 'Keeps tea hot' })
    await world.rest('POST', `/reviews/${id}/publish`)
    const [event, ...more] = await received()
    expect(more).toEqual([])
    expect(event).toMatchObject({
      path: '/review-published',
      problem: null,
      payload: {
        'Review ID': id,
        Rating: 4,
        'Review title': 'Warm',
        'Review text': 'Keeps tea hot',
        'Review status': 'published',
        product_id: Number(platformId),
      },
    })
    expect(await log()).toMatchObject([{ event: 'review.published', state: 'SENT' }])
  })

  test('tells of a new review, and of a negative one by the shop’s own number of stars', async () => {
    await turnOn()
    const id = await addReview({ status: 'pending', rate: 3 })
    await emit('review.created', id)
    expect((await received()).map(({ path }) => path)).toEqual(['/review-created'])
    await saveSetting(world.ctx, 'emailSetting', { negativeReview: 3 })
    await emit('review.revised', id)
    expect((await received()).map(({ path }) => path).sort()).toEqual(['/review-created', '/review-negative'])
    expect((await log()).map(({ event }) => event).sort()).toEqual(['review.created', 'review.negative'])
  })

  test('tells of a reported review', async () => {
    await turnOn()
    await emit('review.reported', await addReview({ status: 'published' }))
    expect(await received()).toMatchObject([{ path: '/review-reported', problem: null }])
  })

  test('cuts a long text, so that Flow accepts the event', async () => {
    await turnOn()
    await emit('review.created', await addReview({ status: 'pending', rate: 5, content: '茶'.repeat(20_000) }))
    const [event] = await received()
    expect(event?.problem).toBeNull()
    expect(String(event?.payload['Review text'])).toMatch(/茶…$/u)
    expect(Buffer.byteLength(JSON.stringify(event?.payload))).toBeLessThan(maxFlowPayloadBytes)
  })

  test('sends nothing while it is off, nor on a plan without it', async () => {
    const id = await addReview({ status: 'pending' })
    await emit('review.created', id)
    await turnOn()
    await setPlan(world, world.shop, 'free')
    await emit('review.created', id)
    expect(await received()).toEqual([])
    expect(await turnOn()).toMatchObject({ code: 'planRequired' })
  })
})

describe('actions', () => {
  interface Step {
    properties?: object
    runId?: string
    shop?: string
    secret?: string
  }
  const call = (
    handle: string,
    { properties = {}, runId = randomUUID(), shop = world.shop.shopifyDomain, secret }: Step,
  ) => {
    const body = JSON.stringify({
      shop_id: '1',
      shopify_domain: shop,
      action_run_id: runId,
      action_definition_id: handle,
      handle,
      properties,
    })
    const signature = createHmac('sha256', secret ?? world.app.deps.env.SHOPIFY_API_SECRET)
      .update(body)
      .digest('base64')
    return world.inject({
      method: 'POST',
      url: `/flow/actions/${handle}`,
      headers: { 'content-type': 'application/json', 'x-shopify-hmac-sha256': signature },
      payload: body,
    })
  }
  const statusOf = async (id: string) =>
    (await world.ctx.db.review.findFirstOrThrow({ where: { shopId: world.shop.id, id } })).status

  test('publishes a review once for each run, names Flow in its history and logs it', async () => {
    await turnOn()
    const id = await addReview({ status: 'pending' })
    const step = { properties: { 'review-id': id }, runId: 'run-1' }
    const answers = await Promise.all([call('publish-review', step), call('publish-review', step)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(answers.map((answer) => answer.json<object>())).toEqual([
      { success: true, data: { changed: true } },
      { success: true, data: { changed: true } },
    ])
    expect(await statusOf(id)).toBe('published')
    const history = await world.ctx.db.reviewHistory.findMany({ where: { shopId: world.shop.id, reviewId: id } })
    expect(history.map(({ actorName, action }) => [actorName, action])).toEqual([['Shopify Flow', 'published']])
    expect(await log()).toContainEqual({ event: 'flow.publish', state: 'SENT', reason: null })
    expect((await call('publish-review', { properties: { 'review-id': id } })).json()).toMatchObject({
      data: { changed: false },
    })
  })

  test('hides a review with the reason that the workflow names, or that an automation did it', async () => {
    await turnOn()
    const [named, unnamed] = [await addReview({ status: 'published' }), await addReview({ status: 'published' })]
    const answers = [
      await call('hide-review', { properties: { 'review-id': named, reason: 'spam', note: '' } }),
      await call('hide-review', { properties: { 'review-id': unnamed } }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const stated = await world.ctx.db.reviewHistory.findMany({
      where: { shopId: world.shop.id, reviewId: { in: [named, unnamed] }, action: 'hidden' },
      orderBy: { id: 'asc' },
    })
    expect(stated.map(({ after }) => after)).toMatchObject([
      { reason: 'spam' },
      { reason: 'other', note: 'An automation of the store hid it.' },
    ])
    const wrong = await call('hide-review', { properties: { 'review-id': named, reason: 'rude' } })
    expect(wrong.statusCode).toBe(200)
  })

  test('sends the review request of an order', async () => {
    await turnOn()
    const { platformId } = await placeOrder(world, { email: 'asked@buyer.test' })
    const answer = await call('request-review', { properties: { order_id: Number(platformId) } })
    expect(answer.json()).toEqual({ success: true, data: { changed: true } })
    await world.runJobs()
    expect((await world.mailbox()).map(({ to }) => to)).toContainEqual(expect.stringContaining('asked@buyer.test'))
    expect((await call('request-review', { properties: { order_id: '1' } })).statusCode).toBe(404)
  })

  test('refuses a missing field, a reason that isn’t in the list, and a review of another shop', async () => {
    await turnOn()
    const id = await addReview({ status: 'published' })
    const [other] = await addReviews(world.contextOf(world.otherShop), { status: 'pending' })
    const missing = await call('publish-review', {})
    expect([missing.statusCode, missing.json<{ fields: object }>().fields]).toMatchObject([
      422,
      { 'review-id': { code: 'required' } },
    ])
    const reason = await call('hide-review', { properties: { 'review-id': id, reason: 'rude' } })
    expect([reason.statusCode, reason.json<{ fields: object }>().fields]).toMatchObject([422, { reason: {} }])
    expect(await statusOf(id)).toBe('published')
    const foreign = await call('publish-review', { properties: { 'review-id': other?.id } })
    expect(foreign.statusCode).toBe(404)
    expect(await log()).toContainEqual({ event: 'flow.publish', state: 'FAILED', reason: 'notFound' })
  })

  test('refuses calls that are unsigned, off, below the plan, or of an unknown shop or action', async () => {
    const properties = { 'review-id': await addReview({ status: 'pending' }) }
    expect((await call('publish-review', { properties })).json()).toMatchObject({ code: 'integrationNotConnected' })
    await turnOn()
    expect((await call('publish-review', { properties, secret: 'wrong' })).statusCode).toBe(401)
    expect((await call('publish-review', { properties, shop: 'unknown.myshopify.com' })).statusCode).toBe(404)
    expect((await call('burn-review', { properties })).statusCode).toBe(404)
    await setPlan(world, world.shop, 'free')
    expect((await call('publish-review', { properties })).statusCode).toBe(402)
  })
})
