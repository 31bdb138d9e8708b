import type { ReviewStatus } from '../../../rules/review-status.ts'
import type { Ctx } from '../../core/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { countKeptPieces, parseOrderLines } from './order-lines.ts'

export interface ReviewableProduct {
  id: string
  title: string
  handle: string
  image: string | null
  variantTitle: string
  tags: string[]
}

export interface ReviewableState {
  /** Products kept by the customer and the shop, not yet reviewed for this order. In order of lines, each once. */
  left: ReviewableProduct[]
  /** The same with a review of this order. */
  reviewed: ReviewedProduct[]
}

export interface ReviewedProduct extends ReviewableProduct {
  status: ReviewStatus
  rate: number
  hasMedia: boolean
}

/** An order, or the lines of one that an email is about. `key` then distinguishes the order's emails. */
type Reviewed = Pick<Order, 'id' | 'customerId' | 'lineItems'> & { key?: string }

/** Returns the reviewable and the reviewed products of each order, by key or order id. */
export async function reviewableProducts(ctx: Ctx, orders: readonly Reviewed[]): Promise<Map<string, ReviewableState>> {
  if (orders.length === 0) return new Map()
  const shopId = ctx.shop.id
  const kept = orders.map((order) => ({
    id: order.id,
    key: order.key ?? order.id,
    lines: parseOrderLines(order.lineItems).filter((line) => countKeptPieces(line) > 0),
  }))
  const lines = kept.flatMap((order) => order.lines)
  const ids = [...new Set(lines.map(({ productId }) => productId).filter((id) => id !== null))]
  // Finds lines from before the catalog knew the product by the platform's id.
  const platformIds = [
    ...new Set(
      lines
        .filter(({ productId }) => productId === null)
        .map(({ platformProductId }) => platformProductId)
        .filter((id) => id !== null),
    ),
  ]
  const products = await ctx.db.product.findMany({
    where: { shopId, deletedAt: null, OR: [{ id: { in: ids } }, { platformId: { in: platformIds } }] },
    select: { id: true, platformId: true, title: true, handle: true, image: true, tags: true },
  })
  // Searches by customer, whose few reviews an index finds.
  const customerIds = [...new Set(orders.map(({ customerId }) => customerId).filter((id) => id !== null))]
  const reviews = await ctx.db.review.findMany({
    where: { shopId, customerId: { in: customerIds }, orderId: { in: orders.map(({ id }) => id) } },
    select: { orderId: true, productId: true, status: true, rate: true, hasMedia: true },
  })
  const statusOf = new Map(reviews.map(({ orderId, productId, ...review }) => [`${orderId} ${productId}`, review]))
  const byId = new Map(products.map((product) => [product.id, product]))
  const byPlatformId = new Map(products.map((product) => [product.platformId, product]))
  return new Map(
    kept.map((order) => {
      const found = new Map<string, ReviewableProduct>()
      for (const line of order.lines) {
        const product = line.productId ? byId.get(line.productId) : byPlatformId.get(line.platformProductId ?? '')
        if (product && !found.has(product.id)) found.set(product.id, { ...product, variantTitle: line.variantTitle })
      }
      const all = [...found.values()]
      const status = ({ id }: ReviewableProduct) => statusOf.get(`${order.id} ${id}`)
      const reviewed = all.flatMap((product) => {
        const found = status(product)
        return found ? [{ ...product, ...found }] : []
      })
      return [order.key, { left: all.filter((product) => !status(product)), reviewed }]
    }),
  )
}
