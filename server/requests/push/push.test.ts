import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { formatMessage } from '../../../rules/messages.ts'
import { encodeId } from '../../core/global-ids.ts'
import { signProxyQuery } from '../../platform/proxy-signature.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { queueTabCounts } from '../queue/list-queue.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { openPushService, type PushService } from '../../testing/push-service.ts'
import { readEnv } from '../../core/env.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { renderPushPrompt } from '../../storefront/widgets/push-prompt.ts'
import { sendPushes } from './send-pushes.ts'
import { readVapidKeys } from './vapid.ts'

const env = readEnv({ CANDOR_MODE: 'demo' })
const { publicKey } = readVapidKeys(env) ?? { publicKey: '' }
let service: PushService
let world: World

beforeEach(async () => {
  service = await openPushService(publicKey)
  world = await createWorld({ web: service.web })
})
afterEach(async () => {
  await world.close()
  await service.close()
})

const email = 'ada@reader.test'
/** 65 bytes in the form of a key, but no point of the curve. */
const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')

/** Adds a fulfilled order of three items, whose request is due in seven days. */
async function order(): Promise<string> {
  const products = [
    await addProduct(world, 'Teapot'),
    await addProduct(world, 'Cup'),
    await addProduct(world, 'Saucer'),
  ]
  await (await placeOrder(world, { products, email })).fulfill()
  return (await world.ctx.db.customer.findFirstOrThrow({ where: { shopId: world.shop.id, email } })).platformId ?? ''
}

function subscribe(customerId: string, subscription: object, { secret = world.app.deps.env.SHOPIFY_API_SECRET } = {}) {
  const query = new URLSearchParams({
    shop: world.shop.shopifyDomain,
    path_prefix: '/apps/candor',
    timestamp: String(Math.floor(Date.now() / 1000)),
    logged_in_customer_id: customerId,
  })
  query.append('signature', signProxyQuery(secret, query))
  return world.inject({
    method: 'POST',
    url: `/storefront/${world.shop.shopifyDomain}/push/subscriptions?${query.toString()}`,
    payload: subscription,
  })
}

const turnOn = () => saveSetting(world.ctx, 'pushOwl', { webPush: true, reviewReminderStatus: true })
const item = () => world.ctx.db.queueItem.findFirstOrThrow({ where: { shopId: world.shop.id } })
const tabs = async () =>
  Object.fromEntries(
    (await queueTabCounts(world.ctx)).filter(({ id }) => id.startsWith('push')).map(({ id, count }) => [id, count]),
  )
const push = async () => {
  const answer = await world.rest('POST', '/email-queue/push-notification', { body: { queueId: (await item()).id } })
  await world.runJobs()
  return answer
}

test('a notification about two items is sent with the request, encrypted for the browser', async () => {
  await turnOn()
  expect((await subscribe(await order(), service.browser('phone').subscription)).statusCode).toBe(201)
  await world.advance({ days: 8 })
  expect(service.received).toMatchObject([
    {
      path: 'phone',
      headers: { ttl: '604800', 'content-encoding': 'aes128gcm', urgency: 'normal' },
      message: { title: 'How is your order from Shop world?', body: 'Tell others about Teapot and Cup.' },
    },
  ])
  expect((await world.inject({ url: new URL(service.received[0]?.message.url ?? '').pathname })).statusCode).toBe(200)
  expect(await item()).toMatchObject({ status: 'success', pushStatus: 'sent' })
  expect(await tabs()).toEqual({ pushSent: 1, pushFailed: 0 })
  const list = await world.rest('GET', '/email-queue?status=pushSent')
  expect(list.json()).toMatchObject({ data: [{ pushQueue: { status: 'sent' } }], pagination: { total: 1 } })
  expect((await world.rest('GET', '/email-queue?status=pushFailed')).json()).toMatchObject({
    data: [],
    pagination: { total: 0 },
  })
  expect((await push()).json()).toMatchObject({ error: formatMessage('pushAlreadySent') })
})

