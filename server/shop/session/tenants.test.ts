import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkRowSecurity } from '../../testing/checks/check-row-security.ts'
import { checkTenants } from '../../testing/checks/check-tenants.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

/** A sample; `npm run bench -- R8` tries all. What has no case is found here as well. */
test('nothing of a shop is read, written or told from nothing with another shop’s session', async () => {
  const { found, missed, caught, tried } = await checkTenants(world, { of: (_name, index) => index % 12 === 0 })
  expect(found).toEqual([])
  expect(missed).toEqual([])
  expect(caught).toBeGreaterThan(5)
  expect(tried).toBeGreaterThan(10)
})

test('row-level security alone shows and takes no other shop’s rows', async () => {
  const verdict = await checkRowSecurity(world)
  // The embedded database has one superuser: there the composite keys are the only barrier.
  if (!verdict) return
  expect(verdict.found).toEqual([])
  expect(verdict.missed).toEqual([])
  expect(verdict.caught).toBeGreaterThan(5)
  expect(verdict.tried).toBeGreaterThan(10)
})
