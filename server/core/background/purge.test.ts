import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { addProduct, orderPayload, postWebhook } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { purgeOldRows } from './purge.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const across = () => world.app.deps.access.acrossShops('the command line')
const logIn = async () => {
  const payload = { email: 'merchant@world.test', password: 'a-long-test-password' }
  return (await world.inject({ method: 'POST', url: '/apiSa/auth/login', payload })).json<{ token: string }>().token
}
const sessions = () => across().loginSession.count()

test('deletes webhooks after a month of the business clock, not before', async () => {
  const product = await addProduct(world, 'Kettle')
  const payload = orderPayload(world, { platformId: 7001, number: 7001, products: [product] })
  await postWebhook(world, 'orders/create', { payload, webhookId: 'old' })
  const kept = () => world.ctx.db.webhookReceipt.count({ where: { shopId: world.shop.id, webhookId: 'old' } })
  await world.advance({ days: 29 })
  expect(await kept()).toBe(1)
  await world.advance({ days: 2 })
  expect(await kept()).toBe(0)
})

test('deletes idempotency keys after a week', async () => {
  await across().idempotencyKey.create({
    data: { shopId: world.shop.id, key: 'one', fingerprint: '', createdAt: world.ctx.now() },
  })
  const kept = () => across().idempotencyKey.count({ where: { key: 'one' } })
  await world.advance({ days: 6 })
  expect(await kept()).toBe(1)
  await world.advance({ days: 2 })
  expect(await kept()).toBe(0)
})

test('keeps the facts of every shop for three years, by whole months', async () => {
  const today = world.ctx.now().getTime()
  const day = (days: number) => new Date(today - days * 86_400_000)
  for (const { id: shopId } of [world.shop, world.otherShop]) {
    await across().shop.update({ where: { id: shopId }, data: { createdAt: day(3_000) } })
    await across().fact.createMany({
      data: [0, 365, 1_090, 1_200, 2_000].map((days) => ({
        shopId,
        hour: day(days),
        metric: 'reviews.submitted',
        dimension: 'rate',
        value: '5',
        count: days,
      })),
    })
  }
  await world.runJobs()
  const left = await across().fact.findMany({
    where: { dimension: 'rate' },
    orderBy: [{ shopId: 'asc' }, { count: 'asc' }],
  })
  expect(left.map(({ count }) => count)).toEqual([0, 365, 1_090, 0, 365, 1_090])
})

test('deletes expired sessions by the machine’s clock, whatever the business clock says', async () => {
  const [over, open] = [await logIn(), await logIn()]
  const before = await sessions()
  await world.advance({ days: 400 })
  expect(await sessions()).toBe(before)
  // Makes the row older, since the machine's clock cannot be changed.
  const tokenHash = createHash('sha256').update(over).digest('base64url')
  await across().loginSession.update({ where: { tokenHash }, data: { expiresAt: new Date(Date.now() - 1_000) } })
  await world.runJobs()
  expect(await sessions()).toBe(before - 1)
  expect((await world.rest('GET', '/shops', { token: open })).statusCode).toBe(200)
})

test('deletes any number of throttles after their window', async () => {
  const posted = await world.inject({
    method: 'POST',
    url: `/storefront/${world.shop.shopifyDomain}/products/none/reviews`,
    payload: {},
  })
  expect(posted.statusCode).toBe(404)
  await across()
    .$executeRaw`insert into "RateLimit" select 'old:' || n, 1, ${BigInt(Date.now() - 1_000)}::bigint from generate_series(1, 12000) n`
  await world.runJobs()
  const left = await across().rateLimit.findMany({
    where: { OR: [{ key: { startsWith: 'old:' } }, { key: { startsWith: 'storefront-review:' } }] },
  })
  expect(left.map(({ key }) => key)).toEqual([expect.stringMatching(/^storefront-review:[\w-]{43}$/)])
})

test('deletes 5,000 rows a statement, and two processes do not wait for each other', async () => {
  await across().$executeRaw`insert into "RateLimit" select 'old:' || n, 1, 1 from generate_series(1, 12000) n`
  const first = await purgeOldRows(world.app.deps)
  expect(first).toBe(5_000)
  const both = await Promise.all([purgeOldRows(world.app.deps), purgeOldRows(world.app.deps)])
  expect(both[0] + both[1]).toBe(7_000)
  expect(await across().rateLimit.count({ where: { key: { startsWith: 'old:' } } })).toBe(0)
})
