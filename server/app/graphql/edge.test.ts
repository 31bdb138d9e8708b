/** @own-modules */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { getIntrospectionQuery } from 'graphql'
import { bodiesAtOnce, longestBodyMs, mostDocumentsWaiting, questionsAtOnce } from '../../../rules/limits.ts'
import { encodeId } from '../../core/global-ids.ts'
import { fakeOnly } from '../../testing/fake-timers.ts'
import { halfSent, type HalfSent } from '../../testing/checks/half-sent.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('POST /graphql', () => {
  test('returns the viewer and the shop of the session', async () => {
    const { data, errors } = await world.graphql(
      '{ viewer { mode readOnly locale extendedMode account { email } shop { id name plan reviews(first: 5) { totalCount edges { node { id } } } products(first: 5) { totalCount } customers(first: 5) { totalCount } } } }',
    )
    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      viewer: {
        mode: 'standalone',
        readOnly: false,
        locale: 'en',
        extendedMode: true,
        account: { email: 'merchant@world.test' },
        shop: { name: 'Shop world', plan: 'advanced', reviews: { totalCount: 0, edges: [] } },
      },
    })
  })

  test('answers null for an unknown node of every type, and for types without a page of their own', async () => {
    const { data } = await world.graphql('{ __type(name: "Node") { possibleTypes { name } } }')
    const { __type: node } = data as unknown as { __type: { possibleTypes: { name: string }[] } }
    const names = node.possibleTypes.map(({ name }) => name)
    expect(names).toContain('Review')
    for (const name of [...names, 'SettingHistoryEntry', 'SurveyAnswer', 'Query', 'Unknown'])
      expect([
        name,
        await world.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: encodeId(name, randomUUID()) }),
      ]).toEqual([name, { data: { node: null } }])
  })

  test('accepts the platform’s ID token as a bearer token', async () => {
    const answer = await fetch(`${await world.url()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await world.idToken()}` },
      body: JSON.stringify({ query: '{ viewer { mode shop { name } } }' }),
    })
    expect(await answer.json()).toEqual({ data: { viewer: { mode: 'embedded', shop: { name: 'Shop world' } } } })
  })

  test('refuses a request without a session with the headers that make the admin fetch a new token', async () => {
    const answer = await fetch(`${await world.url()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{__typename}"}',
    })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('x-shopify-retry-invalid-session-request')).toBe('1')
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'unauthenticated' } }] })
  })

  test('refuses a body of more than 2 MB or of unknown length', async () => {
    const post = async (body: string | ReadableStream) =>
      fetch(`${await world.url()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-token': world.token },
        body,
        ...(typeof body === 'object' && { duplex: 'half' }),
      })
    const query = '{"query":"{ viewer { mode } }"}'
    expect((await post(query.padEnd(2 * 1024 * 1024))).status).toBe(200)
    expect((await post(query.padEnd(2 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await post(new Blob([query]).stream())).status).toBe(411)
  })

  test.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
  ])('compresses answers above 1 KB for a client that accepts %s', async (accepted, encoding) => {
    const ask = async (query: string) =>
      fetch(`${await world.url()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-token': world.token, 'accept-encoding': accepted },
        body: JSON.stringify({ query }),
      })
    const long = await ask(
      `{ ${Array.from({ length: 40 }, (_, index) => `a_field_with_a_rather_long_name_${index}: __typename`).join(' ')} }`,
    )
    expect(long.headers.get('content-encoding')).toBe(encoding)
    expect(await long.json()).toMatchObject({ data: { a_field_with_a_rather_long_name_39: 'Query' } })
    const short = await ask('{ __typename }')
    expect(short.headers.get('content-encoding')).toBeNull()
  })

  test('answers hostile documents with an error', async () => {
    const wide = `{ ${Array.from({ length: 5000 }, (_, index) => `a${index}: __typename`).join(' ')} }`
    expect((await world.graphql(wide)).errors).toHaveLength(1)
    const large = '{ viewer { shop { reviews(first: 2147483647) { edges { node { id } } } } } }'
    expect((await world.graphql(large)).errors).toHaveLength(1)
    expect(
      (await world.graphql('{ viewer { shop { reviews(first: 5, after: "x") { edges { node { id } } } } } }'))
        .errors?.[0]?.extensions?.code,
    ).toBe('malformedCursor')
  })
})

describe('a slow body', () => {
  const sockets: Socket[] = []
  afterEach(() => {
    jest.useRealTimers()
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  const body = '{"query":"{ viewer { shop { name } } }"}'

  async function halfSentBy(count: number): Promise<HalfSent[]> {
    const slow: HalfSent[] = []
    while (slow.length < count)
      slow.push(await halfSent(world, { path: '/graphql', contentType: 'application/json', body, first: 9 }))
    sockets.push(...slow.map(({ socket }) => socket))
    return slow
  }

  test('delays no other request of its shop, and is answered once it is complete', async () => {
    const slow = await halfSentBy(questionsAtOnce * 3)
    expect(await world.graphql('{ viewer { shop { name } } }')).toEqual({
      data: { viewer: { shop: { name: 'Shop world' } } },
    })
    for (const { sendTheRest } of slow) sendTheRest()
    for (const answer of await Promise.all(slow.map(({ answer: whole }) => whole)))
      expect(answer).toMatch(/^HTTP\/1.1 200 OK[^]*"Shop world"/)
  })

  test('is one of 300 documents of its shop; more are refused, and another shop is answered', async () => {
    const slow = await halfSentBy(bodiesAtOnce)
    const post = async (token: string) => {
      const answer = await fetch(`${await world.url()}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-auth-token': token },
        body,
      })
      return [answer.status, await answer.json()]
    }
    const own = Array.from({ length: mostDocumentsWaiting - bodiesAtOnce + 1 }, () => post(world.token))
    expect(await Promise.race(own)).toMatchObject([429, { errors: [{ extensions: { code: 'tooManyAttempts' } }] }])
    expect(await post(world.otherToken)).toMatchObject([200, { data: {} }])
    for (const { sendTheRest } of slow) sendTheRest()
    const statuses = (await Promise.all(own)).map(([status]) => status)
    expect(statuses.filter((status) => status !== 200)).toEqual([429])
  })

  test('ends with a timeout and frees its place', async () => {
    // Fakes the application's timeouts only; the libraries keep their own timers.
    fakeOnly('Timeout')
    const slow = await halfSentBy(questionsAtOnce)
    // This answer shows that the server has started the earlier requests.
    await world.graphql('{ viewer { shop { name } } }')
    jest.advanceTimersByTime(longestBodyMs)
    for (const answer of await Promise.all(slow.map(({ answer: whole }) => whole)))
      expect(answer).toMatch(/^HTTP\/1.1 408 /)
    jest.useRealTimers()
    const answers = await Promise.all(
      Array.from({ length: questionsAtOnce * 2 }, () => world.graphql('{ viewer { mode } }')),
    )
    expect(answers.map(({ errors }) => errors)).toEqual(answers.map(() => undefined))
  })
})

