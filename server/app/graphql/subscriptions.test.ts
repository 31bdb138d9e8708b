/** @own-modules */
import { afterEach, afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { createClient } from 'graphql-ws'
import { v7 as uuidv7 } from 'uuid'
import { WebSocket } from 'ws'
import { encodeId } from '../../core/global-ids.ts'
import { performReviewAction } from '../../reviews/reviews/changes/perform-action.ts'
import { fakeOnly } from '../../testing/fake-timers.ts'
import { openSocket, type TestSocket } from '../../testing/open-socket.ts'
import { addReviews } from '../../testing/reviews.ts'
import { statementsOf } from '../../testing/statements.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterEach(() => {
  jest.useRealTimers()
})
afterAll(() => world.close())

async function open(credentials?: object): Promise<TestSocket> {
  const socket = await openSocket(world, credentials)
  expect(await socket.next()).toEqual({ type: 'connection_ack' })
  return socket
}

/** Creates a finished import with one rejected row. */
async function endedImport(): Promise<string> {
  const ctx = world.contextOf(world.shop)
  const id = uuidv7()
  await ctx.db.import.create({
    data: {
      shopId: ctx.shop.id,
      id,
      source: 'candor',
      fileKey: `imports/${id}`,
      fileName: 'reviews.csv',
      fileSize: 10,
      status: 'done',
      bad: 1,
      total: 1,
      report: {},
      createdAt: ctx.now(),
      startedAt: ctx.now(),
      finishedAt: ctx.now(),
    },
  })
  return encodeId('ImportRun', id)
}

const progress = 'subscription ($id: ID!) { importProgress(importId: $id, follow: true) { id errorFileUrl } }'

describe('the websocket', () => {
  const closing = async (credentials: object) => {
    const socket = await openSocket(world, credentials)
    const { type, code } = await socket.next()
    socket.close()
    return code ?? type
  }

  test('closes 4401 without a token and 4403 with a wrong one', async () => {
    expect(await closing({})).toBe(4401)
    expect(await closing({ 'x-auth-token': 'not-a-token' })).toBe(4403)
    expect(await closing({ authorization: 'Bearer a.b.c' })).toBe(4403)
    expect(await closing({ 'x-auth-token': world.token })).toBe('connection_ack')
    expect(await closing({ authorization: `Bearer ${await world.idToken()}` })).toBe('connection_ack')
  })

  /** Returns the status of the refusal, or 101. */
  async function upgraded(origin?: string): Promise<number> {
    const socket = new WebSocket(`${(await world.url()).replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      ...(origin !== undefined && { origin }),
    })
    return new Promise((resolve) => {
      socket.on('open', () => {
        socket.close()
        resolve(101)
      })
      socket.on('unexpected-response', (_request, response) => {
        response.destroy()
        resolve(response.statusCode ?? 0)
      })
      socket.on('error', () => undefined)
    })
  }

  test('opens for our own pages, and for scripts, which have no origin', async () => {
    const own = await world.url()
    for (const origin of [undefined, own, 'http://candor.test'])
      expect([origin, await upgraded(origin)]).toEqual([origin, 101])
    for (const origin of [
      'https://evil.test',
      'null',
      'http://candor.test.evil.test',
      'https://candor.test',
      'http://candor.test:8080',
      `${own}0`,
      'nonsense',
      '',
    ])
      expect([origin, await upgraded(origin)]).toEqual([origin, origin === '' ? 101 : 403])
  })

  test('closes after a message that is too long, and logs no error', async () => {
    // The library writes to the process's own console, not that of the tests.
    const stderrWrite = jest.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const socket = await open()
    socket.send({ type: 'ping', payload: { long: 'x'.repeat(300_000) } })
    const { code } = await socket.next({ type: 'closed' })
    // The server still accepts another connection.
    const next = await closing({ 'x-auth-token': world.token })
    const lines = [...stderrWrite.mock.calls]
    stderrWrite.mockRestore()
    expect([code, next, lines]).toEqual([1009, 'connection_ack', []])
  })

  test('accepts subscriptions only, and answers a syntax error with an error', async () => {
    const socket = await open()
    socket.subscribe('q', '{ viewer { mode } }')
    expect(await socket.next({ id: 'q' })).toMatchObject({ type: 'error' })
    socket.subscribe('s', 'subscription {')
    expect(await socket.next({ id: 's' })).toMatchObject({ type: 'error' })
  })

  test('refuses the 51st open subscription, and frees the places of ended and refused ones', async () => {
    const id = await endedImport()
    const socket = await open()
    for (let time = 0; time < 60; time++) {
      socket.subscribe(`ended${time}`, progress, { id })
      expect(await socket.next({ id: `ended${time}` })).toMatchObject({ type: 'next' })
      socket.send({ type: 'complete', id: `ended${time}` })
      socket.subscribe(`wrong${time}`, 'subscription { nothing }')
      expect(await socket.next({ id: `wrong${time}` })).toMatchObject({ type: 'error' })
    }
    for (let time = 0; time < 50; time++) {
      socket.subscribe(`open${time}`, progress, { id })
      expect(await socket.next({ id: `open${time}` })).toMatchObject({ type: 'next' })
    }
    socket.subscribe('more', progress, { id })
    expect(await socket.next({ id: 'more' })).toMatchObject({
      type: 'error',
      payload: [{ message: 'Too many operations on one connection' }],
    })
  })

  test('limits a subscription’s complexity far below a query’s', async () => {
    const socket = await open()
    const lists = [0, 1, 2]
      .map((index) => `a${index}: imports(first: 100) { edges { node { id sampleRows { content } } } }`)
      .join(' ')
    socket.subscribe('dear', `subscription { importsChanged { ${lists} } }`)
    expect(JSON.stringify(await socket.next({ id: 'dear' }))).toContain('Subscription exceeds maximum complexity')
    socket.subscribe('two', `subscription A { importsChanged { id } } subscription B { importsChanged { ${lists} } }`)
    expect(await socket.next({ id: 'two' })).toMatchObject({ type: 'error' })
  })

  test('refuses subscriptions over POST, where they would be unlimited', async () => {
    const answer = await fetch(`${await world.url()}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-auth-token': world.token },
      body: JSON.stringify({ query: 'subscription { importsChanged { id } }' }),
      signal: AbortSignal.timeout(5_000),
    })
    expect(await answer.text()).toContain('Send subscriptions over a websocket')
  })
})

