import { maxBulkIds } from '../../../rules/limits.ts'
import { inTransaction, type Ctx } from '../../core/context.ts'
import { InvalidInput, NotFound } from '../../core/errors.ts'
import { readId } from '../../core/global-ids.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { savePastOrders } from '../../shop/orders/orders.ts'
import { addRequests } from '../requests/add-requests.ts'
import { resend, sendAnyway, type QueueChange } from './queue-actions.ts'

/**
 * Sends the review requests of orders now, for the link on the platform's order pages (spec 2,
 * /collect-reviews/email-request). An order without a request gets one, also if it is older than the app. Skips sent
 * requests.
 * @param orderIds ids of any kind (`readId`)
 * @throws InvalidInput for none, more than 1,000 or a malformed id
 * @throws NotFound when none of the orders exists
 * @throws NotAllowed for a single request that was sent
 * @throws LimitReached when the monthly limit is used up
 * @throws UpstreamFailed when the platform can't be asked for an order
 */
export async function requestReviewsOfOrders(ctx: Ctx, orderIds: readonly string[]): Promise<QueueChange> {
  const named = orderIds.filter((id) => id.trim() !== '').map((id) => readId('Order', id))
  const ids = [...new Set(named.map((row) => row.id ?? row.platformId))]
  if (ids.length === 0) throw new InvalidInput({ ids: 'required' })
  if (ids.length > maxBulkIds) throw new InvalidInput({ ids: { code: 'tooManyIds', params: { max: maxBulkIds } } })
  const known = await findOrders(ctx, ids)
  const unknown = ids.filter((id) => /^\d{1,19}$/.test(id) && !known.some(({ platformId }) => platformId === id))
  const fetched = unknown.length > 0 ? await ctx.platform.ordersByIds(ctx.shop, unknown) : []
  return inTransaction(ctx, async (tx) => {
    const orders = [...known, ...(await savePastOrders(tx, fetched))]
    if (orders.length === 0) throw new NotFound()
    await addMissingRequests(tx, orders)
    const items = await findRequests(tx, orders)
    const failed = items.filter(({ status }) => status === 'failed').map(({ id }) => id)
    const others = items.filter(({ status }) => status !== 'failed').map(({ id }) => id)
    const changes = [
      ...(others.length > 0 ? [await sendAnyway(tx, others)] : []),
      ...(failed.length > 0 ? [await resend(tx, failed)] : []),
    ]
    return { changed: changes.flatMap(({ changed }) => changed), skipped: changes.flatMap(({ skipped }) => skipped) }
  })
}

/** Orders that are known from a parcel only have no name, and are fetched. */
const findOrders = (ctx: Ctx, ids: string[]): Promise<Order[]> =>
  ctx.db.order.findMany({
    where: {
      shopId: ctx.shop.id,
      name: { not: '' },
      OR: [{ id: { in: ids.filter((id) => id.includes('-')) } }, { platformId: { in: ids } }],
    },
  })

const findRequests = (ctx: Ctx, orders: readonly Order[]) =>
  ctx.db.queueItem.findMany({
    where: { shopId: ctx.shop.id, type: 'review-reminder', sequence: 0, orderId: { in: orders.map(({ id }) => id) } },
    select: { id: true, orderId: true, status: true },
    orderBy: { id: 'asc' },
  })

async function addMissingRequests(tx: Ctx, orders: readonly Order[]): Promise<void> {
  const asked = new Set((await findRequests(tx, orders)).map(({ orderId }) => orderId))
  const missing = orders.filter(({ id }) => !asked.has(id))
  await addRequests(
    tx,
    missing.map((order) => ({ order, scheduledAt: tx.now(), oldOrderRunId: null })),
  )
}
