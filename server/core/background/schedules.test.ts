import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import { dayMs } from '../../../rules/dates.ts'
import { placeOrder } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ live: true })
})
afterAll(() => world.close())

/** Waits until so many emails are in the mailbox. */
async function mailsSent(count: number): Promise<void> {
  const changes = world.app.parts.pubsub.subscribe(world.shop.id, 'queue')[Symbol.asyncIterator]()
  while ((await world.mailbox()).length < count) await changes.next()
}

test('schedules sleep until a moved clock or a changed row wakes them @postgres', async () => {
  const [first, second] = [await placeOrder(world), await placeOrder(world)]
  await first.fulfill()
  await world.app.clock.advance(20 * dayMs)
  await mailsSent(1)
  await second.fulfill()
  await world.app.drain()
  const query = jest.spyOn(world.app.database.pool, 'query')
  const begun = Date.now()
  await world.ctx.db.queueItem.updateMany({
    where: { shopId: world.shop.id, status: 'waiting' },
    data: { scheduledAt: world.app.deps.now() },
  })
  await mailsSent(2)
  // Without the write they would sleep for a minute.
  expect(Date.now() - begun).toBeLessThan(30_000)
  const looks = query.mock.calls.filter((call: unknown[]) =>
    call.some((part) => typeof part === 'string' && part.includes('nextJobMs')),
  )
  query.mockRestore()
  expect(looks.length).toBeLessThan(10)
}, 120_000)
