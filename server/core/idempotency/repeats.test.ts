import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkRepeats } from '../../testing/checks/check-repeats.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

/** A sample of the calls; `npm run bench -- R7` tries all. A call without a case is found here as well. */
test('every call that changes something has one effect, however often it comes with one key', async () => {
  const { found, missed, caught, tried } = await checkRepeats(world, (_name, index) => index % 10 === 1)
  expect(found).toEqual([])
  expect(missed).toEqual([])
  expect(caught).toBeGreaterThan(1)
  expect(tried).toBeGreaterThan(10)
})
