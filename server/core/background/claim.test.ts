import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Ctx } from '../context.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { startRunner } from './runner.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

test('a shop whose work stalls delays no other shop, nor takes a second place', async () => {
  const { promise: stalled, resolve: goOn } = Promise.withResolvers<unknown>()
  const { promise: done, resolve: end } = Promise.withResolvers<unknown>()
  const begun: string[] = []
  const work = async ({ shop }: Ctx, { id }: { id: string }) => {
    begun.push(id)
    if (shop.id === world.shop.id) await stalled
    else end(null)
  }
  const runner = await startRunner(
    { database: world.app.database, jobs: { 'reviews.export': work }, schedules: [] },
    () => world.app.deps,
  )
  await runner.work()
  for (const id of ['first', 'second', 'third', 'fourth'])
    await runner.enqueue(world.ctx, 'reviews.export', { data: { id }, key: id })
  const { otherShop } = world
  await runner.enqueue(world.app.contextOf(otherShop, { kind: 'system', name: 'test' }), 'reviews.export', {
    data: { id: 'other' },
    key: 'other',
  })
  await done
  expect(begun).toContain('other')
  expect(begun).toHaveLength(2)
  goOn(null)
  await runner.drain()
  expect(begun.sort()).toEqual(['first', 'fourth', 'other', 'second', 'third'])
  await runner.stop()
})
