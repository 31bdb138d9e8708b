import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createWorld, type World } from '../world.ts'
import { makeSendCall, readRefusal } from '../api-client.ts'
import { openSession } from '../../shop/session/login.ts'
import { addThings } from '../things.ts'
import { addPerson, checkAccountDoors } from './check-accounts.ts'
import { checkForgedLinks } from './check-forged-links.ts'
import { checkPictureUploads, checkPictures } from './check-pictures.ts'
import { checkPlans } from './check-plans.ts'
import { checkRepeats } from './check-repeats.ts'
import { checkSessionShop } from './check-session-shop.ts'
import { shopPrint } from './shop-print.ts'
import type { Verdict } from './verdict.ts'
import { writeCalls } from './write-calls.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(() => world.close())

/** The check has tried enough, found no fault, and seen the faults that it planted. */
function expectSound({ found, missed, caught, tried }: Verdict, leastCaught = 5): void {
  expect(found).toEqual([])
  expect(missed).toEqual([])
  expect(caught).toBeGreaterThan(leastCaught)
  expect(tried).toBeGreaterThan(10)
}

/** Samples; `npm run bench` tries all. A call or a feature without a case fails here as well. */
describe('a sample of the calls', () => {
  test('R9: the shop of a signed-in call is the session’s, whatever the call names', async () => {
    expectSound(await checkSessionShop(world, { of: (name, index) => index % 12 === 5 || name === 'Shop.name' }))
  })

  test('R9: calls of accounts and their links act for their person alone', async () => {
    expectSound(await checkAccountDoors(world))
  })

  test('R10: no forged link of an account, and no forged session, is taken', async () => {
    expectSound(await checkForgedLinks(world), 3)
  })

  test('a read-only session writes nothing through any mutation or route', async () => {
    const { accountId } = await addPerson(world, world.shop)
    const right = { accountId, shopId: world.shop.id }
    await world.app.deps.access
      .acrossShops('log in')
      .accountShop.update({ where: { accountId_shopId: right }, data: { readOnly: true } })
    const token = await openSession(world.app.deps, right)
    const things = await addThings(world, world.shop)
    const print = await shopPrint(world.app.database.pool, world.shop.id)
    const before = await print()
    const ask = makeSendCall(world)
    for (const { name, of1 } of writeCalls) {
      const answer = await ask(of1(things), { token })
      expect([name, readRefusal(of1(things), answer)?.code]).toEqual([name, 'readOnly'])
    }
    expect(await print()).toBe(before)
  })

  test('R7: a call that changes something has one effect, however often it comes with one key', async () => {
    expectSound(await checkRepeats(world, (_name, index) => index % 10 === 0), 1)
  })

  test('R17: a file is what its bytes are', async () => {
    const { found, missed } = await checkPictureUploads(world, { large: false, every: 4 })
    expect(found).toEqual([])
    expect(missed).toEqual([])
  })

  test('R24: a feature that the plan lacks is refused over every door, and nothing is written', async () => {
    expectSound(await checkPlans(world, { of: (_name, index) => index % 4 === 0 }))
  })
})

test('R17: pictures are re-encoded without their metadata; others, and enormous ones, are refused', async () => {
  expectSound(await checkPictures({ large: false }))
})
