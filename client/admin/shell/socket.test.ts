import { expect, test } from '@jest/globals'
import { retryWaitMs } from './socket.ts'

test('a lost connection is tried again soon at first, later at growing distances, never further apart than three quarters of a minute', () => {
  expect([0, 1, 2, 3].map((tries) => retryWaitMs(tries, 0.5))).toEqual([1_000, 2_000, 4_000, 8_000])
  expect([5, 20, 2_000].map((tries) => [retryWaitMs(tries, 0), retryWaitMs(tries, 1)])).toEqual([[15_000, 45_000], [15_000, 45_000], [15_000, 45_000]])
})