describe('introspection', () => {
  const standard = getIntrospectionQuery({
    oneOf: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
  })
  const repeated = (times: number, field: string) =>
    `{ ${Array.from({ length: times }, (_, index) => `a${index}: ${field}`).join(' ')} }`

  test('answers the standard query of tools', async () => {
    expect((await world.graphql(standard)).errors).toBeUndefined()
  })

  test.each([
    ['the whole schema twice', standard.replace(/__schema (\{[^]*?\n {6}\})\n/, 'a: __schema $1 b: __schema $1\n')],
    [
      '550 aliases',
      `${repeated(550, '__schema { ...F }')} fragment F on __Schema { types { name description fields { name } } }`,
    ],
    [
      'a few lists within lists',
      repeated(40, '__schema { types { fields { type { enumValues { name description } } } } }'),
    ],
    [
      'fragments within fragments',
      `{ __schema { types { ...F0 } } } ${Array.from({ length: 30 }, (_, index) => `fragment F${index} on __Type { ${index === 29 ? 'name' : `a: ofType { ...F${index + 1} } b: ofType { ...F${index + 1} }`} }`).join(' ')}`,
    ],
  ])('does not answer %s', async (_what, document) => {
    const answer = await world.graphql(document)
    expect(answer.data).toBeUndefined()
    expect(answer.errors?.[0]?.message).toMatch(/^Introspection exceeds maximum (complexity|breadth)/)
  })
})

describe('the security headers', () => {
  const names = ['content-security-policy', 'x-frame-options', 'x-content-type-options', 'referrer-policy']

  test('are on documents', async () => {
    const answer = await fetch(`${await world.url()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': world.token },
      body: '{"query":"{ viewer { mode } }"}',
    })
    for (const name of names) expect(answer.headers.get(name)).not.toBeNull()
  })

  test.each(['GET / HTTP/1.1\r\nbroken\r\n\r\n', 'GET /%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'])(
    'are on the answer to %j',
    async (request) => {
      const { hostname, port } = new URL(await world.url())
      const socket = connect(Number(port), hostname).end(request)
      const answer = (await text(socket)).toLowerCase()
      expect(answer).toMatch(/^http\/1.1 400/)
      for (const name of names) expect(answer).toContain(`${name}: `)
    },
  )

  test('allow no websocket of another host', async () => {
    for (const url of ['/graphql', '/embed'])
      expect((await world.inject({ method: 'GET', url })).headers['content-security-policy']).toMatch(
        /connect-src .self. ws:\/\/candor.test(;|$)/,
      )
  })
})

describe('a POST of another type than JSON', () => {
  test.each([
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/graphql',
  ])('is refused: %s', async (type) => {
    const body =
      type === 'application/x-www-form-urlencoded'
        ? 'query=mutation{updateShop(input:{isRated:true}){__typename}}'
        : '{"query":"{ viewer { mode } }"}'
    const answer = await fetch(`${await world.url()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': type, 'x-auth-token': world.token },
      body,
    })
    expect(answer.status).toBe(415)
  })
})

