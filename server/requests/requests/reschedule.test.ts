import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction } from '../../core/context.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { createWorld, worldStart } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { applyQueueCounts } from './queue-counts.ts'
import { rescheduleWaiting } from './reschedule.ts'

/** More than a batch. */
const rows = 1_050
const days = (count: number) => new Date(worldStart.getTime() + count * 86_400_000)

let world: World
beforeEach(async () => {
  world = await createWorld()
  const {
    shop: { id: shopId },
    ctx: { db },
  } = world
  const orders = Array.from({ length: rows }, (_, at) => ({
    id: uuidv7(),
    number: at + 1,
    email: `buyer${at}@example.com`,
  }))
  await db.order.createMany({
    data: orders.map(({ id, number, email }) => ({
      shopId,
      id,
      platformId: String(number),
      name: `#${number}`,
      number,
      email,
      createdAt: worldStart,
      changedAt: worldStart,
    })),
  })
  await db.queueItem.createMany({
    data: orders.map(({ id, number, email }) => ({
      shopId,
      id: uuidv7(),
      orderId: id,
      orderName: `#${number}`,
      orderNumber: number,
      customerEmail: email,
      status: 'waitingCondition' as const,
      createdOrderAt: worldStart,
      // Many of the same instant: the cursor must not pass them over.
      createdAt: new Date(worldStart.getTime() + Math.floor(number / 700)),
      updatedAt: worldStart,
    })),
  })
  await applyQueueCounts(db, [{ shopId, type: 'review-reminder', status: 'waitingCondition', by: rows }])
})
afterEach(() => world.close())

async function dates(ctx = world.ctx): Promise<Record<string, number>> {
  const groups = await ctx.db.queueItem.groupBy({
    by: ['status', 'scheduledAt'],
    where: { shopId: world.shop.id },
    _count: true,
  })
  return Object.fromEntries(
    groups.map(({ status, scheduledAt, _count }) => [`${status} ${scheduledAt?.toISOString() ?? ''}`, _count]),
  )
}
const counts = async () =>
  Object.fromEntries(
    (await world.ctx.db.queueCount.findMany({ where: { shopId: world.shop.id, count: { not: 0 } } })).map(
      ({ status, count }) => [status, count],
    ),
  )

test('a change of the timing reaches every request that waits, not the newest thousand only', async () => {
  await saveSetting(world.ctx, 'requestTiming', { sendMethod: 'purchase', sendAfter: 'weeks_1' })
  await world.runJobs()
  expect(await dates()).toEqual({ [`waiting ${days(7).toISOString()}`]: rows })
  expect(await counts()).toEqual({ waiting: rows })
})

test('goes on behind the last batch that was kept, and a batch that dies leaves nothing half done', async () => {
  // As a save stores it, without the job that the save queues.
  const { version } = await world.ctx.db.setting.create({
    data: {
      shopId: world.shop.id,
      key: 'requestTiming',
      value: { sendMethod: 'purchase', sendAfter: 'weeks_1' },
      updatedAt: worldStart,
    },
  })
  await expect(
    inTransaction(world.ctx, async (tx) => {
      await rescheduleWaiting(tx, { version })
      expect(await dates(tx)).toEqual({
        [`waiting ${days(7).toISOString()}`]: 1_000,
        'waitingCondition ': rows - 1_000,
      })
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  await world.runJobs()
  expect(await dates()).toEqual({ 'waitingCondition ': rows })
  await rescheduleWaiting(world.ctx, { version })
  await world.runJobs()
  expect(await dates()).toEqual({ [`waiting ${days(7).toISOString()}`]: rows })
  expect(await counts()).toEqual({ waiting: rows })
})

test('a second change takes the place of the first', async () => {
  const { version } = await saveSetting(world.ctx, 'requestTiming', { sendMethod: 'purchase', sendAfter: 'weeks_1' })
  await saveSetting(world.ctx, 'requestTiming', { sendMethod: 'purchase', sendAfter: 'days_3' })
  await rescheduleWaiting(world.ctx, { version })
  expect(await dates()).toEqual({ 'waitingCondition ': rows })
  await rescheduleWaiting(world.ctx, { version: version + 1 })
  await world.runJobs()
  expect(await dates()).toEqual({ [`waiting ${days(3).toISOString()}`]: rows })
})
