import {
  findCoupon,
  normalizeCoupon,
  stayCoupon,
  stayDiscount,
  stayDays,
  takesCoupons,
  type Discount,
} from '../../../rules/coupons.ts'
import { dayMs } from '../../../rules/dates.ts'
import { isDevelopmentShop } from '../../../rules/extended-mode.ts'
import { isNonPayingShop, OFFERED_PLANS, plans, type PlanId } from '../../../rules/plans.ts'
import type { Interval } from '../../../rules/subscription.ts'
import { readPlan, type Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import type { BillingRow } from './rows.ts'

interface OfferFlags {
  /** The shop is shown Pro at half its price, until it has tried it (spec 6). */
  isGrowHacking6?: boolean
  isGrowHacking6Used?: boolean
  /** The operator offers Pro at the price of pro_24. */
  offersPro24?: boolean
  devStoreAccess?: boolean
}

/** Platform plans of Shopify Plus stores. */
const plusPlans: readonly string[] = ['plus', 'plus_partner_sandbox', 'shopify_plus']

const isPlusShop = ({ shopifyPlan }: { shopifyPlan: string }): boolean => plusPlans.includes(shopifyPlan.toLowerCase())

/** Returns the plans that the shop is shown, cheapest first, with one price of Pro. */
export function listOffers(ctx: Ctx): PlanId[] {
  const { isGrowHacking6, isGrowHacking6Used, offersPro24 } = ctx.shop.flags as OfferFlags
  const present = readPlan(ctx)
  const cheap: PlanId | undefined =
    present === 'pro_2' || (isGrowHacking6 && !isGrowHacking6Used)
      ? 'pro_2'
      : present === 'pro_24' || offersPro24
        ? 'pro_24'
        : undefined
  return OFFERED_PLANS.map((plan) => (plan === 'pro' ? (cheap ?? plan) : plan))
}

/** Returns why the shop can't choose an offered plan: Enterprise is for Plus stores (spec 6). Null: it can. */
export const offerRefusal = (ctx: Ctx, plan: PlanId): 'plusOnly' | null =>
  plans[plan].plusOnly && !isPlusShop(ctx.shop) && plan !== readPlan(ctx) ? 'plusOnly' : null

/** Returns why the platform can't bill the shop. The operator may admit development stores, billed as a test. */
export function billingRefusal({ shop }: Ctx): 'shopNeverPays' | null {
  const { devStoreAccess } = shop.flags as OfferFlags
  if (!isNonPayingShop(shop.shopifyPlan)) return null
  return devStoreAccess && isDevelopmentShop(shop.shopifyPlan) ? null : 'shopNeverPays'
}

interface Priced {
  plan: PlanId
  interval: Interval
}

/**
 * Returns the discount of a coupon, and its normalized code. A shop redeems each code once.
 * @throws InvalidInput for a code that is unknown, used, or not for this plan
 */
export function redeemCoupon(
  { plan, interval, coupon }: Priced & { coupon?: string | undefined },
  { present, rows, now }: { present: Priced; rows: readonly BillingRow[]; now: Date },
): { code: string | null; discount: Discount | null } {
  if (!coupon?.trim()) return { code: null, discount: null }
  const code = normalizeCoupon(coupon)
  const stays = plan === present.plan && interval === present.interval && interval === 'monthly' && isLeaving(rows, now)
  const discount = code === stayCoupon ? (stays ? stayDiscount : null) : findCoupon(code, interval)
  if (!discount || isRedeemed(code, rows) || !takesCoupons(plan)) throw new InvalidInput({ coupon: 'invalidCoupon' })
  return { code, discount }
}

/** Whether the merchant has just begun to choose a lower plan and gave a reason. */
const isLeaving = (rows: readonly BillingRow[], now: Date): boolean =>
  rows.some(({ leavingAt }) => leavingAt !== null && now.getTime() - leavingAt.getTime() < stayDays * dayMs)

const isRedeemed = (code: string, rows: readonly BillingRow[]): boolean =>
  rows.some((row) => row.coupon === code && (row.activatedAt !== null || row.status === 'accepted'))

/** Returns the percent that a seasonal coupon takes off; null if it is unknown or used. */
export function couponPercent(code: string, rows: readonly BillingRow[]): number | null {
  const discount = findCoupon(code, 'monthly')
  return discount && !isRedeemed(normalizeCoupon(code), rows) ? Math.round(discount.share * 100) : null
}
