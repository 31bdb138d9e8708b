import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkExports } from '../../testing/checks/check-exports.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** A sample of the texts; `npm run bench -- R19` tries all. */
test('no cell of an export is calculated by a spreadsheet, and read again it gives the same texts', async () => {
  const { found, missed, caught, tried } = await checkExports(world, { every: 10 })
  expect(found).toEqual([])
  expect(missed).toEqual([])
  expect(caught).toBeGreaterThan(5)
  expect(tried).toBeGreaterThan(10)
})