test('the merchant’s texts may use shop and products; broken ones are refused', async () => {
  await turnOn()
  await saveSetting(world.ctx, 'pushOwl', {
    reviewReminder: { title: 'From {{ shop_name }}', message: 'Like {{ product_title }}?' },
  })
  await subscribe(await order(), service.browser('phone').subscription)
  await world.advance({ days: 8 })
  expect(service.received).toMatchObject([{ message: { title: 'From Shop world', body: 'Like Teapot and Cup?' } }])
  const refused = await world.rest('PUT', '/settings/pushOwl', { body: { reviewReminder: { title: '{{ shop' } } })
  expect([refused.statusCode, refused.json()]).toMatchObject([422, { error: expect.stringContaining('Line 1') }])
})

test('an expired subscription is deleted with an error; a new one allows sending again', async () => {
  await turnOn()
  const customerId = await order()
  await subscribe(customerId, service.browser('old').subscription)
  service.answer(() => 410)
  await world.advance({ days: 8 })
  expect(await world.ctx.db.pushSubscription.count()).toBe(0)
  expect(await item()).toMatchObject({ status: 'success', pushStatus: 'failed', pushError: 'pushNoSubscription' })
  expect(await tabs()).toEqual({ pushSent: 0, pushFailed: 1 })
  expect((await push()).json()).toMatchObject({ error: formatMessage('pushNoSubscription') })
  service.answer(() => 201)
  await subscribe(customerId, service.browser('new').subscription)
  const answer = await push()
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { success: true, message: 'Notification pushed successfully' },
  ])
  expect(await item()).toMatchObject({ pushStatus: 'sent', pushError: null })
  expect(await tabs()).toEqual({ pushSent: 1, pushFailed: 0 })
})

test('a busy push service is retried; a refusal fails with the reason', async () => {
  await turnOn()
  await subscribe(await order(), service.browser('phone').subscription)
  service.answer(() => 503)
  await world.advance({ days: 8 })
  expect(await item()).toMatchObject({ pushStatus: 'pending' })
  const { rows } = await world.app.database.pool.query<{ data: { attempts?: number } }>(
    `select data from jobs.job where name = 'pushes.send' and state < 'active'`,
  )
  expect(JSON.stringify(rows)).toContain('"attempts":1')
  service.answer(() => 400)
  await sendPushes(world.ctx, { ids: [(await item()).id] })
  expect(await item()).toMatchObject({ pushStatus: 'failed', pushError: 'pushRefused' })
})

test('a key that nothing can be encrypted to ends its own notification only', async () => {
  await turnOn()
  await subscribe(await order(), service.browser('phone').subscription)
  await (await placeOrder(world, { email: 'bea@reader.test' })).fulfill()
  const bea = await world.ctx.db.customer.findFirstOrThrow({ where: { email: 'bea@reader.test' } })
  const { keys } = service.browser('broken').subscription
  await world.ctx.db.pushSubscription.create({
    data: {
      ...{ shopId: world.shop.id, id: 'a', customerId: bea.id, endpoint: 'https://push.vendor.test/a' },
      ...{ p256dh: offCurve, auth: keys.auth, createdAt: world.ctx.now() },
    },
  })
  await world.advance({ days: 8 })
  await sendPushes(world.ctx, { ids: (await world.ctx.db.queueItem.findMany()).map(({ id }) => id) })
  expect(await tabs()).toEqual({ pushSent: 1, pushFailed: 1 })
  expect(await world.ctx.db.pushSubscription.count()).toBe(1)
})

