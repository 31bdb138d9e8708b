import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { importClient, type ImportClient } from './import-client.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** World and merchant of a suite, set when the tests run. Each test's imported rows are deleted afterwards. */
export let world: World
export let client: ImportClient

let options: WorldOptions = {}

/** Call above the tests: no background jobs run, so an upload or import waits until a test runs it. */
export function blockRunner(): void {
  options = { env: { CANDOR_ROLE: 'web' } }
}

beforeAll(async () => {
  world = await createWorld(options)
  client = importClient(world)
})
afterAll(() => world.close())
afterEach(() => client.clear())
