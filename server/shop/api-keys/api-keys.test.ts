import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { getIntrospectionQuery } from 'graphql'
import { makeContext } from '../../core/context.ts'
import { productionEnv } from '../../testing/processes/production-env.ts'
import { setPlan } from '../../testing/things.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { mutationText } from '../../testing/documents.ts'
import { createKey } from './api-keys.ts'
import { shopUninstalled } from '../shops/uninstall.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ plan: 'enterprise', env: { CANDOR_KEY_REQUESTS: '40' } })
})
afterAll(() => world.close())

interface Answer {
  status: number
  headers: Headers
  body: {
    data?: Record<string, Record<string, unknown>> | null
    errors?: { message: string; extensions?: { code?: string } }[]
    code?: string
  }
}

/** Sends a document, or a REST row for a path of /api. */
async function ask(key: string, what: string, { url }: { url?: string } = {}): Promise<Answer> {
  const isRest = what.startsWith('/')
  const answer = await fetch(`${url ?? (await world.url())}${isRest ? `/api${what}` : '/graphql'}`, {
    method: isRest ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(!isRest && { body: JSON.stringify({ query: what }) }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer['body'] }
}
const codeOf = ({ body }: Answer) => body.code ?? body.errors?.[0]?.extensions?.code
const shopName = '{ viewer { shop { name } } }'

interface Managed {
  code?: string
  fields?: { path: string; code: string }[]
  data?: { key: string; apiKey: { id: string; name: string; scopes: string[]; prefix: string } }
}

async function manage(mutation: string, input: object, token = world.token): Promise<Managed> {
  const { data } = await world.graphql(mutationText(mutation).text, { input }, token)
  return (data?.['r'] as Managed | undefined) ?? {}
}
async function create(...scopes: string[]) {
  const { data } = await manage('createApiKey', { name: 'Agency', scopes: scopes.length > 0 ? scopes : ['READ'] })
  if (!data) throw new Error('no key')
  return data
}

describe('a key', () => {
  test('is created over GraphQL, shown once and stored as a hash', async () => {
    const mutation =
      'mutation { createApiKey(input: { name: "Agency", scopes: [READ] }) { ... on CreateApiKeySuccess { data { key apiKey { prefix createdBy } } } } }'
    const send = async () => {
      const answer = await fetch(`${await world.url()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-token': world.token, 'idempotency-key': 'once' },
        body: JSON.stringify({ query: mutation }),
      })
      return answer.text()
    }
    const first = await send()
    const key = /cdr_[\w-]{43}/.exec(first)?.[0] ?? ''
    expect(JSON.parse(first)).toEqual({
      data: { createApiKey: { data: { key, apiKey: { prefix: key.slice(0, 12), createdBy: 'merchant@world.test' } } } },
    })
    expect(await send()).toBe(first)
    const rows = await world.app.database.pool.query(
      `select to_jsonb(k)::text || (select string_agg(to_jsonb(i)::text, '') from "IdempotencyKey" i) as text from "ApiKey" k`,
    )
    expect((rows.rows as { text: string }[])[0]?.text).not.toContain(key)
    const { data } = await world.graphql(
      '{ viewer { shop { apiKeys { name scopes } settingHistory(first: 1) { edges { node { key changes { field after } } } } } } }',
    )
    expect(data).toMatchObject({
      viewer: {
        shop: {
          apiKeys: [{ name: 'Agency', scopes: ['READ'] }],
          settingHistory: {
            edges: [{ node: { key: 'apiKeys', changes: [{ field: 'created', after: '"Agency: READ"' }] } }],
          },
        },
      },
    })
  })

  test('names the shop as its creator if someone inside Shopify’s admin made it, who has no name here', async () => {
    const actor = { kind: 'merchant', mode: 'embedded', accountId: null, locale: null, readOnly: false } as const
    const ctx = makeContext(world.app.deps, { ...world.shop, firstName: 'Olga' }, actor)
    const { apiKey } = await createKey(ctx, { name: 'Agency', scopes: ['READ'] })
    expect(apiKey.createdBy).toBe(world.shop.name)
  })

  test('sends any document to GraphQL, also in production, where a login may not', async () => {
    const production = await createWorld({ plan: 'enterprise', env: productionEnv })
    const { key } = await createKey(production.ctx, { name: 'Agency', scopes: ['READ'] })
    const send = async (query: string) => ask(key, query, { url: await production.url() })
    expect((await send(shopName)).body).toEqual({ data: { viewer: { shop: { name: 'Shop world' } } } })
    expect((await send(getIntrospectionQuery())).body.errors).toBeUndefined()
    const { errors } = await production.graphql(shopName)
    expect(errors).toMatchObject([{ extensions: { code: 'documentUnknown' } }])
    // Yoga caches the results of validation.
    expect((await send('{ viewer { shopp { name } } }')).body.errors?.[0]?.message).toContain('Did you mean "shop"')
    await production.close()
  })

  test('is bounded by cost and by requests, with the headers of the IETF draft', async () => {
    const { key } = await create('READ')
    const answer = await ask(
      key,
      `{ viewer { shop { ${Array.from({ length: 20 }, (_, at) => `a${at}: reviews(first: 1, filter: { search: "x" }) { totalCount }`).join(' ')} } } }`,
    )
    expect(answer.body.errors?.[0]?.message).toMatch(/exceeds maximum complexity/)
    expect([answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')]).toEqual([
      '"default";q=40;w=60',
      expect.stringMatching(/^"default";r=39;t=\d+$/),
    ])
    for (let at = 0; at < 39; at++) expect((await ask(key, at % 2 ? shopName : '/shops')).status).toBe(200)
    for (const what of [shopName, '/shops']) {
      const refused = await ask(key, what)
      expect([refused.status, codeOf(refused), refused.headers.get('ratelimit')]).toEqual([
        429,
        'keyOverLimit',
        expect.stringMatching(/^"default";r=0;t=\d+$/),
      ])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await ask((await create('READ')).key, shopName)).status).toBe(200)
  })

  test('notes its use at most once a minute', async () => {
    const { key, apiKey } = await create('READ')
    const noted = async () => (await world.ctx.db.apiKey.findFirst({ where: { prefix: apiKey.prefix } }))?.lastUsedAt
    await ask(key, shopName)
    const first = await noted()
    expect(first).toEqual(world.ctx.now())
    world.app.parts.sessions.clear()
    await world.advance({ minutes: 0.5 })
    await ask(key, shopName)
    expect(await noted()).toEqual(first)
  })
})

/** Asks GraphQL and REST. */
const both = async (key: string) => {
  const answers = [await ask(key, shopName), await ask(key, '/shops')]
  return answers.map((answer) => `${answer.status} ${codeOf(answer)}`)
}

describe('a key that does not work', () => {
  test.each([
    ['cdr_', '401 keyMalformed'],
    ['cdr_short', '401 keyMalformed'],
    [`cdr_${'x'.repeat(10_000)}`, '401 keyMalformed'],
    [`cdr_${'x'.repeat(42)}%`, '401 keyMalformed'],
    [`cdr_${'x'.repeat(43)}`, '401 keyUnknown'],
  ])('is refused: %#', async (key, refusal) => {
    expect(await both(key)).toEqual([refusal, refusal])
  })

  test('is refused as a login, and in a URL', async () => {
    const { key } = await create('READ')
    const elsewhere = await world.rest('GET', '/shops', { token: key })
    expect([elsewhere.statusCode, elsewhere.json()]).toMatchObject([401, { code: 'keyElsewhere' }])
    for (const path of ['/api/shops?key=', '/graphql?access_token=', '/storefront/world.myshopify.com/reviews?key='])
      for (const method of path.startsWith('/graphql') ? ['POST'] : ['GET', 'POST']) {
        const answer = await fetch(`${await world.url()}${path}${key}`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(method === 'POST' && { body: '{}' }),
        })
        expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('keyInUrl')])
      }
  })

  test('was revoked: at once, with its websocket', async () => {
    const { key, apiKey } = await create('READ')
    expect(await both(key)).toEqual(['200 undefined', '200 undefined'])
    const closed = new Promise((resolve) => {
      createClient({
        url: `${world.app.http.listeningOrigin.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { authorization: `Bearer ${key}` },
        lazy: false,
        retryAttempts: 0,
        onNonLazyError: () => undefined,
        on: {
          connected: () => void manage('revokeApiKey', { id: apiKey.id }),
          closed: (event) => resolve((event as { code: number }).code),
        },
      })
    })
    expect(await closed).toBe(4403)
    expect(await both(key)).toEqual(['401 keyRevoked', '401 keyRevoked'])
  })

  test('was rotated: after the overlap', async () => {
    const { key, apiKey } = await create('WRITE')
    const { data: next } = await manage('rotateApiKey', { id: apiKey.id, overlapHours: 2 })
    expect(next).toMatchObject({ apiKey: { name: 'Agency', scopes: ['WRITE'] } })
    expect([...(await both(key)), ...(await both(next?.key ?? ''))]).toEqual(Array(4).fill('200 undefined'))
    expect(await manage('rotateApiKey', { id: apiKey.id })).toMatchObject({ code: 'keyEnded' })
    await world.advance({ hours: 2 })
    expect([...(await both(key)), (await both(next?.key ?? ''))[0]]).toEqual([
      '401 keyExpired',
      '401 keyExpired',
      '200 undefined',
    ])
  })

  test('is not another shop’s to manage', async () => {
    const { apiKey } = await create('READ')
    await setPlan(world, world.otherShop, 'enterprise')
    for (const mutation of ['revokeApiKey', 'rotateApiKey'])
      expect(await manage(mutation, { id: apiKey.id }, world.otherToken)).toMatchObject({ code: 'notFound' })
  })
})

test.each([
  [
    { name: ' ', scopes: ['READ'] },
    { path: 'name', code: 'required' },
  ],
  [
    { name: 'x'.repeat(61), scopes: ['READ'] },
    { path: 'name', code: 'fillAtMost' },
  ],
  [
    { name: 'A', scopes: [] },
    { path: 'scopes', code: 'required' },
  ],
])('refuses the input %j', async (input, field) => {
  expect(await manage('createApiKey', input)).toMatchObject({ fields: [field] })
})

// Last, as it ends the merchant's session.
test('a key of a lower plan, or of a shop that left and came back, does not work', async () => {
  const { key } = await create('READ')
  await setPlan(world, world.shop, 'advanced')
  expect(await both(key)).toEqual(['402 planRequired', '402 planRequired'])
  await setPlan(world, world.shop, 'enterprise')
  expect(await both(key)).toEqual(['200 undefined', '200 undefined'])
  await shopUninstalled(world.ctx)
  expect(await both(key)).toEqual(['401 keyRevoked', '401 keyRevoked'])
  const db = world.app.deps.access.acrossShops('the demo platform')
  await db.shop.update({ where: { id: world.shop.id }, data: { uninstalledAt: null, appStatus: true } })
  world.app.deps.publish(world.shop.id, 'shop', world.shop.id)
  expect(await both(key)).toEqual(['401 keyRevoked', '401 keyRevoked'])
})
