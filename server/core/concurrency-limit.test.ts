import { expect, test } from '@jest/globals'
import type { Session } from '../shop/session/session.ts'
import { makeConnectionCounter } from './graphql/subscriptions/connection-counter.ts'
import { limitConcurrency } from './concurrency-limit.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('an owner has so many turns at a time, the others come in order, and other owners do not wait', async () => {
  const turns = limitConcurrency({ atOnce: 2, mostWaiting: 10 })
  const came: string[] = []
  const take = (owner: string, name: string) =>
    turns.acquire(owner).then((end) => {
      came.push(name)
      return end
    })
  const [first, second] = [await take('a', 'a1'), await take('a', 'a2')]
  const third = take('a', 'a3')
  const fourth = take('a', 'a4')
  const other = await take('b', 'b1')
  await soon()
  expect(came).toEqual(['a1', 'a2', 'b1'])
  first()
  first()
  const endThird = await third
  await soon()
  expect(came).toEqual(['a1', 'a2', 'b1', 'a3'])
  second()
  const endFourth = await fourth
  for (const end of [endThird, endFourth, other]) end()
  // All is as at the beginning.
  await Promise.all([take('a', 'a5'), take('a', 'a6')])
  expect(came.slice(-2)).toEqual(['a5', 'a6'])
})

test('whoever comes when too many wait is sent away', async () => {
  const turns = limitConcurrency({ atOnce: 1, mostWaiting: 1 })
  const end = await turns.acquire('a')
  const waiting = turns.acquire('a')
  await expect(turns.acquire('a')).rejects.toMatchObject({ code: 'tooManyAttempts' })
  end()
  expect(typeof (await waiting)).toBe('function')
})

test('an account is counted beside its shop, and leaves once', () => {
  const crowd = makeConnectionCounter({ account: 1, shop: 2 })
  const of = (account: string | null, shop: string): Session =>
    ({ account: account && { id: account }, shop: { id: shop } }) as unknown as Session
  const leave = crowd.add(of('x', 's'))
  expect(crowd.add(of('x', 'other'))).toBeNull()
  expect(crowd.add(of('y', 's'))).not.toBeNull()
  expect(crowd.add(of(null, 's'))).toBeNull()
  leave?.()
  leave?.()
  expect(crowd.add(of('x', 's'))).not.toBeNull()
  expect(crowd.add(of('z', 's'))).toBeNull()
})
