import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { importClient, type ImportClient } from './import-client.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** The world of a suite of imports, and its merchant; filled when the tests run. What an import has written is gone after each test. */
export let world: World
export let client: ImportClient

let options: WorldOptions = {}

/** Called above the tests: nothing works in the background, and what was uploaded or started stays so until a test runs it. */
export function blockRunner(): void {
  options = { env: { CANDOR_ROLE: 'web' } }
}

beforeAll(async () => {
  world = await createWorld(options)
  client = importClient(world)
})
afterAll(() => world.close())
afterEach(() => client.clear())
