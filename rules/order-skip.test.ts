import { expect, test } from '@jest/globals'
import { findOrderSkip } from './order-skip.ts'

const order = { email: 'ann@example.com', cancelledAt: null, refundedAt: null, isTest: false }
const now = new Date()

test.each([
  [null, {}],
  ['orderCancelled', { cancelledAt: now, refundedAt: now }],
  ['orderRefunded', { refundedAt: now }],
  ['testOrder', { isTest: true }],
  ['noCustomerEmail', { email: '' }],
  ['relayAddress', { email: 'k3f9x2b7q1@marketplace.amazon.com' }],
  ['relayAddress', { email: 'x@marketplace.amazon.co.uk' }],
  ['relayAddress', { email: 'x@members.ebay.com.au' }],
  ['relayAddress', { email: 'X@Relay.Walmart.com' }],
  [null, { email: 'staff@amazon.com' }],
  [null, { email: 'x7@privaterelay.appleid.com' }],
  [null, { email: 'ann@marketplace.amazon.example.com' }],
] as const)('answers %s for %j', (reason, change) => {
  expect(findOrderSkip({ ...order, ...change })).toBe(reason)
})
