import { expect, test } from '@jest/globals'
import { findDiscountEnd } from './discount.ts'

test.each([
  ['2027-08-01T06:30:00Z', 30, 'Europe/London', '2027-08-31T22:59:59Z'],
  ['2027-08-01T23:30:00Z', 30, 'Europe/London', '2027-09-01T22:59:59Z'],
  ['2027-03-20T12:00:00Z', 10, 'Europe/London', '2027-03-30T22:59:59Z'],
  ['2027-08-01T06:30:00Z', 1, 'Pacific/Auckland', '2027-08-02T11:59:59Z'],
])('ends a code from %s after %d days at the end of the day in %s', (...[startsAt, days, zone, endsAt]) => {
  expect(findDiscountEnd(new Date(startsAt), days, zone)).toEqual(new Date(endsAt))
})
