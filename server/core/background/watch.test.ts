import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '../../testing/world.ts'
import { watchRow } from './watch.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('watchers of a row that look at the same moment read it once, and each gets it', async () => {
  const { pubsub } = world.app.parts
  let reads = 0
  const watch = () =>
    watchRow(world.ctx, pubsub, {
      topic: 'import',
      id: 'y',
      read: async () => (reads += 1),
      version: (row) => row,
      isEnded: (row) => row === 2,
    })
  const watchers = Array.from({ length: 20 }, watch)
  const told = async () =>
    (await Promise.all(watchers.map((watcher) => watcher.next()))).map(({ value }) => value as number | undefined)
  expect(await told()).toEqual(Array(20).fill(1))
  const next = told()
  pubsub.publish(world.shop.id, 'import', 'y')
  expect(await next).toEqual(Array(20).fill(2))
  expect(reads).toBe(2)
})

test('a row that cannot be read for a while is watched on', async () => {
  const { pubsub } = world.app.parts
  let reads = 0
  const states = watchRow(world.ctx, pubsub, {
    topic: 'import',
    id: 'z',
    version: (row) => row,
    isEnded: (row) => row === 3,
    read: async () => {
      if (++reads !== 2) return reads
      pubsub.publish(world.shop.id, 'import', 'z')
      throw await Promise.resolve(new Error('The database is being restarted'))
    },
  })
  expect((await states.next()).value).toBe(1)
  const next = states.next()
  pubsub.publish(world.shop.id, 'import', 'z')
  expect(await next).toEqual({ done: false, value: 3 })
  expect((await states.next()).done).toBe(true)
})

test('whoever leaves is gone at once, however long there is no news', async () => {
  const { pubsub } = world.app.parts
  const states = watchRow(world.ctx, pubsub, {
    topic: 'import',
    id: 'quiet',
    version: () => 1,
    isEnded: () => false,
    read: () => Promise.resolve(1),
  })
  expect(await states.next()).toEqual({ done: false, value: 1 })
  const next = states.next()
  await states.return(undefined)
  expect((await next).done).toBe(true)
})

test('a row that is watched while the process stops is not read again', async () => {
  const { pubsub } = world.app.parts
  let reads = 0
  const states = watchRow(world.ctx, pubsub, {
    topic: 'import',
    id: 'x',
    read: async () => (reads += 1),
    version: () => 'same',
    isEnded: () => false,
  })
  await states.next()
  const next = states.next()
  await pubsub.close()
  expect(await next).toEqual({ done: true, value: undefined })
  expect(reads).toBe(1)
})
