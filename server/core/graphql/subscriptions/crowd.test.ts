import { expect, test } from '@jest/globals'
import type { Session } from '../../../shop/session/session.ts'
import { makeCrowd } from './crowd.ts'

test('counts an account and its shop, and takes each off once', () => {
  const crowd = makeCrowd({ account: 1, shop: 2 })
  const of = (account: string | null, shop: string): Session =>
    ({ account: account && { id: account }, shop: { id: shop } }) as unknown as Session
  const leave = crowd.enter(of('x', 's'))
  expect(crowd.enter(of('x', 'other'))).toBeNull()
  expect(crowd.enter(of('y', 's'))).not.toBeNull()
  expect(crowd.enter(of(null, 's'))).toBeNull()
  leave?.()
  leave?.()
  expect(crowd.enter(of('x', 's'))).not.toBeNull()
  expect(crowd.enter(of('z', 's'))).toBeNull()
})
