import type { Discount } from '../../rules/coupons.ts'
import type { BillingKind, Interval, SubscriptionStatus } from '../../rules/subscription.ts'
import type { PlanId } from '../../rules/plans.ts'
import type { PlatformShop } from './platform.ts'

/** Where merchants pay for Candor. Only the platform knows what was approved and paid. */
export interface BillingProvider {
  readonly kind: BillingKind
  /** Asks the platform for a subscription. The merchant approves it at the returned URL. */
  subscribe(shop: BilledShop, order: BillingOrder): Promise<BillingConfirmation>
  /** Ends a subscription. The merchant is not charged again and gets nothing back. */
  cancel(shop: PlatformShop, platformId: string): Promise<void>
  /** Returns the shop's active, latest and known subscriptions in any status, newest first. */
  subscriptions(shop: PlatformShop, known: readonly string[]): Promise<BilledSubscription[]>
}

export interface BilledShop extends PlatformShop {
  /** The platform bills development shops as a test. */
  test: boolean
}

export interface BillingOrder {
  plan: PlanId
  interval: Interval
  trialDays: number
  discount: Discount | null
  /** Keeps the present plan until the paid cycle ends. */
  atCycleEnd: boolean
  /** Where the platform leads the merchant afterwards. */
  returnUrl: string
}

export interface BillingConfirmation {
  confirmationUrl: string
  /** Null: the platform names it after the approval. */
  platformId: string | null
}

export interface BilledSubscription {
  platformId: string
  /** Name on the bill, or the handle of a hosted plan. */
  name: string
  status: SubscriptionStatus
  trialDays: number
  createdAt: Date
  /** Null unless it is active. */
  periodEnd: Date | null
  test: boolean
}
