import type { SkipReason } from './queue-status.ts'
import { isRelayAddress } from './relay-addresses.ts'

interface AskedOrder {
  email: string
  cancelledAt: Date | null
  refundedAt: Date | null
  isTest: boolean
}

type OrderSkip = Extract<
  SkipReason,
  'orderCancelled' | 'orderRefunded' | 'testOrder' | 'noCustomerEmail' | 'relayAddress'
>

/** Returns why the customer of an order isn't asked for reviews; null: they may be. */
export function findOrderSkip({ email, cancelledAt, refundedAt, isTest }: AskedOrder): OrderSkip | null {
  if (cancelledAt) return 'orderCancelled'
  if (refundedAt) return 'orderRefunded'
  if (isTest) return 'testOrder'
  if (!email) return 'noCustomerEmail'
  return isRelayAddress(email) ? 'relayAddress' : null
}
