import { z } from 'zod'
import type { OrderRange, PlatformOrder, PlatformPort } from '../platform.ts'
import type { AdminApi } from './admin-api.ts'
import { ordersCountDocument, ordersPageDocument } from './documents.ts'
import { orderShape, parseOrder } from './parse-order.ts'

const ordersAtOnce = 5
const ordersCountData = z.object({ ordersCount: z.object({ count: z.number() }).nullable() })
const ordersData = z.object({ orders: z.object({ nodes: z.array(orderShape) }) })
const changedData = z.object({
  orders: z.object({
    nodes: z.array(orderShape),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})

/** Reads orders that came before the app, or whose events were lost. */
export function shopifyOrders(
  api: AdminApi,
): Pick<PlatformPort, 'countOrders' | 'ordersPage' | 'ordersByIds' | 'changedOrders'> {
  return {
    async countOrders(shop, range) {
      const data = await api.run(shop, {
        document: ordersCountDocument,
        variables: { query: orderDateFilter(range) },
        data: ordersCountData,
      })
      return data.ordersCount?.count ?? 0
    },
    async ordersPage(shop, range, after) {
      // Pages by id like products, as a job may wait long for its next page.
      const query = after === null ? orderDateFilter(range) : `${orderDateFilter(range)} id:<${BigInt(after)}`
      const data = await api.run(shop, {
        document: ordersPageDocument,
        variables: { first: ordersAtOnce, query },
        data: ordersData,
      })
      const orders = data.orders.nodes.map(parseOrder)
      return { orders, next: orders.length < ordersAtOnce ? null : (orders.at(-1)?.platformId ?? null) }
    },
    async changedOrders(shop, since, after) {
      const query = `updated_at:>='${since.toISOString()}'`
      const variables = { first: ordersAtOnce, query, after, sortKey: 'UPDATED_AT', reverse: false }
      const { orders } = await api.run(shop, { document: ordersPageDocument, variables, data: changedData })
      return {
        orders: orders.nodes.map((node) => ({ ...parseOrder(node), updatedAt: new Date(node.updatedAt) })),
        next: orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null,
      }
    },
    async ordersByIds(shop, platformIds) {
      const found: PlatformOrder[] = []
      for (let at = 0; at < platformIds.length; at += ordersAtOnce) {
        const ids = platformIds.slice(at, at + ordersAtOnce)
        const data = await api.run(shop, {
          document: ordersPageDocument,
          variables: { first: ids.length, query: ids.map((id) => `id:${BigInt(id)}`).join(' OR ') },
          data: ordersData,
        })
        found.push(...data.orders.nodes.map(parseOrder))
      }
      return found
    },
  }
}

const orderDateFilter = ({ from, to }: OrderRange): string =>
  `created_at:>='${from.toISOString()}' created_at:<='${to.toISOString()}'`
