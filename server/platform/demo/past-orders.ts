import type { Doors } from '../../database/for-shop.ts'
import type { OrderRange, PlatformOrder, PlatformShop } from '../platform.ts'
import { orderPayload } from './order-events.ts'
import type { DemoOrder } from './orders.ts'

/**
 * Returns the orders of a range, the newest first: those of the demo store, and those that were seeded with the shop. Of the latter
 * the demo platform knows only the ids.
 */
export async function demoOrdersOf(doors: Doors, shop: PlatformShop, { from, to }: OrderRange): Promise<PlatformOrder[]> {
  const seeded = await doors.forShop(shop.id).order.findMany({ where: { shopId: shop.id, createdAt: { gte: from, lte: to } }, select: { platformId: true, createdAt: true } })
  const rows = await doors.acrossShops('the demo platform').demoState.findMany({ where: { key: { startsWith: 'order:' } } })
  const placed = rows.map(({ value }) => value as unknown as DemoOrder)
    .filter(({ shopDomain, createdAt }) => shopDomain === shop.shopifyDomain && new Date(createdAt) >= from && new Date(createdAt) <= to)
  const orders = new Map(seeded.map(({ platformId, createdAt }) => [platformId, { platformId, at: createdAt.getTime(), payload: { id: platformId } as Record<string, unknown> }]))
  for (const order of placed) orders.set(order.id, { platformId: order.id, at: new Date(order.createdAt).getTime(), payload: orderPayload(order, order.deliveredAt ?? order.fulfilledAt ?? order.createdAt) })
  return [...orders.values()].sort((a, b) => b.at - a.at || (a.platformId < b.platformId ? 1 : -1)).map(({ platformId, payload }) => ({ platformId, payload }))
}