describe('the playground', () => {
  test('serves a small page with cacheable assets and starts no session', async () => {
    const sessions = () => world.app.deps.access.acrossShops('log in').loginSession.count()
    const before = await sessions()
    const page = await world.inject({ method: 'GET', url: '/graphql' })
    expect([page.statusCode, page.headers['content-type'], page.body.length < 200_000]).toEqual([
      200,
      'text/html; charset=utf-8',
      true,
    ])
    expect(page.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/)
    const files = [...page.body.matchAll(/(?:src|href)="(\/graphql\/assets\/[^"]+)"/g)].map(([, url = '']) => url)
    expect(files).toHaveLength(3)
    for (const url of files) {
      const file = await world.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip' } })
      expect([file.statusCode, file.headers['content-encoding'], file.headers['cache-control']]).toEqual([
        200,
        'gzip',
        'public, max-age=31536000, immutable',
      ])
    }
    const plain = await world.inject({ method: 'GET', url: files.at(-1) ?? '' })
    expect(plain.body).toContain('renderYogaGraphiQL')
    expect(
      (await world.inject({ method: 'GET', url: (files[0] ?? '').replace(/assets\/\w+/, 'assets/0') })).statusCode,
    ).toBe(404)
    expect(await sessions()).toBe(before)
  })
})

describe('the complexity limit of documents', () => {
  const ofShop = (fields: string) => `query ($search: String) { viewer { shop { ${fields} } } }`
  const searches: [string, string][] = [
    ['reviews', 'reviews(first: 1, filter: { search: $search }) { totalCount }'],
    ['the queue', 'emailQueue(first: 1, filter: { search: $search }) { totalCount }'],
    ['products', 'products(first: 1, search: $search) { totalCount }'],
    ['customers', 'customers(first: 1, search: $search) { totalCount }'],
  ]

  test.each(searches)('allows a few searches of %s in one document, not twenty', async (_what, field) => {
    const many = (count: number) => ofShop(Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' '))
    for (const count of [20, 145])
      expect((await world.graphql(many(count), { search: 'x' })).errors?.[0]?.message).toMatch(
        /exceeds maximum complexity/,
      )
    expect((await world.graphql(many(3), { search: 'x' })).errors).toBeUndefined()
    expect((await world.graphql(many(100), { search: null })).errors).toBeUndefined()
  })

  test.each(['reviews', 'emailQueue', 'products', 'customers', 'imports'])(
    'refuses a page size outside 1 to 100 by its argument: %s',
    async (list) => {
      for (const [argument, rows] of [
        ['first', -1],
        ['first', 0],
        ['last', -5],
        ['first', 101],
      ] as const) {
        const { errors } = await world.graphql(
          `{ viewer { shop { ${list}(${argument}: ${rows}) { edges { node { id } } } } } }`,
        )
        expect(errors).toMatchObject([
          {
            message: 'Number needs to be between equal 1 and 100',
            extensions: { code: 'betweenEqual', fields: [argument] },
          },
        ])
      }
    },
  )

  test.each(['bulkRuns', 'reviewExports'])(
    'refuses a size outside 1 to 50 for a list without pages: %s',
    async (list) => {
      for (const rows of [-1, 0, 51])
        expect((await world.graphql(`{ viewer { shop { ${list}(first: ${rows}) { id } } } }`)).errors).toMatchObject([
          { extensions: { code: 'betweenEqual', fields: ['first'] } },
        ])
      expect((await world.graphql(`{ viewer { shop { ${list} { id } } } }`)).errors).toBeUndefined()
    },
  )
})

describe('the result of a mutation', () => {
  test('is returned even if the document selects no data', async () => {
    const { errors, data } = await world.graphql('mutation { updateShop(input: { isRated: true }) { __typename } }')
    expect([errors, data]).toEqual([undefined, { updateShop: { __typename: 'UpdateShopSuccess' } }])
  })
})
