import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { applyQueueCounts, buildCountChange } from '../requests/queue-counts.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { addProduct, placeOrder } from '../../testing/orders.ts'
import { addReviews } from '../../testing/reviews.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** An order whose customer has reviewed it, and a due photo reminder for it beside its answered request. */
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

const mailTo = async (email: string) => (await world.mailbox()).find(({ to }) => to === email)

const lists = `{ viewer { shop {
  photos: emailQueue(filter: { type: [PHOTO_REMINDER] }) { totalCount edges { node { type queueType status } } }
  requests: emailQueue(filter: { type: [REVIEW_REMINDER] }) { totalCount }
  pushes: emailQueue(filter: { queueType: PUSH }) { totalCount }
  photoTabs: emailQueueTabs(type: [PHOTO_REMINDER]) { tab count }
  tabs: emailQueueTabs { tab count }
} } }`

test('a photo reminder is claimed, sent with its own template, and listed and counted under its kind', async () => {
  await saveSetting(world.ctx, 'emailTemplates', {
    photoReminder: { enabled: true, subject: 'A photo of {{ product_title }}, {{ customer_name }}?' },
    reviewReminder: { subject: 'Another subject' },
  })
  await plantPhotoReminder('photo@example.com')
  await world.runJobs()
  const mail = await mailTo('photo@example.com')
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

test('a plan without the template sends none of its emails', async () => {
  await saveSetting(world.ctx, 'emailTemplates', { photoReminder: { enabled: true } })
  await world.ctx.db.shop.update({ where: { id: world.shop.id }, data: { plan: 'free' } })
  const id = await plantPhotoReminder('free@example.com', 'Bowl')
  await world.runJobs()
  expect(await world.ctx.db.queueItem.findFirst({ where: { id } })).toMatchObject({
    status: 'cancelled',
    skipReason: 'planLacksEmail',
  })
  expect(await mailTo('free@example.com')).toBeUndefined()
})
