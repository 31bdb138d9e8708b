import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '../../testing/world.ts'
import { startRunner } from './runner.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

test('a drain waits for what a schedule has begun on its own timer', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<unknown>()
  const { promise: over, resolve: end } = Promise.withResolvers<unknown>()
  let ended = false
  let claimed = false
  const run = async () => {
    // Whoever comes second finds it claimed.
    if (claimed) return 0
    claimed = true
    begin(null)
    await over
    ended = true
    return 0
  }
  const runner = await startRunner(
    { database: world.app.database, jobs: {}, schedules: [{ name: 'one', everySeconds: 60, run }] },
    () => world.app.deps,
  )
  await runner.work()
  await begun
  const drained = runner.drain().then(() => ended)
  // A drain that did not wait would be over by then: it asks once what is due.
  for (let asked = 0; asked < 10; asked++) await world.app.database.pool.query('select 1')
  end(null)
  expect(await drained).toBe(true)
  await runner.stop()
})
