import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { addProduct, type TestProduct } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let lamp: TestProduct
let last = 0

beforeAll(async () => {
  world = await createWorld({ plan: 'free' })
  lamp = await addProduct(world, 'Lamp')
})
afterAll(() => world.close())

/** An order from before the app, which nothing has followed from. */
async function pastOrder(daysAgo: number, more: object = {}): Promise<string> {
  last += 1
  const [id, at] = [uuidv7(), new Date(world.app.deps.now().getTime() - daysAgo * 86_400_000)]
  await world.ctx.db.order.create({
    data: {
      shopId: world.shop.id,
      id,
      platformId: String(4_000_000 + last),
      name: `#${last}`,
      number: last,
      email: `past${last}@example.com`,
      createdAt: at,
      fulfilledAt: at,
      changedAt: at,
      lineItems: [{ lineId: '1', productId: lamp.id, platformProductId: lamp.platformId, title: 'Lamp', quantity: 1 }],
      ...more,
    },
  })
  return id
}

const items = () =>
  world.ctx.db.queueItem.findMany({ where: { shopId: world.shop.id }, orderBy: { scheduledAt: 'asc' } })
const count = async () => (await world.rest('GET', '/email-previous')).json<{ count: number }>().count

test('past orders are asked about once, spread over the hours, and outside the monthly number', async () => {
  for (let day = 1; day <= 12; day += 1) await pastOrder(day)
  await pastOrder(3, { cancelledAt: new Date() })
  await pastOrder(70)
  expect(await count()).toBe(13)
  const started = await world.rest('POST', '/emails', {
    body: { sendAfter: 'days_1', sendAfterCustom: 2, timeUnit: 'hours', spreadHours: 24 },
  })
  expect(started.json()).toMatchObject({ success: true, data: { status: 'running', total: 13 } })
  await world.runJobs()
  const rows = await items()
  expect(rows).toHaveLength(12)
  const [first = 0, last = 0] = [rows[0], rows.at(-1)].map(
    (row) => ((row?.scheduledAt?.getTime() ?? 0) - world.app.deps.now().getTime()) / 3_600_000,
  )
  expect([first, last > 20, last <= 26]).toEqual([2, true, true])
  expect((await world.rest('GET', '/email-previous/run')).json()).toMatchObject({
    data: { left: 28, limit: 40, run: { status: 'done', done: 13, added: 12, skipped: 1 } },
  })
  await world.rest('POST', '/emails', { body: { sendAfterCustom: 1, timeUnit: 'hours' } })
  await world.runJobs()
  expect(await items()).toHaveLength(12)
  await world.advance({ days: 2 })
  expect((await items()).every(({ status }) => status === 'success')).toBe(true)
  expect(
    await world.ctx.db.requestUsage.aggregate({ _sum: { sent: true }, where: { shopId: world.shop.id } }),
  ).toMatchObject({ _sum: { sent: null } })
})

test('a run is canceled with its requests that have not left; the free plan ends at 40', async () => {
  for (let day = 1; day <= 30; day += 1) await pastOrder(day)
  const { data: run } = (
    await world.rest('POST', '/emails', { body: { sendAfterCustom: 1, timeUnit: 'days', spreadHours: 1 } })
  ).json<{ data: { id: string } }>()
  await world.runJobs()
  expect((await items()).filter(({ oldOrderRunId }) => oldOrderRunId === run.id)).toHaveLength(28)
  const cancelled = await world.rest('PUT', `/email-previous/${run.id}/cancel`, { body: {} })
  expect(cancelled.json()).toMatchObject({ success: true, data: { status: 'cancelled', cancelled: 28 } })
  expect(
    (await items())
      .filter(({ oldOrderRunId }) => oldOrderRunId === run.id)
      .every(({ status }) => status === 'cancelled'),
  ).toBe(true)
  expect(
    (await world.rest('PUT', `/email-previous/${run.id}/cancel`, { body: {}, token: world.otherToken })).statusCode,
  ).toBe(404)
})

test.each([
  [{ sendAfterCustom: 366, timeUnit: 'days' }, 'sendAfterCustom'],
  [{ from: '2020-01-01' }, 'from'],
  [{ spreadHours: 1_000 }, 'spreadHours'],
])('refuses %j at its field', async (body, field) => {
  const answer = await world.rest('POST', '/emails', { body })
  expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([422, [field]])
})
