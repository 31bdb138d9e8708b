import { dayMs } from '../../../rules/dates.ts'
import { missingScopes } from '../../../rules/scopes.ts'
import { inTransaction, makeContext, type Ctx, type Deps } from '../../core/context.ts'
import { Prisma, type Shop } from '../../generated/prisma/client.ts'
import { applyOrderEvent } from './orders.ts'

/** The platform's search index may lag behind its orders. */
const overlapMs = 15 * 60_000
/** The platform shows no older orders without a further scope. */
const readableDays = 60
const shopsAtOnce = 50

/** Selects when the next shop's orders are compared with the platform's: a day after the last time. */
export const selectReconciliation = (): Prisma.Sql => Prisma.sql`
  select min(coalesce("ordersDueAt", "createdAt" + interval '1 day')) from "Shop" where "uninstalledAt" is null`

/** Schedule: queues a reading of changed orders for each shop, once a day. */
export async function queueReconciliations(deps: Deps): Promise<number> {
  const now = deps.now()
  const before = new Date(now.getTime() - dayMs)
  const shops = await deps.access.acrossShops('find missed orders').shop.findMany({
    where: {
      uninstalledAt: null,
      OR: [{ ordersDueAt: { lte: now } }, { ordersDueAt: null, createdAt: { lte: before } }],
    },
    take: shopsAtOnce,
  })
  for (const shop of shops)
    await inTransaction(makeContext(deps, shop, { kind: 'system', name: 'reconcile' }), async (tx) => {
      await tx.db.shop.update({ where: { id: shop.id }, data: { ordersDueAt: new Date(now.getTime() + dayMs) } })
      await tx.enqueue('orders.reconcile', {})
    })
  return shops.length
}

/**
 * Job: applies orders that changed on the platform since the last one seen, as their lost webhooks would have. One page
 * per job. A page and its position are one transaction, so a killed process loses and repeats none.
 */
export async function reconcileOrders(
  ctx: Ctx,
  { since: begun, after = null }: { since?: string; after?: string | null },
): Promise<void> {
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } })
  if (shop.uninstalledAt || missingScopes(shop.grantedScopes, 'requests').length > 0) return
  const since = begun ? new Date(begun) : findStart(shop, ctx.now())
  const { orders, next } = await ctx.platform.changedOrders(ctx.shop, since, after)
  await inTransaction(ctx, async (tx) => {
    const known = await tx.db.order.findMany({
      where: { shopId: tx.shop.id, platformId: { in: orders.map(({ platformId }) => platformId) } },
      select: { platformId: true, name: true, changedAt: true },
    })
    const seen = new Map(known.map(({ platformId, name, changedAt }) => [platformId, name ? changedAt : new Date(0)]))
    const missed = orders.filter(({ platformId, updatedAt }) => updatedAt > (seen.get(platformId) ?? new Date(0)))
    for (const { platformId, updatedAt, payload } of missed)
      await applyOrderEvent(tx, {
        topic: 'orders/updated',
        webhookId: `reconcile ${platformId}`,
        triggeredAt: updatedAt,
        payload,
      })
    if (missed.length > 0)
      tx.log.info({ shopId: tx.shop.id, orders: missed.length }, 'orders without a webhook were found')
    const last = orders.at(-1)
    if (last) await tx.db.shop.update({ where: { id: tx.shop.id }, data: { ordersReadTo: last.updatedAt } })
    if (next !== null) await tx.enqueue('orders.reconcile', { since: since.toISOString(), after: next })
  })
}

/** Returns where a shop's reading starts: shops of earlier releases have no position yet. */
function findStart({ ordersReadTo, createdAt }: Shop, now: Date): Date {
  const daysBefore = (days: number): number => now.getTime() - days * dayMs
  const known = ordersReadTo?.getTime() ?? Math.max(createdAt.getTime(), daysBefore(2))
  return new Date(Math.max(known - overlapMs, daysBefore(readableDays)))
}
