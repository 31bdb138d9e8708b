import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkSessionShop } from '../../testing/checks/check-session-shop.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

/** A sample; `npm run bench -- R9` tries all. What has no case is found here as well. */
test('the shop of a signed-in call is the session’s, whatever the call names', async () => {
  const { found, missed, caught, tried } = await checkSessionShop(world, {
    of: (name, index) => index % 12 === 0 || name === 'Shop.name',
  })
  expect(found).toEqual([])
  expect(missed).toEqual([])
  expect(caught).toBeGreaterThan(5)
  expect(tried).toBeGreaterThan(10)
})
