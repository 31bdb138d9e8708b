import { expect, test } from '@jest/globals'
import { writingRefusal, type WriterProof } from './eligibility.ts'
import type { Eligibility } from './settings/general.ts'

test.each<[Eligibility, WriterProof, string | null]>([
  ['everyone', { by: 'none', bought: false }, null],
  ['everyone', { by: 'customer', bought: false }, null],
  ['everyone', { by: 'order', bought: true }, null],
  ['logged_in_users', { by: 'none', bought: false }, 'onlyCustomersMayReview'],
  ['logged_in_users', { by: 'customer', bought: false }, null],
  ['logged_in_users', { by: 'customer', bought: true }, null],
  ['logged_in_users', { by: 'order', bought: true }, null],
  ['logged_in_users', { by: 'order', bought: false }, null],
  ['verified_buyers', { by: 'none', bought: false }, 'onlyBuyersMayReview'],
  ['verified_buyers', { by: 'customer', bought: false }, 'onlyBuyersMayReview'],
  ['verified_buyers', { by: 'customer', bought: true }, null],
  ['verified_buyers', { by: 'order', bought: true }, null],
  ['verified_buyers', { by: 'order', bought: false }, 'onlyBuyersMayReview'],
])('eligibility %s with proof %j refuses with %s', (eligibility, proof, refusal) => {
  expect(writingRefusal(eligibility, proof)).toBe(refusal)
})
