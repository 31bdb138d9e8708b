import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createKey } from '../../shop/api-keys/api-keys.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise' })
  key = (await createKey(world.ctx, { name: 'Page', scopes: ['READ'] })).key
})
afterAll(() => world.close())

const origin = 'https://agency.test'
type Headers = Record<string, string>
const send = async (method: string, path: string, { headers = {}, body }: { headers?: Headers; body?: string } = {}) =>
  fetch(`${await world.url()}${path}`, { method, headers: { origin, ...headers }, ...(body && { body }) })
const question = JSON.stringify({ query: '{ viewer { shop { name } } }' })
const json = { 'content-type': 'application/json' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe.each([
  ['POST', '/graphql', { body: question }],
  ['GET', '/api/reviews', {}],
])('%s %s from a page of another origin', (method, path, body) => {
  test('is open to a key, with its limits and without cookies', async () => {
    const { status, headers } = await send(method, path, { headers: { ...json, ...bearer(key) }, ...body })
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toMatch(/RateLimit.*RateLimit-Policy.*Retry-After.*ETag/)
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('ratelimit')).not.toBeNull()
  })

  test('tells a page why its key is refused', async () => {
    const { status, headers } = await send(method, path, {
      headers: { ...json, ...bearer(`cdr_${'x'.repeat(43)}`) },
      ...body,
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([401, '*'])
  })

  test('stays closed to logins, tokens of the platform and strangers', async () => {
    const others: Headers[] = [{ 'x-auth-token': world.token }, bearer(world.token), bearer('eyJ.x.y'), {}]
    for (const headers of others) {
      const answer = await send(method, path, { headers: { ...json, ...headers }, ...body })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('answers the preflight, which allows no login’s header', async () => {
    const { status, headers } = await send('OPTIONS', path, {
      headers: {
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type, idempotency-key',
      },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toContain(method)
    expect(headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, idempotency-key, if-none-match',
    )
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('answers a wrong method with the right ones', async () => {
    const { status, headers } = await send('PATCH', path, { headers: { ...json, ...bearer(key) } })
    expect(status).toBe(405)
    expect(headers.get('allow')).toContain(method)
  })
})

test('the login’s REST paths answer no preflight', async () => {
  const { status, headers } = await send('OPTIONS', '/apiSa/reviews', {
    headers: { 'access-control-request-method': 'GET' },
  })
  expect([status, headers.get('access-control-allow-origin')]).toEqual([405, null])
})

test('an unknown path stays unknown', async () => {
  expect((await send('PATCH', '/api/nothing', { headers: bearer(key) })).status).toBe(404)
})
