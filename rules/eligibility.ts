import type { MessageCode } from './messages.ts'
import type { Eligibility } from './settings/general.ts'

/** What is proven of a shopper who wants to write; a typed address proves nothing (decisions 'Reviews'). */
export interface WriterProof {
  /** A mail's link of an order, a customer id that the platform signed, or nothing. */
  by: 'order' | 'customer' | 'none'
  /** An order that was neither cancelled nor given back proves that they bought the product. */
  bought: boolean
}

/** Why a shopper may not write a review of a product under the shop's setting (spec 6), or null when they may. */
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
