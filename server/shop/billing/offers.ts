import { findCoupon, normalizeCoupon, stayCoupon, stayDiscount, type Discount } from '../../../rules/coupons.ts'
import { OFFERED_PLANS, plans, type PlanId } from '../../../rules/plans.ts'
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
}

/** Platform plans of Shopify Plus stores. */
const plusPlans: readonly string[] = ['plus', 'plus_partner_sandbox', 'shopify_plus']

export const isPlusShop = ({ shopifyPlan }: { shopifyPlan: string }): boolean =>
  plusPlans.includes(shopifyPlan.toLowerCase())

/** Returns the plans that the shop may choose, cheapest first: one price of Pro, Enterprise on Plus stores only. */
export function listOffers(ctx: Ctx): PlanId[] {
  const { isGrowHacking6, isGrowHacking6Used, offersPro24 } = ctx.shop.flags as OfferFlags
  const present = readPlan(ctx)
  const cheap: PlanId | undefined =
    present === 'pro_2' || (isGrowHacking6 && !isGrowHacking6Used)
      ? 'pro_2'
      : present === 'pro_24' || offersPro24
        ? 'pro_24'
        : undefined
  return OFFERED_PLANS.map((plan) => (plan === 'pro' ? (cheap ?? plan) : plan)).filter(
    (plan) => !plans[plan].plusOnly || isPlusShop(ctx.shop) || plan === present,
  )
}

interface Redeemed {
  plan: PlanId
  interval: Interval
  coupon?: string | undefined
}

/**
 * Returns the discount of a coupon, and its normalized code. A shop redeems each code once.
 * @throws InvalidInput for a code that is unknown, used, or not for this plan
 */
export function redeemCoupon(
  { plan, interval, coupon }: Redeemed,
  present: PlanId,
  rows: readonly BillingRow[],
): { code: string | null; discount: Discount | null } {
  if (!coupon?.trim()) return { code: null, discount: null }
  const code = normalizeCoupon(coupon)
  const stays = code === stayCoupon && plan === present && plan !== 'free' && interval === 'monthly'
  const discount = stays ? stayDiscount : findCoupon(code, interval)
  const used = rows.some((row) => row.coupon === code && (row.activatedAt !== null || row.status === 'accepted'))
  if (!discount || used || plan === 'free') throw new InvalidInput({ coupon: 'invalidCoupon' })
  return { code, discount }
}
