import { dayMs } from '../../../rules/dates.ts'
import type { DatabaseAccess } from '../../core/database/for-shop.ts'
import type { OrderRange, PlatformOrder, PlatformPort, PlatformShop } from '../../platform/platform.ts'
import { catalogOf, demoShopDomain } from '../catalog/catalog.ts'
import { grantKey } from '../install/grants.ts'
import { orderPayload } from './order-events.ts'
import type { DemoOrder } from './orders.ts'

/** The platform's calls about orders. */
export function demoOrders(
  parts: { access: DatabaseAccess; origin: string },
  pageSize: number,
): Pick<PlatformPort, 'countOrders' | 'ordersPage' | 'ordersByIds' | 'changedOrders'> {
  return {
    countOrders: async (shop, range) => (await demoOrdersOf(parts, shop, range)).length,
    async ordersPage(shop, range, after) {
      const all = await demoOrdersOf(parts, shop, range)
      const start = after === null ? 0 : all.findIndex(({ platformId }) => platformId === after) + 1
      const orders = all.slice(start, start + pageSize)
      return { orders, next: start + pageSize < all.length ? (orders.at(-1)?.platformId ?? null) : null }
    },
    async ordersByIds(shop, platformIds) {
      const all = await demoOrdersOf(parts, shop, { from: new Date(0), to: new Date(8.64e15) })
      return all.filter(({ platformId }) => platformIds.includes(platformId))
    },
    async changedOrders(shop, since, after) {
      const changed = (await placedOrdersOf(parts.access, shop))
        .map((order) => ({ order, updatedAt: changeOf(order) }))
        .filter(({ updatedAt }) => updatedAt >= since)
        .sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime() || (a.order.id < b.order.id ? -1 : 1))
      const start = after === null ? 0 : changed.findIndex(({ order }) => order.id === after) + 1
      const page = changed.slice(start, start + pageSize)
      return {
        orders: page.map(({ order, updatedAt }) => ({
          platformId: order.id,
          updatedAt,
          payload: orderPayload(order, updatedAt.toISOString()),
        })),
        next: start + pageSize < changed.length ? (page.at(-1)?.order.id ?? null) : null,
      }
    },
  }
}

const changeOf = ({ createdAt, fulfilledAt, deliveredAt, cancelledAt, refundedAt }: DemoOrder): Date =>
  new Date(
    [createdAt, fulfilledAt, deliveredAt, cancelledAt, refundedAt]
      .flatMap((time) => time ?? [])
      .sort()
      .at(-1) ?? 0,
  )

/** Returns the orders of the demo store's checkout. */
async function placedOrdersOf(access: DatabaseAccess, shop: PlatformShop): Promise<DemoOrder[]> {
  const rows = await access
    .acrossShops('the demo platform')
    .demoState.findMany({ where: { key: { startsWith: 'order:' } } })
  return rows
    .map(({ value }) => value as unknown as DemoOrder)
    .filter(({ shopDomain }) => shopDomain === shop.shopifyDomain)
}

/**
 * Returns the orders of a range, newest first. They come from the demo store and from the seed, of which the platform
 * knows only ids. The demo shop also has some from before the app.
 */
export async function demoOrdersOf(
  { access, origin }: { access: DatabaseAccess; origin: string },
  shop: PlatformShop,
  { from, to }: OrderRange,
): Promise<PlatformOrder[]> {
  const seeded = await access.forShop(shop.id).order.findMany({
    where: { shopId: shop.id, createdAt: { gte: from, lte: to } },
    select: { platformId: true, createdAt: true },
  })
  const placed = await placedOrdersOf(access, shop)
  const orders = new Map<string, PlatformOrder & { at: number }>(
    seeded.map(({ platformId, createdAt }) => [
      platformId,
      { platformId, at: createdAt.getTime(), payload: { id: platformId } },
    ]),
  )
  for (const order of [...placed, ...(await ordersBefore(access, shop, origin))].filter(
    ({ createdAt }) => new Date(createdAt) >= from && new Date(createdAt) <= to,
  ))
    orders.set(order.id, {
      platformId: order.id,
      at: new Date(order.createdAt).getTime(),
      payload: orderPayload(order, order.deliveredAt ?? order.fulfilledAt ?? order.createdAt),
    })
  return [...orders.values()]
    .sort((a, b) => b.at - a.at || (a.platformId < b.platformId ? 1 : -1))
    .map(({ platformId, payload }) => ({ platformId, payload }))
}

const buyers = [
  ['Nora', 'Lind'],
  ['Theo', 'Marsh'],
  ['Iris', 'Vega'],
  ['Oscar', 'Bloom'],
  ['Mina', 'Okafor'],
  ['Felix', 'Hart'],
] as const
const firstPastId = 6_100_000_000_000

/** Returns orders without a webhook, of the demo shop and of shops installed in it: one every third day before. */
async function ordersBefore(access: DatabaseAccess, shop: PlatformShop, origin: string): Promise<DemoOrder[]> {
  const isNew = await access
    .acrossShops('the demo platform')
    .demoState.count({ where: { key: grantKey(shop.shopifyDomain) } })
  if (shop.shopifyDomain !== demoShopDomain && isNew === 0) return []
  const { createdAt } = await access
    .forShop(shop.id)
    .shop.findUniqueOrThrow({ where: { id: shop.id }, select: { createdAt: true } })
  const catalog = catalogOf(shop.shopifyDomain, origin)
  return buyers.flatMap(([firstName, lastName], index) => {
    const product = catalog[index % catalog.length]
    const variant = product?.variants[0]
    if (!product || !variant) return []
    const id = String(firstPastId + index)
    const placed = new Date(createdAt.getTime() - (index + 1) * 3 * dayMs)
    const shipped = new Date(placed.getTime() + dayMs).toISOString()
    const line = {
      id: `${id}0`,
      productId: product.platformId,
      variantId: variant.id,
      handle: product.handle,
      title: product.title,
      variantTitle: variant.title,
      quantity: 1,
      priceCents: variant.priceCents,
    }
    return [
      {
        id,
        name: `#${900 + index}`,
        number: 900 + index,
        shopDomain: shop.shopifyDomain,
        email: `${firstName}.${lastName}@shopper.test`.toLowerCase(),
        firstName,
        lastName,
        customerId: String(7_300_000_000_000 + index),
        createdAt: placed.toISOString(),
        fulfilledAt: shipped,
        deliveredAt: null,
        cancelledAt: null,
        refundedAt: null,
        lines: [line],
      },
    ]
  })
}
