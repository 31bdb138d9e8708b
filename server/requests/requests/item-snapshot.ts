import { z } from 'zod'
import type { Ctx } from '../../core/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { countKeptPieces } from '../../shop/orders/order-lines.ts'
import { selectLines, type PlannedParcel } from './parcels.ts'

/** Product of a queued request, copied from the order so that the list needs no other table. */
export interface QueueLine {
  productId: string | null
  title: string
  handle: string | null
  image: string | null
  link: string | null
  quantity: number
}

const stored = z.array(
  z.object({
    productId: z.string().nullable().catch(null),
    title: z.string().catch(''),
    handle: z.string().nullable().catch(null),
    image: z.string().nullable().catch(null),
    link: z.string().nullable().catch(null),
    quantity: z.number().catch(1),
  }),
)

export function parseQueueLines(lineItems: unknown): QueueLine[] {
  return stored.parse(lineItems)
}

/** Returns the part of an order that a request's row stores. */
export function snapshotOf(
  ctx: Ctx,
  order: Order,
  planned: Omit<PlannedParcel, 'parcel'> = { ...order, lineIds: null },
) {
  const lines = selectLines(order, planned)
  const lineItems = lines.map((line): QueueLine => ({
    productId: line.productId,
    title: line.title,
    handle: line.handle,
    image: line.image,
    link: line.handle ? ctx.platform.productUrl(ctx.shop, line.handle) : null,
    quantity: countKeptPieces(line),
  }))
  const searchText = [order.name, order.email, order.customerName, ...lines.map(({ title }) => title)]
    .join('\n')
    .toLowerCase()
    .slice(0, 4000)
  return {
    orderName: order.name,
    orderNumber: order.number,
    customerId: order.customerId,
    customerEmail: order.email,
    customerName: order.customerName,
    locale: order.locale,
    lineItems: lineItems as unknown as object[],
    productIds: [...new Set(lines.map(({ productId }) => productId).filter((id) => id !== null))],
    fulfillmentStatus: planned.deliveredAt ? 'delivered' : planned.fulfilledAt ? 'fulfilled' : null,
    createdOrderAt: order.createdAt,
    fulfilledDate: planned.fulfilledAt,
    searchText,
  }
}
