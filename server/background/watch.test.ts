import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '../testing/world.ts'
import { watchRow } from './watch.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('a row that is watched while the process stops is not read again', async () => {
  const { pubsub } = world.app.parts
  let reads = 0
  const states = watchRow(world.ctx, pubsub, { topic: 'import', id: 'x', read: async () => (reads += 1), stamp: () => 'same', ended: () => false })
  await states.next()
  const next = states.next()
  await pubsub.close()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(reads).toBe(1)
})
