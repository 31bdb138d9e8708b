import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals'
import { createClient, type Client } from 'graphql-ws'
import { WebSocket } from 'ws'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
const clients: (Client | WebSocket)[] = []
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterEach(() => {
  jest.useRealTimers()
})
afterAll(async () => {
  for (const client of clients) client.terminate()
  await world.close()
})

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

interface Line {
  send(message: object): void
  /** The next message, or `closed` with the code. */
  next(): Promise<{ type: string; code?: number }>
}

async function connect(payload: object): Promise<Line> {
  const socket = new WebSocket(`${(await world.url()).replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  clients.push(socket)
  const messages: { type: string; code?: number }[] = []
  const waiting: ((message: { type: string; code?: number }) => void)[] = []
  const receive = (message: { type: string; code?: number }) => {
    const tell = waiting.shift()
    if (tell) tell(message)
    else messages.push(message)
  }
  socket.on('message', (data) => receive(JSON.parse((data as Buffer).toString()) as { type: string }))
  socket.on('close', (code) => receive({ type: 'closed', code }))
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (message: object) => socket.send(JSON.stringify(message))
  send({ type: 'connection_init', payload })
  return {
    send,
    next: () =>
      new Promise((resolve) => {
        const message = messages.shift()
        if (message) resolve(message)
        else waiting.push(resolve)
      }),
  }
}

const fakeIntervals = () =>
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setTimeout',
      'clearTimeout',
    ],
  })

async function loggedIn(): Promise<string> {
  const login = await world.inject({
    method: 'POST',
    url: '/apiSa/auth/login',
    payload: { email: 'merchant@world.test', password: 'a-long-test-password' },
  })
  return login.json<{ token: string }>().token
}

test.each([
  ['embedded', async () => ({ authorization: `Bearer ${await world.idToken()}` })],
  ['standalone', async () => ({ 'x-auth-token': await loggedIn() })],
] as const)('keeps an open socket while its session cannot be verified: %s', async (_mode, credentials) => {
  fakeIntervals()
  const line = await connect(await credentials())
  expect(await line.next()).toEqual({ type: 'connection_ack' })
  await whileAway(async () => {
    jest.advanceTimersByTime(30_000)
    // This request starts after the session check, so its answer comes after it too.
    expect((await world.graphql('{ viewer { mode } }')).errors).toMatchObject([{ extensions: { code: 'unexpected' } }])
  })
  jest.advanceTimersByTime(30_000)
  line.send({ type: 'ping' })
  expect(await line.next()).toEqual({ type: 'pong' })
  line.send({ type: 'subscribe', id: 'a', payload: { query: 'subscription { nothing }' } })
  expect(await line.next()).toMatchObject({ type: 'error', id: 'a' })
})

test('closes an open socket when a session check finds the login ended', async () => {
  fakeIntervals()
  const token = await loggedIn()
  const line = await connect({ 'x-auth-token': token })
  expect(await line.next()).toEqual({ type: 'connection_ack' })
  await world.inject({ method: 'POST', url: '/apiSa/auth/logout', headers: { 'x-auth-token': token } })
  jest.advanceTimersByTime(30_000)
  expect(await line.next()).toEqual({ type: 'closed', code: 4403 })
})

test('closes a connection during the outage with "try again later", not as a failed login', async () => {
  const closed = await whileAway(async () =>
    Promise.all(
      [{ 'x-auth-token': world.token }, { authorization: `Bearer ${await world.idToken()}` }].map(async (payload) =>
        (await connect(payload)).next(),
      ),
    ),
  )
  expect(closed).toEqual([
    { type: 'closed', code: 1013 },
    { type: 'closed', code: 1013 },
  ])
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
  clients.push(client)
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
})
