import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Ctx } from '../../core/context.ts'
import type { Shop } from '../../generated/prisma/client.ts'
import { saveSetting } from '../../shop/settings/settings.ts'
import { cancelQueueItems, sendAnyway } from '../queue/queue-actions.ts'
import { countQueue, queueTabCounts } from '../queue/list-queue.ts'
import { placeOrder } from '../../testing/orders.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { markReviewed } from './progress.ts'
import { applyQueueCounts } from './queue-counts.ts'
import { rescheduleWaiting } from './reschedule.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('the counts of the tabs', () => {
  const rows = () =>
    world.ctx.db.queueItem.findMany({ where: { shopId: world.shop.id }, orderBy: { orderNumber: 'asc' } })
  const tabs = async () => Object.fromEntries((await queueTabCounts(world.ctx)).map(({ id, count }) => [id, count]))

  /** Expects the tab counts to equal the rows and returns them. */
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

  test('tell skipped from canceled requests through every change of status', async () => {
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
    await world.ctx.db.product.updateMany({
      where: { shopId: world.shop.id },
      data: { deletedAt: world.app.deps.now() },
    })
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

  test('are exact beyond the number of rows that a count reads', async () => {
    const before = await tabs()
    await applyQueueCounts(world.ctx.db, [
      { shopId: world.shop.id, type: 'review-reminder', status: 'cancelled', by: 25_000, skipped: 12_345 },
    ])
    expect(await tabs()).toEqual({ ...before, all: (before.all ?? 0) + 25_000, skipped: 12_345, cancelled: 12_655 })
  })
})

describe('a change of the timing', () => {
  /** Number of requests: more than a batch. */
  const waiting = 1_050
  const days = (count: number) => new Date(world.ctx.now().getTime() + count * 86_400_000)

  /** Context of a new shop whose requests all wait. */
  let ctx: Ctx
  beforeEach(async () => {
    ctx = world.contextOf(await newShop())
    const { db, shop } = ctx
    const now = ctx.now()
    const orders = Array.from({ length: waiting }, (_, at) => ({
      id: uuidv7(),
      number: at + 1,
      email: `buyer${at}@example.com`,
    }))
    await db.order.createMany({
      data: orders.map(({ id, number, email }) => ({
        shopId: shop.id,
        id,
        platformId: String(number),
        name: `#${number}`,
        number,
        email,
        createdAt: now,
        changedAt: now,
      })),
    })
    await db.queueItem.createMany({
      data: orders.map(({ id, number, email }) => ({
        shopId: shop.id,
        id: uuidv7(),
        orderId: id,
        orderName: `#${number}`,
        orderNumber: number,
        customerEmail: email,
        status: 'waitingCondition' as const,
        createdOrderAt: now,
        // Many requests have the same time; the cursor must not skip them.
        createdAt: new Date(now.getTime() + Math.floor(number / 700)),
        updatedAt: now,
      })),
    })
    await applyQueueCounts(db, [{ shopId: shop.id, type: 'review-reminder', status: 'waitingCondition', by: waiting }])
  })

  async function newShop(): Promise<Shop> {
    const [id, now] = [uuidv7(), world.ctx.now()]
    const shop = await world.app.deps.access.acrossShops('the demo platform').shop.create({
      data: {
        id,
        shopifyDomain: `${id}.myshopify.com`,
        domain: `${id}.test`,
        name: 'Another',
        email: 'owner@another.test',
        plan: 'advanced',
        planStartedAt: now,
        createdAt: now,
        setupDone: true,
      },
    })
    const value = { coolDownDays: 0, sendHour: null }
    await world.contextOf(shop).db.setting.create({
      data: { shopId: id, key: 'requestRules', value, version: 1, updatedAt: now },
    })
    return shop
  }

  async function dates(by = ctx): Promise<Record<string, number>> {
    const groups = await by.db.queueItem.groupBy({
      by: ['status', 'scheduledAt'],
      where: { shopId: ctx.shop.id },
      _count: true,
    })
    return Object.fromEntries(
      groups.map(({ status, scheduledAt, _count }) => [`${status} ${scheduledAt?.toISOString() ?? ''}`, _count]),
    )
  }
  const counts = async () =>
    Object.fromEntries(
      (await ctx.db.queueCount.findMany({ where: { shopId: ctx.shop.id, count: { not: 0 } } })).map(
        ({ status, count }) => [status, count],
      ),
    )

  test('reschedules all waiting requests, not only the newest thousand', async () => {
    await saveSetting(ctx, 'requestTiming', { sendMethod: 'purchase', sendAfter: 'weeks_1' })
    await world.runJobs()
    expect(await dates()).toEqual({ [`waiting ${days(7).toISOString()}`]: waiting })
    expect(await counts()).toEqual({ waiting })
  })

  test('continues after the last committed batch and keeps nothing of a failed one', async () => {
    // Stores the setting without the job that a save queues.
    const { version } = await ctx.db.setting.create({
      data: {
        shopId: ctx.shop.id,
        key: 'requestTiming',
        value: { sendMethod: 'purchase', sendAfter: 'weeks_1' },
        updatedAt: ctx.now(),
      },
    })
    await expect(
      inTransaction(ctx, async (tx) => {
        await rescheduleWaiting(tx, { version })
        expect(await dates(tx)).toEqual({
          [`waiting ${days(7).toISOString()}`]: 1_000,
          'waitingCondition ': waiting - 1_000,
        })
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    await world.runJobs()
    expect(await dates()).toEqual({ 'waitingCondition ': waiting })
    await rescheduleWaiting(ctx, { version })
    await world.runJobs()
    expect(await dates()).toEqual({ [`waiting ${days(7).toISOString()}`]: waiting })
    expect(await counts()).toEqual({ waiting })
  })

  test('applies the newest of two changes', async () => {
    const { version } = await saveSetting(ctx, 'requestTiming', { sendMethod: 'purchase', sendAfter: 'weeks_1' })
    await saveSetting(ctx, 'requestTiming', { sendMethod: 'purchase', sendAfter: 'days_3' })
    await rescheduleWaiting(ctx, { version })
    expect(await dates()).toEqual({ 'waitingCondition ': waiting })
    await rescheduleWaiting(ctx, { version: version + 1 })
    await world.runJobs()
    expect(await dates()).toEqual({ [`waiting ${days(3).toISOString()}`]: waiting })
  })
})
