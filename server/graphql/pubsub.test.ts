import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Database } from '../database/open.ts'
import { openCopy } from '../testing/world.ts'
import { openPubSub, type PubSub } from './pubsub.ts'

let database: Database
let drop: () => Promise<void>
let pubsub: PubSub
beforeAll(async () => {
  ({ database, drop } = await openCopy())
  pubsub = await openPubSub(database)
})
afterAll(async () => {
  await pubsub.close()
  await database.close()
  await drop()
})

const reader = (topic: 'queue' | 'bulk') => pubsub.subscribe('shop', topic)[Symbol.asyncIterator]()

test('any number of wakes may come before anybody reads; those of one row are one', async () => {
  const slow = reader('queue')
  const first = slow.next()
  for (let time = 0; time < 5; time++) for (let row = 0; row < 600; row++) pubsub.publish('shop', 'queue', `row ${row}`)
  expect(await first).toEqual({ done: false, value: { id: 'row 0' } })
  const heard: string[] = []
  for (let step = 0; step < 600; step++) heard.push(String((await slow.next()).value?.id))
  expect(new Set(heard).size).toBe(600)
  pubsub.publish('shop', 'queue', 'the next')
  expect((await slow.next()).value).toEqual({ id: 'the next' })
  await slow.return?.()
})

test('other shops and topics are silent, and closing ends whoever waits', async () => {
  const mine = reader('bulk')
  const waiting = mine.next()
  pubsub.publish('other', 'bulk', 'x')
  pubsub.publish('shop', 'queue', 'x')
  pubsub.publish('shop', 'bulk', 'mine')
  expect((await waiting).value).toEqual({ id: 'mine' })
  const last = mine.next()
  await mine.return?.()
  expect(await last).toEqual({ done: true, value: undefined })
  expect(await mine.next()).toEqual({ done: true, value: undefined })
  const open = reader('bulk').next()
  await pubsub.close()
  expect((await open).done).toBe(true)
})
