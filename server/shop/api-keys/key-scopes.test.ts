import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { makeSendCall, readRefusal, type ApiCall } from '../../testing/api-client.ts'
import { namingReads, ownReads } from '../../testing/checks/read-calls.ts'
import { shopPrint } from '../../testing/checks/shop-print.ts'
import { writeCalls } from '../../testing/checks/write-calls.ts'
import { subscriptionText } from '../../testing/documents.ts'
import { addThings, type Things } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { createKey } from './api-keys.ts'

/** Calls that need a person: of keys, people and plans. */
const ofPersons = [
  'createApiKey',
  'rotateApiKey',
  'revokeApiKey',
  'subscribe',
  'startDowngrade',
  'PUT /dev_zone',
  'DELETE /people/:id',
  'DELETE /people/invitations/:id',
  'POST /people/invitations',
]

let world: World
let things: Things
let print: () => Promise<string>
const keys: Record<string, string> = {}
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise', env: { CANDOR_ROLE: 'web', CANDOR_KEY_REQUESTS: '100000' } })
  things = await addThings(world, world.shop)
  for (const scope of ['READ', 'WRITE', 'STOREFRONT']) {
    keys[scope] = (await createKey(world.ctx, { name: scope, scopes: [scope] })).key
  }
  // Their use is not noted again in this minute.
  await world.ctx.db.apiKey.updateMany({ where: { shopId: world.shop.id }, data: { lastUsedAt: world.ctx.now() } })
  print = await shopPrint(world.app.database.pool, world.shop.id)
})
afterAll(() => world.close())

const send = (scope: string, call: ApiCall) => makeSendCall(world, 'embedded')(call, { token: keys[scope] ?? '' })
const refusalOf = async (scope: string, call: ApiCall): Promise<string | undefined> =>
  readRefusal(call, await send(scope, call))?.code

test('a key without WRITE calls no mutation and no writing row, and one with it none that needs a person', async () => {
  const [before, done] = [await print(), [] as string[]]
  for (const { name, of, of1 } of writeCalls) {
    const call = of1(things)
    if ((await refusalOf('READ', call)) !== 'keyScopeMissing') done.push(`${name} with READ`)
    const { status, text } = await send('STOREFRONT', call)
    if (call.transport === 'graphql' ? status !== 400 || text.includes('"data"') : status !== 403)
      done.push(`${name} with STOREFRONT`)
    if (ofPersons.includes(of) && (await refusalOf('WRITE', call)) !== 'keyNeedsPerson') done.push(`${name} with WRITE`)
  }
  expect(done).toEqual([])
  expect(await print()).toBe(before)
})

test('READ reads every row and writes nothing; STOREFRONT reads none of them', async () => {
  const reads = [...ownReads(), ...namingReads()]
  // The first read imports the platform's catalog.
  const read = async () => {
    const refused: string[] = []
    for (const { name, of1 } of reads) {
      const call = of1(things)
      const answer = await send('READ', call)
      const refusal = answer.text.startsWith('{') ? readRefusal(call, answer)?.code : undefined
      if (refusal?.startsWith('key')) refused.push(`${name}: ${refusal}`)
    }
    return refused
  }
  await read()
  const before = await print()
  expect(await read()).toEqual(['Shop.apiKeys: keyNeedsPerson'])
  const subscribe = '/subscription/shopify/subscribe/advanced'
  for (const [scope, refusal] of [
    ['READ', 'readOnly'],
    ['WRITE', 'keyNeedsPerson'],
  ] as const)
    expect(await refusalOf(scope, { transport: 'rest', method: 'GET', path: subscribe })).toBe(refusal)
  expect(await print()).toBe(before)
  const answered: string[] = []
  for (const { name, of1 } of reads) {
    const call = of1(things)
    const { status, text } = await send('STOREFRONT', call)
    if (call.transport === 'graphql' ? status !== 400 || text.includes('"data"') : status !== 403) answered.push(name)
  }
  expect(answered).toEqual([])
})

test('STOREFRONT reads the published reviews that the storefront shows', async () => {
  const call = (query: string): ApiCall => ({ transport: 'graphql', method: 'POST', path: '/graphql', body: { query } })
  const { text } = await send('STOREFRONT', call('{ __schema { queryType { fields { name } } } }'))
  expect(text).toContain('products')
  expect(text).not.toContain('viewer')
  expect(await refusalOf('STOREFRONT', call(subscriptionText('importsChanged').text))).toBeDefined()
  for (const body of ['x', '[]', JSON.stringify({ query: `{ ${'a '.repeat(20_000)} }` })]) {
    const answer = await fetch(`${await world.url()}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys['STOREFRONT']}`, 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(422)
  }
})

test('WRITE writes under its own name in the history', async () => {
  const [call] = writeCalls.filter(({ of }) => of === 'POST /reviews/:id/publish').map(({ of1 }) => of1(things))
  if (!call) throw new Error('no call')
  expect((await send('WRITE', call)).status).toBe(200)
  const [entry] = await world.ctx.db.reviewHistory.findMany({
    where: { shopId: world.shop.id, reviewId: things.ids.pending },
    orderBy: { id: 'desc' },
  })
  expect(entry).toMatchObject({ actor: 'merchant', actorName: 'API key: WRITE' })
})
