import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import type { Ctx } from '../../core/context.ts'
import { addPhotos } from '../../reviews/reviews/adding/add-photos.ts'
import { submitReview } from '../../reviews/reviews/adding/submit.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder, type TestProduct } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { setPlan } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { applyQueueCounts, buildCountChange } from './queue-counts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const mailsTo = async (address: string) => (await world.mailbox()).filter(({ to }) => to === address)
const requestOf = (email: string) =>
  world.ctx.db.queueItem.findFirstOrThrow({
    where: { shopId: world.shop.id, customerEmail: email, type: 'review-reminder' },
  })

/** Adds a reviewed order, its request and a due photo reminder. */
async function plantPhotoReminder(email: string, title = 'Teapot'): Promise<string> {
  const product = await addProduct(world, title)
  await placeOrder(world, { email, firstName: 'Ada', products: [product] })
  const { ctx, shop } = world
  const { mailData: _none, ...request } = await ctx.db.queueItem.findFirstOrThrow({
    where: { shopId: shop.id, customerEmail: email },
  })
  await addReviews(ctx, {
    productId: product.id,
    orderId: request.orderId,
    customerId: request.customerId,
    email,
    status: 'published',
  })
  const row = {
    ...request,
    id: uuidv7(),
    type: 'photo-reminder' as const,
    status: 'waiting' as const,
    scheduledAt: ctx.now(),
    lineItems: request.lineItems as object[],
  }
  await ctx.db.queueItem.create({ data: row })
  await applyQueueCounts(ctx.db, buildCountChange(shop.id, null, row))
  return row.id
}

describe('a photo reminder', () => {
  const noMedia = { pictures: [], video: null, poster: null, tooMany: false }
  let number = 0
  async function reviewedOrder(rate = 5) {
    number += 1
    const email = `buyer${number}@photo.test`
    const product = await addProduct(world, `Mug ${number}`)
    const placed = await placeOrder(world, { email, products: [product] })
    const order = await world.ctx.db.order.findFirstOrThrow({
      where: { shopId: world.shop.id, platformId: placed.platformId },
    })
    await submitReview(world.ctx, {
      productId: product.id,
      fields: { rate, content: 'Fine', name: 'Ada' },
      media: noMedia,
      proof: { kind: 'order', orderId: order.id },
    })
    await world.runJobs()
    const mails = () => mailsTo(email)
    const reminder = () => world.ctx.db.queueItem.findFirst({ where: { orderId: order.id, type: 'photo-reminder' } })
    return { placed, order, product, mails, reminder }
  }

  const lists = `{ viewer { shop {
  photos: emailQueue(filter: { type: [PHOTO_REMINDER] }) { totalCount edges { node { type queueType status } } }
  requests: emailQueue(filter: { type: [REVIEW_REMINDER] }) { totalCount }
  pushes: emailQueue(filter: { queueType: PUSH }) { totalCount }
  photoTabs: emailQueueTabs(type: [PHOTO_REMINDER]) { tab count }
  tabs: emailQueueTabs { tab count }
} } }`

  test('is sent with its own template, and listed and counted under its type', async () => {
    await saveSetting(world.ctx, 'emailTemplates', {
      photoReminder: { enabled: true, subject: 'A photo of {{ product_title }}, {{ customer_name }}?' },
      reviewReminder: { subject: 'Another subject' },
    })
    await plantPhotoReminder('photo@example.com')
    await world.runJobs()
    const [mail] = await mailsTo('photo@example.com')
    expect(mail?.subject).toMatch(/^A photo of Teapot, Ada/)
    expect(mail?.html).toContain('Would you add a photo?')
    expect(mail?.html).not.toContain('class="star"')
    expect(await world.ctx.db.requestUsage.count()).toBe(0)

    const { shop } = (await world.graphql(lists)).data?.viewer as unknown as {
      shop: Record<string, { tab: string; count: number }[]>
    }
    const counts = (tabs: { tab: string; count: number }[] = []) =>
      Object.fromEntries(tabs.filter(({ count }) => count > 0).map(({ tab, count }) => [tab, count]))
    expect(shop).toMatchObject({
      photos: { totalCount: 1, edges: [{ node: { type: 'PHOTO_REMINDER', queueType: 'EMAIL', status: 'SUCCESS' } }] },
      requests: { totalCount: 1 },
      pushes: { totalCount: 0 },
    })
    expect([counts(shop.photoTabs), counts(shop.tabs)]).toEqual([
      { all: 1, sent: 1 },
      { all: 2, sent: 1, waiting: 1 },
    ])
    for (const path of ['/email-queue?type=photo-reminder', '/email?type=photo-reminder&limitPerPage=5'])
      expect((await world.rest('GET', path)).json()).toMatchObject({
        data: [{ type: 'photo-reminder', queueType: 'email' }],
        pagination: { total: 1 },
      })
    expect((await world.rest('GET', '/email-queue?queueType=push')).json()).toMatchObject({
      data: [],
      pagination: { total: 0 },
    })
    expect((await world.rest('GET', '/email-queue?type=nonsense')).statusCode).toBe(422)
  })

  test('is sent a week after a review without photos', async () => {
    const { mails, reminder } = await reviewedOrder()
    expect(await reminder()).toMatchObject({ status: 'waiting' })
    await world.advance({ days: 8 })
    expect(await mails()).toHaveLength(1)
    expect(await reminder()).toMatchObject({ status: 'success' })
  })

  test('is not scheduled after a review with two stars', async () => {
    expect(await (await reviewedOrder(2)).reminder()).toBeNull()
  })

  test('is canceled by added photos and by a refund', async () => {
    const one = await reviewedOrder()
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    await addPhotos(world.ctx, {
      orderId: one.order.id,
      productId: one.product.id,
      media: { ...noMedia, pictures: [{ name: 'mug.png', bytes: picture }] },
    })
    const other = await reviewedOrder()
    await other.placed.refund()
    await world.advance({ days: 8 })
    expect(await one.reminder()).toMatchObject({ status: 'cancelled', skipReason: 'hasPhotos' })
    expect(await other.reminder()).toMatchObject({ status: 'cancelled', skipReason: 'orderRefunded' })
    expect([await one.mails(), await other.mails()]).toEqual([[], []])
  })
})

