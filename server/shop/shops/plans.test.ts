import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkPlans } from '../../testing/checks/check-plans.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

/** A sample; `npm run bench -- R24` tries all. What has no case is found here as well. */
test('what a plan does not hold is refused over every door, and nothing is written', async () => {
  const { found, missed, caught, tried } = await checkPlans(world, { of: (_name, index) => index % 4 === 0 })
  expect(found).toEqual([])
  expect(missed).toEqual([])
  expect(caught).toBeGreaterThan(5)
  expect(tried).toBeGreaterThan(10)
})
