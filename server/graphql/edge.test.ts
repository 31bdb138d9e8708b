import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { WebSocket } from 'ws'
import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function closeCode(payload: object): Promise<number> {
  const socket = new WebSocket(`${(await world.url()).replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  return new Promise((resolve) => {
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })))
    socket.on('message', () => {
      socket.close(1000)
    })
    socket.on('close', resolve)
  })
}

describe('POST /graphql', () => {
  test('answers the viewer and the shop of the session', async () => {
    const { data, errors } = await world.graphql('{ viewer { mode readOnly locale extendedMode account { email } shop { id name plan reviews(first: 5) { totalCount edges { node { id } } } products(first: 5) { totalCount } customers(first: 5) { totalCount } } } }')
    expect(errors).toBeUndefined()
    expect(data).toMatchObject({ viewer: { mode: 'standalone', readOnly: false, locale: 'en', extendedMode: true, account: { email: 'merchant@world.test' }, shop: { name: 'Shop world', plan: 'advanced', reviews: { totalCount: 0, edges: [] } } } })
  })

  test('takes the platform’s ID token as a bearer', async () => {
    const answer = await fetch(`${await world.url()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await world.idToken()}` },
      body: JSON.stringify({ query: '{ viewer { mode shop { name } } }' }),
    })
    expect(await answer.json()).toEqual({ data: { viewer: { mode: 'embedded', shop: { name: 'Shop world' } } } })
  })

  test('refuses a request without a session with the headers that make the admin fetch a new token', async () => {
    const answer = await fetch(`${await world.url()}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{__typename}"}' })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('x-shopify-retry-invalid-session-request')).toBe('1')
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'unauthenticated' } }] })
  })

  test('answers hostile documents with an error', async () => {
    const wide = `{ ${Array.from({ length: 5000 }, (_, index) => `a${index}: __typename`).join(' ')} }`
    expect((await world.graphql(wide)).errors).toHaveLength(1)
    const large = '{ viewer { shop { reviews(first: 2147483647) { edges { node { id } } } } } }'
    expect((await world.graphql(large)).errors).toHaveLength(1)
    expect((await world.graphql('{ viewer { shop { reviews(first: 5, after: "x") { edges { node { id } } } } } }')).errors?.[0]?.extensions?.code).toBe('malformedCursor')
  })
})

describe('the websocket', () => {
  test('closes 4401 without a token and 4403 with a wrong one', async () => {
    expect(await closeCode({})).toBe(4401)
    expect(await closeCode({ 'x-auth-token': 'nobody' })).toBe(4403)
    expect(await closeCode({ authorization: 'Bearer a.b.c' })).toBe(4403)
    expect(await closeCode({ 'x-auth-token': world.token })).toBe(1000)
    expect(await closeCode({ authorization: `Bearer ${await world.idToken()}` })).toBe(1000)
  })
})