describe('a push subscription', () => {
  test('is required: without one, no notification is sent and the action is refused', async () => {
    await turnOn()
    await order()
    await world.advance({ days: 8 })
    expect(await item()).toMatchObject({ status: 'success', pushStatus: null })
    expect((await push()).json()).toMatchObject({ error: formatMessage('pushNoSubscription') })
  })

  test('is not used while the shop’s setting is off or its plan lacks push', async () => {
    await order()
    expect((await push()).json()).toMatchObject({ error: formatMessage('pushOff') })
    await turnOn()
    await world.app.deps.access
      .acrossShops('the demo platform')
      .shop.update({ where: { id: world.shop.id }, data: { plan: 'free', version: { increment: 1 } } })
    world.app.deps.publish(world.shop.id, 'shop', world.shop.id)
    expect((await push()).statusCode).toBe(402)
  })

  test('is refused without a signed known customer, or with a malformed endpoint or key', async () => {
    await turnOn()
    const customerId = await order()
    const { subscription } = service.browser('phone')
    expect((await subscribe(customerId, subscription, { secret: 'another-secret' })).statusCode).toBe(401)
    expect((await subscribe('', subscription)).statusCode).toBe(401)
    expect((await subscribe('123456789', subscription)).statusCode).toBe(404)
    expect((await subscribe(customerId, { ...subscription, endpoint: 'http://push.vendor.test/x' })).statusCode).toBe(
      422,
    )
    expect((await subscribe(customerId, { ...subscription, keys: { p256dh: 'AAAA', auth: 'AAAA' } })).statusCode).toBe(
      422,
    )
    const keys = { ...subscription.keys, p256dh: offCurve }
    expect((await subscribe(customerId, { ...subscription, keys })).statusCode).toBe(422)
    expect(await world.ctx.db.pushSubscription.count()).toBe(0)
  })

  test('replaces the customer’s first of ten, and moves to another customer with its browser', async () => {
    await turnOn()
    const customerId = await order()
    for (let at = 1; at <= 11; at++) await subscribe(customerId, service.browser(`browser-${at}`).subscription)
    expect(await world.ctx.db.pushSubscription.count()).toBe(10)
    await (await placeOrder(world, { email: 'bea@reader.test' })).fulfill()
    const other = await world.ctx.db.customer.findFirstOrThrow({ where: { email: 'bea@reader.test' } })
    await subscribe(other.platformId ?? '', service.browser('browser-11').subscription)
    expect(
      await world.ctx.db.pushSubscription.groupBy({
        by: ['customerId'],
        _count: true,
        where: { customerId: other.id },
      }),
    ).toMatchObject([{ _count: 1 }])
  })
})

test('the storefront serves the service worker and, while push is on, the prompt', async () => {
  const worker = await world.inject({ url: `/storefront/${world.shop.shopifyDomain}/push/worker.js` })
  expect([worker.statusCode, worker.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(worker.body).toContain('showNotification')
  expect(await renderPushPrompt(world.ctx, '/apps/candor')).toBe('')
  await turnOn()
  expect(await renderPushPrompt(world.ctx, '/apps/candor')).toContain(
    `data-candor-push="/apps/candor/${world.shop.shopifyDomain}/push" data-key="${publicKey}" hidden`,
  )
})

test('the admin sends a notification by GraphQL', async () => {
  await turnOn()
  await subscribe(await order(), service.browser('phone').subscription)
  const id = encodeId('QueueItem', (await item()).id)
  const { data } = await world.graphql(
    'mutation ($id: ID!) { pushQueueItem(input: { id: $id }) { __typename ... on PushQueueItemSuccess { data { items { pushStatus } shop { pushKinds webPushState { isAvailable subscriptions } } } } } }',
    { id },
  )
  expect(data).toMatchObject({
    pushQueueItem: {
      data: {
        items: [{ pushStatus: 'PENDING' }],
        shop: { pushKinds: ['REVIEW_REMINDER'], webPushState: { isAvailable: true, subscriptions: 1 } },
      },
    },
  })
  await world.runJobs()
  expect(await item()).toMatchObject({ status: 'waiting', pushStatus: 'sent' })
})
