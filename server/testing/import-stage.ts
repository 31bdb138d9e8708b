import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { importClient, type ImportClient } from './import-client.ts'
import { createWorld, type World } from './world.ts'

/** The world of a suite of imports, and its merchant; filled when the tests run. What an import has written is gone after each test. */
export let world: World
export let client: ImportClient

beforeAll(async () => {
  world = await createWorld()
  client = importClient(world)
})
afterAll(() => world.close())
afterEach(() => client.clear())
