import { OFFERED_PLANS, type PlanId } from './plans.ts'

/** A price reduction of a subscription for some billing intervals. */
export interface Discount {
  /** Fraction of the price, from 0 to 1. */
  share: number
  /** Billing intervals that it lasts. */
  intervals: number
}

/**
 * Coupons of the subscription page (spec 9: seasonal offers of 10, 20 and 30 percent). A shop redeems each once. The
 * specification names no duration: three months, or the first year.
 */
export const COUPONS: Readonly<Record<string, number>> = { SAVE10: 0.1, SAVE20: 0.2, SAVE30: 0.3 }

/** Returns the discount that a stored coupon gives a subscription; null without one. */
export const discountOf = (code: string | null, interval: 'monthly' | 'annual'): Discount | null =>
  code === stayCoupon ? stayDiscount : code === null ? null : findCoupon(code, interval)

/** Code of the offer to merchants who are about to leave (spec 4: 50 percent for two months). Monthly billing only. */
export const stayCoupon = 'STAY50'
export const stayDiscount: Discount = { share: 0.5, intervals: 2 }

/** Days for which the offer to stay is open after the merchant gave a reason for a lower plan. */
export const stayDays = 1

/** Whether coupons reduce a plan's price: a special price is a reduction already. */
export const takesCoupons = (plan: PlanId): boolean =>
  plan !== 'free' && (OFFERED_PLANS as readonly PlanId[]).includes(plan)

/** Months that a seasonal coupon lasts with monthly billing; with annual billing, the first year. */
export const seasonalMonths = 3

/** Returns the code as it is compared and stored: trimmed, upper case. */
export const normalizeCoupon = (text: string): string => text.trim().toUpperCase()

/** Returns the discount of a seasonal coupon; null for an unknown code. */
export function findCoupon(text: string, interval: 'monthly' | 'annual'): Discount | null {
  const code = normalizeCoupon(text)
  const share = Object.hasOwn(COUPONS, code) ? COUPONS[code] : undefined
  return share === undefined ? null : { share, intervals: interval === 'monthly' ? seasonalMonths : 1 }
}
