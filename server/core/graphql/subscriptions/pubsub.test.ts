/** @own-modules */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
import type { Database } from '../../database/open.ts'
import { fakeOnly } from '../../../testing/fake-timers.ts'
import { freshDatabase } from '../../../testing/world.ts'
import { openPubSub, type PubSub } from './pubsub.ts'

let database: Database
let drop: () => Promise<void>
let pubsub: PubSub
beforeAll(async () => {
  ;({ database, drop } = await freshDatabase())
  pubsub = await openPubSub(database)
})
afterAll(async () => {
  await pubsub.close()
  await database.close()
  await drop()
})

const reader = (topic: 'queue' | 'bulk') => pubsub.subscribe('shop', topic)

test('buffers any number of events before the first read and merges events of one row', async () => {
  const slow = reader('queue')
  const first = slow.next()
  for (let time = 0; time < 5; time++) for (let row = 0; row < 600; row++) pubsub.publish('shop', 'queue', `row-${row}`)
  expect(await first).toEqual({ done: false, value: { id: 'row-0' } })
  const receivedIds: string[] = []
  pubsub.publish('shop', 'queue', 'last')
  while (receivedIds.at(-1) !== 'last') receivedIds.push(String((await slow.next()).value?.id))
  expect(new Set(['row-0', ...receivedIds]).size).toBe(601)
  // The first event may arrive again while it is read.
  expect(receivedIds.length).toBeLessThanOrEqual(601)
  await slow.return()
})

test('sends the events of one tick in one statement', async () => {
  let statements = 0
  const query = database.pool.query.bind(database.pool)
  database.pool.query = ((...asked: Parameters<typeof query>) => {
    statements++
    return query(...asked)
  }) as typeof query
  const bulkEvents = reader('bulk')
  const ids = Array.from({ length: 50 }, (_none, row) => `row-${row}`)
  for (const id of ids) pubsub.publish('shop', 'bulk', id)
  const receivedIds: string[] = []
  while (receivedIds.length < ids.length) receivedIds.push(String((await bulkEvents.next()).value?.id))
  database.pool.query = query
  expect(receivedIds).toEqual(ids)
  expect(statements).toBe(1)
  await bulkEvents.return()
})

test('wakes the readers of one row by its events only, and every 5 s, as a notification can be lost', async () => {
  fakeOnly('Interval')
  const own = await openPubSub(database)
  const [row, all] = [own.subscribe('shop', 'import', 'row'), own.subscribe('shop', 'import')]
  own.publish('shop', 'import', 'another')
  own.publish('shop', 'import', 'row')
  expect([(await all.next()).value?.id, (await row.next()).value?.id]).toEqual(['another', 'row'])
  const [woken, silent] = [row.next(), all.next()]
  expect((await silent).value?.id).toBe('row')
  jest.advanceTimersByTime(5_000)
  expect((await woken).value?.id).toBe('row')
  jest.useRealTimers()
  await own.close()
})

test('separates shops and topics, and ends waiting readers on close', async () => {
  const mine = reader('bulk')
  const waiting = mine.next()
  pubsub.publish('other', 'bulk', 'x')
  pubsub.publish('shop', 'queue', 'x')
  pubsub.publish('shop', 'bulk', 'mine')
  expect((await waiting).value).toEqual({ id: 'mine' })
  const last = mine.next()
  await mine.return()
  expect(await last).toEqual({ done: true, value: undefined })
  expect(await mine.next()).toEqual({ done: true, value: undefined })
  const open = reader('bulk').next()
  await pubsub.close()
  expect((await open).done).toBe(true)
})