test('a request is sent once, seven days after fulfillment', async () => {
  const email = 'ada@example.com'
  const order = await placeOrder(world, { email: 'Ada@Example.com', firstName: 'Ada' })
  expect(await requestOf(email)).toMatchObject({ status: 'waitingCondition', scheduledAt: null })
  await order.fulfill()
  expect(await requestOf(email)).toMatchObject({
    status: 'waiting',
    scheduledAt: new Date(world.ctx.now().getTime() + 7 * 86_400_000),
  })
  await world.advance({ days: 6 })
  expect(await mailsTo(email)).toEqual([])
  await world.advance({ days: 1 })
  expect(await mailsTo(email)).toHaveLength(1)
  expect(await requestOf(email)).toMatchObject({ status: 'success', attempts: 1 })
  await world.advance({ days: 30 })
  expect(await mailsTo(email)).toHaveLength(1)
})

describe('the life of an order', () => {
  beforeAll(async () => {
    await saveSetting(world.ctx, 'requestTiming', {
      sendMethod: 'delivery',
      sendAfter: 'custom',
      sendAfterCustom: 3,
      timeUnit: 'days',
    })
    await saveSetting(world.ctx, 'discount', { enableDiscount: true, sendingMethod: 'send_both' })
    // The demo's checkout uses the oldest shop.
    await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { createdAt: new Date('2025-01-01') } })
  })

  const linksOf = (html: string) =>
    [...html.matchAll(/(?:href|src)="http:\/\/candor\.test([^"]*)"/g)].map(([, path = '']) =>
      path.replaceAll('&amp;', '&'),
    )
  test('leads from the delivery to the request, the review, a discount code and its use', async () => {
    const email = 'ada@life.test'
    const board = await addProduct(world, 'Life Board')
    const order = await placeOrder(world, { email, products: [board] })
    expect(await requestOf(email)).toMatchObject({ status: 'waitingCondition' })
    await order.fulfill()
    await world.advance({ days: 5 })
    expect(await mailsTo(email)).toEqual([])

    await order.deliver()
    expect(await requestOf(email)).toMatchObject({ status: 'waiting' })
    await world.advance({ days: 4 })
    const [request] = await mailsTo(email)
    expect(await requestOf(email)).toMatchObject({ status: 'success' })

    const links = linksOf(request?.html ?? '')
    await world.inject({ url: links.find((path) => path.includes('/o/')) ?? '/missing' })
    expect(await requestOf(email)).toMatchObject({ status: 'opened' })

    const stars = links.find((path) => /[?&]s=4/.test(path)) ?? '/missing'
    expect((await world.inject({ url: stars })).body).toMatch(/value="4"[^>]* checked/)
    const body = new FormData()
    for (const [name, value] of Object.entries({
      [`rate.${board.id}`]: '4',
      [`content.${board.id}`]: 'Cuts well, cleans well, looks good on the wall.',
      name: 'Ada Byron',
    }))
      body.append(name, value)
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1f5b45' } })
      .png()
      .toBuffer()
    body.append(`images.${board.id}`, new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'board.png')
    const sent = new Request('http://x', { method: 'POST', body })
    const answer = await world.inject({
      method: 'POST',
      url: stars.split('?')[0] ?? '',
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringContaining('done=published')])
    await world.runJobs()
    expect(await requestOf(email)).toMatchObject({ status: 'reviewed' })
    const review = await world.ctx.db.review.findFirstOrThrow({ where: { shopId: world.shop.id, productId: board.id } })
    expect(review).toMatchObject({
      status: 'published',
      rate: 4,
      hasMedia: true,
      verifiedBy: 'order',
      incentivized: true,
    })

    await world.advance({ hours: 2 })
    expect((await world.mailbox()).map(({ subject }) => subject)).toContain('A new review at Shop world')
    const { code } = await world.ctx.db.discount.findFirstOrThrow({
      where: { shopId: world.shop.id, reviewId: review.id },
    })
    expect((await mailsTo(email)).map(({ html }) => html.includes(code))).toEqual([false, true])

    await world.advance({ days: 26 })
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      expect.any(String),
      expect.any(String),
      'Your discount code expires soon',
    ])

    const catalog = { products: await world.ctx.platform.searchProducts(world.shop, { search: '', limit: 10 }) }
    const bought = await world.inject({
      method: 'POST',
      url: '/demo/orders',
      payload: {
        email: 'again@life.test',
        firstName: 'A',
        lastName: 'B',
        discountCode: code,
        items: [{ handle: catalog.products[0]?.handle }],
      },
    })
    expect(bought.statusCode).toBe(200)
    expect(await world.ctx.db.discount.findFirst({ where: { shopId: world.shop.id, code } })).toMatchObject({
      state: 'redeemed',
    })
  })

  test.each([
    ['canceled', 'orderCancelled', (order: Awaited<ReturnType<typeof placeOrder>>) => order.cancel()],
    ['refunded', 'orderRefunded', (order: Awaited<ReturnType<typeof placeOrder>>) => order.refund()],
    [
      'of a customer who unsubscribed',
      'unsubscribed',
      async () => {
        await world.ctx.db.suppression.create({
          data: {
            shopId: world.shop.id,
            email: 'of-a-customer-who-unsubscribed@life.test',
            reason: 'unsubscribed',
            createdAt: world.ctx.now(),
          },
        })
      },
    ],
  ])('ends without a request, and with a reason, if it is %s', async (title, reason, act) => {
    const email = `${title.replaceAll(' ', '-')}@life.test`
    const order = await placeOrder(world, { email })
    await order.fulfill()
    await order.deliver()
    await act(order)
    await world.advance({ days: 5 })
    expect(await requestOf(email)).toMatchObject({ status: 'cancelled', skipReason: reason })
    expect(await mailsTo(email)).toEqual([])
  })
})

