import { approvalDays, newsDays, type SubscriptionRow, type SubscriptionStatus } from '../../../rules/subscription.ts'
import { dayMs } from '../../../rules/dates.ts'
import type { Ctx } from '../../core/context.ts'
import type { Subscription } from '../../generated/prisma/client.ts'

/** The platform may still charge for them, or begin to. */
export const LIVE_STATUSES: readonly SubscriptionStatus[] = ['active', 'frozen', 'accepted']
/** The platform may still change them. */
export const OPEN_STATUSES: readonly SubscriptionStatus[] = [...LIVE_STATUSES, 'pending']
export const isOpen = (status: SubscriptionStatus): boolean => OPEN_STATUSES.includes(status)

export type BillingRow = Subscription & SubscriptionRow

/**
 * Reads the shop's subscriptions, newest first: each that ever began or may begin, however old, and recent attempts.
 * Without one of the former, a trial or coupon would be given again, or a paid plan be forgotten.
 */
export async function readRows({ db, shop, now }: Ctx): Promise<BillingRow[]> {
  const recent = new Date(now().getTime() - (newsDays + approvalDays + 1) * dayMs)
  const rows = await db.subscription.findMany({
    where: {
      shopId: shop.id,
      OR: [{ activatedAt: { not: null } }, { status: { in: [...OPEN_STATUSES] } }, { createdAt: { gt: recent } }],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  return rows.map((row) => ({ ...row, status: row.status as SubscriptionStatus }))
}