describe('the session of an open websocket', () => {
  /** Makes the shop unreadable, so that sessions cannot be verified. */
  async function whileAway<T>(work: () => Promise<T>): Promise<T> {
    const { database, parts } = world.app
    await database.pool.query('alter table "Shop" rename to "ShopAway"')
    parts.shops.clear()
    try {
      return await work()
    } finally {
      await database.pool.query('alter table "ShopAway" rename to "Shop"')
    }
  }

  async function loggedIn(): Promise<string> {
    const login = await world.inject({
      method: 'POST',
      url: '/apiSa/auth/login',
      payload: { email: 'merchant@world.test', password: 'a-long-test-password' },
    })
    return login.json<{ token: string }>().token
  }

  const logOut = (token: string) =>
    world.inject({ method: 'POST', url: '/apiSa/auth/logout', headers: { 'x-auth-token': token } })

  test.each([
    ['embedded', async () => ({ authorization: `Bearer ${await world.idToken()}` })],
    ['standalone', async () => ({ 'x-auth-token': await loggedIn() })],
  ] as const)('keeps it open while the session cannot be verified: %s', async (_mode, credentials) => {
    fakeOnly('Interval')
    const socket = await open(await credentials())
    await whileAway(async () => {
      jest.advanceTimersByTime(30_000)
      // This request starts after the session check, so its answer comes after it too.
      expect((await world.graphql('{ viewer { mode } }')).errors).toMatchObject([
        { extensions: { code: 'unexpected' } },
      ])
    })
    jest.advanceTimersByTime(30_000)
    socket.send({ type: 'ping' })
    expect(await socket.next()).toEqual({ type: 'pong' })
    socket.subscribe('a', 'subscription { nothing }')
    expect(await socket.next()).toMatchObject({ type: 'error', id: 'a' })
  })

  test('closes it when a check finds the login ended, or with the next subscription', async () => {
    fakeOnly('Interval')
    const tokens = [await loggedIn(), await loggedIn()]
    const [idle, asking] = await Promise.all(tokens.map((token) => open({ 'x-auth-token': token })))
    for (const token of tokens) await logOut(token)
    asking?.subscribe('late', 'subscription { reviewCountsChanged { name } }')
    expect(await asking?.next()).toEqual({ type: 'closed', code: 4403 })
    jest.advanceTimersByTime(30_000)
    expect(await idle?.next()).toEqual({ type: 'closed', code: 4403 })
  })

  test('closes a connection during the outage with "try again later", not as a failed login', async () => {
    const credentials = [{ 'x-auth-token': world.token }, { authorization: `Bearer ${await world.idToken()}` }]
    const closed = await whileAway(() =>
      Promise.all(credentials.map(async (given) => (await openSocket(world, given)).next())),
    )
    expect(closed).toEqual(credentials.map(() => ({ type: 'closed', code: 1013 })))
  })

  test('delivers later events to subscriptions opened before and during the outage', async () => {
    const back = Promise.withResolvers<undefined>()
    const closed: number[] = []
    const ended: unknown[] = []
    const client = createClient({
      url: `${(await world.url()).replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: Infinity,
      shouldRetry: () => true,
      retryWait: () => back.promise,
      connectionParams: async () => ({ authorization: `Bearer ${await world.idToken()}` }),
      on: { closed: (event) => closed.push((event as CloseEvent).code) },
    })
    const eventCounts = new Map<string, number>()
    const watch = (name: string) =>
      client.subscribe(
        { query: 'subscription { reviewCountsChanged { name } }' },
        {
          next: () => eventCounts.set(name, (eventCounts.get(name) ?? 0) + 1),
          error: (error) => ended.push((error as CloseEvent).code),
          complete: () => ended.push(name),
        },
      )
    /** Publishes until all have received an event, since the start of a subscription is not announced. */
    const waitForEvents = async (...names: string[]) => {
      eventCounts.clear()
      while (names.some((name) => !eventCounts.has(name)) && ended.length === 0) {
        world.app.deps.publish(world.shop.id, 'reviewCounts', world.shop.id)
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    watch('first')
    await waitForEvents('first')
    await whileAway(async () => {
      const gone = new Promise((resolve) => client.on('closed', resolve))
      watch('second')
      await gone
    })
    back.resolve(undefined)
    await waitForEvents('first', 'second')
    expect({ closed, ended }).toEqual({ closed: [1013], ended: [] })
    await client.dispose()
  })
})

describe('an event', () => {
  interface Tab {
    /** Returns the payload of the next unread message. */
    next(): Promise<string>
  }

  /** Opens a subscribed tab. Publishes until it receives an event: the start of a subscription is not announced. */
  async function openTab(query: string, wake: () => void): Promise<Tab> {
    const socket = await open()
    const next = async () => JSON.stringify((await socket.next({ id: 's' })).payload)
    socket.subscribe('s', query)
    const first = next()
    const again = setInterval(wake, 5)
    await first.finally(() => clearInterval(again))
    return { next }
  }

  /** Returns the first expected answer, else the last of 20. Answers to earlier events may arrive first. */
  async function answered(tab: Tab, { wake, as }: { wake: () => void; as: string }): Promise<string> {
    let last = ''
    for (let tries = 0; tries < 20 && last !== as; tries++) {
      wake()
      last = await tab.next()
    }
    return last
  }

  const countsChange = () => world.app.deps.publish(world.shop.id, 'reviewCounts', world.shop.id)
  /** Publishes another import each time, since the same state of one import is announced once. */
  const importsChange = () => world.app.deps.publish(world.shop.id, 'import', uuidv7())

  async function change(data: { name: string; plan?: string }): Promise<void> {
    await world.app.deps.access.acrossShops('the demo platform').shop.update({ where: { id: world.shop.id }, data })
    world.app.deps.publish(world.shop.id, 'shop', world.shop.id)
  }

  test('carries a one-time URL of its own to each subscriber', async () => {
    const id = await endedImport()
    const sockets = await Promise.all([open(), open()])
    const urls = await Promise.all(
      sockets.map(async (socket) => {
        socket.subscribe('s', progress, { id })
        const { payload } = await socket.next({ id: 's' })
        return (payload as { data: { importProgress: { errorFileUrl: string } } }).data.importProgress.errorFileUrl
      }),
    )
    expect(urls.map((url) => url.includes('/imports/errors/'))).toEqual([true, true])
    expect(urls[0]).not.toBe(urls[1])
  })

  test('carries a row’s current relations and actions, not those of the first event', async () => {
    const [review] = await addReviews(world.ctx, { status: 'pending' })
    const reviews = 'reviews(first: 1) { edges { node { id status actions { action allowed } } } }'
    const tab = await openTab(`subscription { reviewCountsChanged { ${reviews} } }`, countsChange)
    await performReviewAction(world.ctx, { act: 'publish', ids: [review?.id ?? ''] })
    const { data } = await world.graphql(`{ viewer { shop { ${reviews} } } }`)
    const now = JSON.stringify({
      data: { reviewCountsChanged: (data as unknown as { viewer: { shop: unknown } }).viewer.shop },
    })
    expect(await answered(tab, { wake: countsChange, as: now })).toBe(now)
  })

  test('carries the current shop to an old tab and to a new one', async () => {
    const query = 'subscription { importsChanged { name plan } }'
    await change({ name: 'Before', plan: 'free' })
    const old = await openTab(query, importsChange)
    await change({ name: 'Renamed', plan: 'advanced' })
    const young = await openTab(query, importsChange)
    const now = JSON.stringify({ data: { importsChanged: { name: 'Renamed', plan: 'advanced' } } })
    expect([
      await answered(young, { wake: importsChange, as: now }),
      await answered(old, { wake: importsChange, as: now }),
    ]).toEqual([now, now])
    // This holds on each later event, whichever tab is first.
    for (let times = 0; times < 5; times++) {
      importsChange()
      expect([await young.next(), await old.next()]).toEqual([now, now])
    }
  })

  test('reads a changed shop once for all tabs that receive it', async () => {
    const query = 'subscription { importsChanged { name } }'
    const openTabs = await Promise.all(Array.from({ length: 30 }, () => openTab(query, importsChange)))
    await change({ name: 'Once' })
    const now = JSON.stringify({ data: { importsChanged: { name: 'Once' } } })
    const sent = await statementsOf(async () => {
      importsChange()
      for (const tab of openTabs) expect(await answered(tab, { wake: () => undefined, as: now })).toBe(now)
    })
    const reads = sent.filter(({ text }) => /^select .* from "public"\."Shop"/i.test(text))
    // Answers to earlier events may add a few reads, but never one per tab.
    expect(reads.length).toBeLessThan(openTabs.length / 2)
  })
})
