import { maxBulkIds } from '../../../rules/limits.ts'
import type { Ctx } from '../../core/context.ts'
import { InvalidInput, NotFound } from '../../core/errors.ts'
import { isUuidInAnyCase } from '../../core/uuid.ts'
import { resend, sendAnyway, type QueueChange } from './queue-actions.ts'

/**
 * Sends the review requests of orders now, for the link on the platform's order pages (spec 2,
 * /collect-reviews/email-request). Skips sent requests and orders without one.
 * @param orderIds our ids or the platform's, plain or as `gid://shopify/Order/…`
 * @throws InvalidInput for none, or more than 1,000
 * @throws NotFound when none of the orders has a request
 * @throws NotAllowed for a single request that was sent
 * @throws LimitReached when the monthly limit is used up
 */
export async function requestReviewsOfOrders(ctx: Ctx, orderIds: readonly string[]): Promise<QueueChange> {
  const ids = [
    ...new Set(orderIds.map((id) => id.trim().replace(/^gid:\/\/shopify\/Order\//, '')).filter((id) => id !== '')),
  ]
  if (ids.length === 0) throw new InvalidInput({ ids: 'required' })
  if (ids.length > maxBulkIds) throw new InvalidInput({ ids: { code: 'tooManyIds', params: { max: maxBulkIds } } })
  const own = ids.filter(isUuidInAnyCase)
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, OR: [{ id: { in: own } }, { platformId: { in: ids } }] },
    select: { id: true },
  })
  const items = await ctx.db.queueItem.findMany({
    where: { shopId: ctx.shop.id, type: 'review-reminder', sequence: 0, orderId: { in: orders.map(({ id }) => id) } },
    select: { id: true, status: true },
    orderBy: { id: 'asc' },
  })
  if (items.length === 0) throw new NotFound()
  const failed = items.filter(({ status }) => status === 'failed').map(({ id }) => id)
  const others = items.filter(({ status }) => status !== 'failed').map(({ id }) => id)
  const changes = [
    ...(others.length > 0 ? [await sendAnyway(ctx, others)] : []),
    ...(failed.length > 0 ? [await resend(ctx, failed)] : []),
  ]
  return { changed: changes.flatMap(({ changed }) => changed), skipped: changes.flatMap(({ skipped }) => skipped) }
}
