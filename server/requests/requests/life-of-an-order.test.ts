import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  await saveSetting(world.ctx, 'requestTiming', {
    sendMethod: 'delivery',
    sendAfter: 'custom',
    sendAfterCustom: 3,
    timeUnit: 'days',
  })
  await saveSetting(world.ctx, 'discount', { enableDiscount: true, sendingMethod: 'send_both' })
  // The demo's checkout belongs to the oldest shop.
  await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { createdAt: new Date('2025-01-01') } })
})
afterAll(() => world.close())

const inboxOf = async (address: string) => (await world.mailbox()).filter(({ to }) => to === address)
const linksOf = (html: string) =>
  [...html.matchAll(/(?:href|src)="http:\/\/candor\.test([^"]*)"/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  )
const requestOf = (email: string) =>
  world.ctx.db.queueItem.findFirstOrThrow({
    where: { shopId: world.shop.id, customerEmail: email, type: 'review-reminder' },
  })

test('an order is asked about after its delivery, reviewed with a photo, thanked with a code, and the code is used', async () => {
  const email = 'ada@life.test'
  const board = await addProduct(world, 'Life Board')
  const order = await placeOrder(world, { email, products: [board] })
  expect(await requestOf(email)).toMatchObject({ status: 'waitingCondition' })
  await order.fulfill()
  await world.advance({ days: 5 })
  expect(await inboxOf(email)).toEqual([])

  await order.deliver()
  expect(await requestOf(email)).toMatchObject({ status: 'waiting' })
  await world.advance({ days: 4 })
  const [request] = await inboxOf(email)
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
  expect((await inboxOf(email)).map(({ html }) => html.includes(code))).toEqual([false, true])

  await world.advance({ days: 26 })
  expect((await inboxOf(email)).map(({ subject }) => subject)).toEqual([
    expect.any(String),
    expect.any(String),
    'Your discount code expires soon',
  ])

  const catalog = await world.ctx.platform.productsPage(world.shop, null)
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
])('an order that is %s is not asked about, and its row says why', async (title, reason, act) => {
  const email = `${title.replaceAll(' ', '-')}@life.test`
  const order = await placeOrder(world, { email })
  await order.fulfill()
  await order.deliver()
  await act(order)
  await world.advance({ days: 5 })
  expect(await requestOf(email)).toMatchObject({ status: 'cancelled', skipReason: reason })
  expect(await inboxOf(email)).toEqual([])
})
