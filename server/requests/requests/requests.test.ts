import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createWorld, worldStart } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { placeOrder } from '../../testing/orders.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const items = () => world.ctx.db.queueItem.findMany({ where: { shopId: world.shop.id }, orderBy: { createdAt: 'asc' } })

describe('an order on its way to a request mail', () => {
  test('placed, fulfilled, and seven days later asked about once', async () => {
    const order = await placeOrder(world, { email: 'Ada@Example.com', firstName: 'Ada' })
    const [waiting] = await items()
    expect(waiting).toMatchObject({ status: 'waitingCondition', scheduledAt: null, customerEmail: 'ada@example.com' })
    await order.fulfill()
    const [due] = await items()
    expect(due).toMatchObject({ status: 'waiting', scheduledAt: new Date(worldStart.getTime() + 7 * 86_400_000) })
    await world.advance({ days: 6 })
    expect(await world.mailbox()).toHaveLength(0)
    await world.advance({ days: 1 })
    const [mail] = await world.mailbox()
    expect(mail).toMatchObject({ to: 'ada@example.com' })
    expect((await items())[0]).toMatchObject({ status: 'success', attempts: 1 })
    await world.advance({ days: 30 })
    expect(await world.mailbox()).toHaveLength(1)
  })
})