describe('a photo reminder of a free shop', () => {
  test('is not sent because the plan lacks its template', async () => {
    await saveSetting(world.ctx, 'emailTemplates', { photoReminder: { enabled: true } })
    await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { plan: 'free' } })
    const id = await plantPhotoReminder('free@example.com', 'Bowl')
    await world.runJobs()
    expect(await world.ctx.db.queueItem.findFirst({ where: { id } })).toMatchObject({
      status: 'cancelled',
      skipReason: 'planLacksEmail',
    })
    expect(await mailsTo('free@example.com')).toEqual([])
  })
})

describe('old orders of a free shop', () => {
  let ctx: Ctx
  let lamp: TestProduct
  let last = 0
  beforeAll(async () => {
    await setPlan(world, world.otherShop, 'free')
    ctx = world.contextOf(world.otherShop)
    lamp = await addProduct(world, 'Lamp', ctx.shop.id)
  })

  const rest: World['rest'] = (method, path, options) =>
    world.rest(method, path, { ...options, token: world.otherToken })

  /** Adds an order from before the installation. */
  async function pastOrder(daysAgo: number, more: object = {}): Promise<string> {
    last += 1
    const [id, at] = [uuidv7(), new Date(ctx.now().getTime() - daysAgo * 86_400_000)]
    await ctx.db.order.create({
      data: {
        shopId: ctx.shop.id,
        id,
        platformId: String(4_000_000 + last),
        name: `#${last}`,
        number: last,
        email: `past${last}@example.com`,
        createdAt: at,
        fulfilledAt: at,
        changedAt: at,
        lineItems: [
          { lineId: '1', productId: lamp.id, platformProductId: lamp.platformId, title: 'Lamp', quantity: 1 },
        ],
        ...more,
      },
    })
    return id
  }

  const items = () => ctx.db.queueItem.findMany({ where: { shopId: ctx.shop.id }, orderBy: { scheduledAt: 'asc' } })
  const count = async () => (await rest('GET', '/email-previous')).json<{ count: number }>().count

  test('get one request each, spread over hours and outside the monthly limit', async () => {
    for (let day = 1; day <= 12; day += 1) await pastOrder(day)
    await pastOrder(3, { cancelledAt: new Date() })
    await pastOrder(70)
    expect(await count()).toBe(13)
    const started = await rest('POST', '/emails', {
      body: { sendAfter: 'days_1', sendAfterCustom: 2, timeUnit: 'hours', spreadHours: 24 },
    })
    expect(started.json()).toMatchObject({ success: true, data: { status: 'running', total: 13 } })
    await world.runJobs()
    const rows = await items()
    expect(rows).toHaveLength(12)
    const [first = 0, last = 0] = [rows[0], rows.at(-1)].map(
      (row) => ((row?.scheduledAt?.getTime() ?? 0) - ctx.now().getTime()) / 3_600_000,
    )
    expect([first, last > 20, last <= 26]).toEqual([2, true, true])
    expect((await rest('GET', '/email-previous/run')).json()).toMatchObject({
      data: { left: 28, limit: 40, run: { status: 'done', done: 13, added: 12, skipped: 1 } },
    })
    await rest('POST', '/emails', { body: { sendAfterCustom: 1, timeUnit: 'hours' } })
    await world.runJobs()
    expect(await items()).toHaveLength(12)
    await world.advance({ days: 2 })
    expect((await items()).every(({ status }) => status === 'success')).toBe(true)
    expect(await ctx.db.requestUsage.aggregate({ _sum: { sent: true }, where: { shopId: ctx.shop.id } })).toMatchObject(
      { _sum: { sent: null } },
    )
  })

  test('lose the waiting requests of a canceled run; the free plan allows 40', async () => {
    for (let day = 1; day <= 30; day += 1) await pastOrder(day)
    const { data: run } = (
      await rest('POST', '/emails', { body: { sendAfterCustom: 1, timeUnit: 'days', spreadHours: 1 } })
    ).json<{ data: { id: string } }>()
    await world.runJobs()
    expect((await items()).filter(({ oldOrderRunId }) => oldOrderRunId === run.id)).toHaveLength(28)
    const cancelled = await rest('PUT', `/email-previous/${run.id}/cancel`, { body: {} })
    expect(cancelled.json()).toMatchObject({ success: true, data: { status: 'cancelled', cancelled: 28 } })
    expect(
      (await items())
        .filter(({ oldOrderRunId }) => oldOrderRunId === run.id)
        .every(({ status }) => status === 'cancelled'),
    ).toBe(true)
    expect((await world.rest('PUT', `/email-previous/${run.id}/cancel`, { body: {} })).statusCode).toBe(404)
  })

  test.each([
    [{ sendAfterCustom: 366, timeUnit: 'days' }, 'sendAfterCustom'],
    [{ from: '2020-01-01' }, 'from'],
    [{ spreadHours: 1_000 }, 'spreadHours'],
  ])('refuses %j at its field', async (body, field) => {
    const answer = await rest('POST', '/emails', { body })
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([422, [field]])
  })
})
