import type { Ctx } from '../../../core/context.ts'
import type { Order } from '../../../generated/prisma/client.ts'
import { raiseProductVersions } from '../../../shop/products/products.ts'

/** Listener: stores the delivery of an order in the reviews that it proves and that came before. */
export async function fillDeliveries(tx: Ctx, { order }: { order: Order }): Promise<void> {
  const { id: orderId, customerId, deliveredAt } = order
  // Searches by the customer, who has few reviews and an index.
  if (!deliveredAt || !customerId) return
  const filled = await tx.db.review.updateManyAndReturn({
    where: { shopId: tx.shop.id, customerId, orderId, deliveredAt: null },
    data: { deliveredAt, updatedAt: tx.now() },
    select: { productId: true, status: true },
  })
  const shown = filled.filter(({ status }) => status === 'published')
  if (shown.length > 0)
    await raiseProductVersions(
      tx,
      shown.map(({ productId }) => productId),
    )
}
