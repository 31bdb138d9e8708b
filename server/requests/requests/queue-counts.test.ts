import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { cancelQueueItems, sendAnyway } from '../queue/queue-actions.ts'
import { countQueue, queueTabCounts } from '../queue/list-queue.ts'
import { placeOrder } from '../../testing/orders.ts'
import { createWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { markReviewed } from './progress.ts'
import { applyQueueCounts } from './queue-counts.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const rows = () =>
  world.ctx.db.queueItem.findMany({ where: { shopId: world.shop.id }, orderBy: { orderNumber: 'asc' } })
const tabs = async () => Object.fromEntries((await queueTabCounts(world.ctx)).map(({ id, count }) => [id, count]))

/** What the tabs say, after it was held against the rows. */
async function honestTabs(): Promise<{ all?: number; skipped?: number; cancelled?: number }> {
  const [items, shown] = [await rows(), await tabs()]
  const cancelled = items.filter(({ status }) => status === 'cancelled')
  const skipped = cancelled.filter(({ skipReason }) => skipReason !== null).length
  expect(shown).toMatchObject({ all: items.length, skipped, cancelled: cancelled.length - skipped })
  expect([
    await countQueue(world.ctx, { status: ['cancelled'], skipped: true }),
    await countQueue(world.ctx, { status: ['cancelled'], skipped: false }),
  ]).toEqual([skipped, cancelled.length - skipped])
  expect(await countQueue(world.ctx, { status: ['cancelled', 'waiting'], skipped: true })).toBe(
    items.filter(({ status, skipReason }) => ['cancelled', 'waiting'].includes(status) && skipReason !== null).length,
  )
  expect(await countQueue(world.ctx, { skipped: true })).toBe(
    items.filter(({ skipReason }) => skipReason !== null).length,
  )
  return shown
}

test('the tabs tell skipped from cancelled, whichever way a request comes and goes', async () => {
  const orders = []
  for (const email of ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com', ''])
    orders.push(await placeOrder(world, { email }))
  expect(await honestTabs()).toMatchObject({ all: 5, skipped: 1, cancelled: 0 })
  const ids = (await rows()).map(({ id }) => id)

  await orders[0]?.cancel()
  await orders[1]?.refund()
  await cancelQueueItems(world.ctx, [ids[2] ?? ''])
  expect(await honestTabs()).toMatchObject({ skipped: 3, cancelled: 1 })

  await orders[0]?.refund()
  await orders[2]?.cancel()
  expect(await honestTabs()).toMatchObject({ skipped: 3, cancelled: 1 })

  await sendAnyway(world.ctx, [ids[0] ?? '', ids[2] ?? ''])
  expect(await honestTabs()).toMatchObject({ skipped: 2, cancelled: 0 })
  await cancelQueueItems(world.ctx, [ids[0] ?? ''])
  await world.runJobs()
  await honestTabs()

  const [, , , skippedLate] = await rows()
  await world.ctx.db.product.updateMany({ where: { shopId: world.shop.id }, data: { deletedAt: world.app.deps.now() } })
  await orders[3]?.fulfill()
  await world.advance({ days: 8 })
  expect((await rows()).find(({ id }) => id === skippedLate?.id)).toMatchObject({
    status: 'cancelled',
    skipReason: 'noProducts',
  })
  await honestTabs()

  for (const { orderId } of await rows()) await markReviewed(world.ctx, orderId)
  expect(await honestTabs()).toMatchObject({ all: 5, skipped: 0, cancelled: 0 })
})

test('the tabs are exact beyond what is counted by looking', async () => {
  const before = await tabs()
  await applyQueueCounts(world.ctx.db, [
    { shopId: world.shop.id, type: 'review-reminder', status: 'cancelled', by: 25_000, skipped: 12_345 },
  ])
  expect(await tabs()).toEqual({ ...before, all: (before.all ?? 0) + 25_000, skipped: 12_345, cancelled: 12_655 })
})
