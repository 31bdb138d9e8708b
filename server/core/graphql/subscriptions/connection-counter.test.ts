import { expect, test } from '@jest/globals'
import type { Session } from '../../../shop/session/session.ts'
import { makeConnectionCounter } from './connection-counter.ts'

test('counts an account and its shop, and subtracts each once', () => {
  const counter = makeConnectionCounter({ account: 1, shop: 2 })
  const of = (account: string | null, shop: string): Session =>
    ({ account: account && { id: account }, shop: { id: shop } }) as unknown as Session
  const leave = counter.add(of('x', 's'))
  expect(counter.add(of('x', 'other'))).toBeNull()
  expect(counter.add(of('y', 's'))).not.toBeNull()
  expect(counter.add(of(null, 's'))).toBeNull()
  leave?.()
  leave?.()
  expect(counter.add(of('x', 's'))).not.toBeNull()
  expect(counter.add(of('z', 's'))).toBeNull()
})
