import type { MessageCode } from './messages.ts'
import type { Eligibility } from './settings/general.ts'

/** Proof of a shopper who wants to write; a typed address proves nothing (decisions 'Reviews'). */
export interface WriterProof {
  /** An order's email link, a customer id signed by the platform, or nothing. */
  by: 'order' | 'customer' | 'none'
  /** Proven by an order that was neither canceled nor refunded. */
  bought: boolean
}

/** Returns why a shopper may not review a product under the shop's setting (spec 6), or null. */
export function writingRefusal(
  eligibility: Eligibility,
  { by, bought }: WriterProof,
): Extract<MessageCode, 'onlyCustomersMayReview' | 'onlyBuyersMayReview'> | null {
  switch (eligibility) {
    case 'everyone':
      return null
    case 'logged_in_users':
      return by === 'none' ? 'onlyCustomersMayReview' : null
    case 'verified_buyers':
      return bought ? null : 'onlyBuyersMayReview'
  }
}
