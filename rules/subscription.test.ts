import { expect, test } from '@jest/globals'
import { PLAN_IDS } from './plans.ts'
import { INTERVALS, readSubscriptionName, subscriptionName } from './subscription.ts'

test('every name on a bill is read back, and no two are the same', () => {
  const names = PLAN_IDS.filter((plan) => plan !== 'free').flatMap((plan) =>
    INTERVALS.map((interval) => {
      const name = subscriptionName(plan, interval)
      expect(readSubscriptionName(name)).toEqual({ plan, interval })
      return name
    }),
  )
  expect(new Set(names).size).toBe(names.length)
})

test.each([
  ['Candor pro monthly', 'pro', 'monthly'],
  ['Candor pro_2 annual', 'pro_2', 'annual'],
  ['candor-pro-24', 'pro_24', 'monthly'],
  ['advanced annual', 'advanced', 'annual'],
])('%s, an older name or a handle, names %s %s', (...[name, plan, interval]) => {
  expect(readSubscriptionName(name)).toEqual({ plan, interval })
})

test('a name without a plan is not guessed', () => {
  expect(readSubscriptionName('Other app')).toBeNull()
})
