import type { SubscriptionRow, SubscriptionStatus } from '../../../rules/subscription.ts'
import type { Ctx } from '../../core/context.ts'
import type { Subscription } from '../../generated/prisma/client.ts'

/** A shop rarely has more; older ones have no effect. */
const mostRows = 100

export type BillingRow = Subscription & SubscriptionRow

/** Reads the shop's subscriptions and attempts, newest first. */
export async function readRows(ctx: Ctx): Promise<BillingRow[]> {
  const rows = await ctx.db.subscription.findMany({
    where: { shopId: ctx.shop.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: mostRows,
  })
  return rows.map((row) => ({ ...row, status: row.status as SubscriptionStatus }))
}
