import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { v7 as uuidv7 } from 'uuid'
import { WebSocket } from 'ws'
import { performReviewAction } from '../../../reviews/reviews/changes/perform-action.ts'
import { addReviews } from '../../../testing/reviews.ts'
import { statementsOf } from '../../../testing/statements.ts'
import { createWorld, type World } from '../../../testing/world.ts'
import { encodeId } from '../../global-ids.ts'

let world: World
const sockets: WebSocket[] = []
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await world.close()
})

interface Message {
  type: string
  id?: string
  payload?: { data?: Record<string, unknown> } | { message: string }[]
}

interface Line {
  ask(id: string, query: string, variables?: object): void
  leave(id: string): void
  /** The first message about an operation that was not read yet. */
  next(id: string): Promise<Message>
}

async function open(): Promise<Line> {
  const socket = new WebSocket(`${(await world.url()).replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  sockets.push(socket)
  const inboxes = new Map<string, { messages: Message[]; tell?: ((message: Message) => void) | undefined }>()
  const inboxOf = (id: string) => {
    const inbox = inboxes.get(id) ?? { messages: [] }
    inboxes.set(id, inbox)
    return inbox
  }
  const next = (id: string) =>
    new Promise<Message>((resolve) => {
      const inbox = inboxOf(id)
      const message = inbox.messages.shift()
      if (message) resolve(message)
      else inbox.tell = resolve
    })
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as Message
    const inbox = inboxOf(message.id ?? message.type)
    if (inbox.tell) inbox.tell(message)
    else inbox.messages.push(message)
    inbox.tell = undefined
  })
  const send = (message: object) => socket.send(JSON.stringify(message))
  await new Promise((resolve) => socket.once('open', resolve))
  send({ type: 'connection_init', payload: { 'x-auth-token': world.token } })
  await next('connection_ack')
  return {
    next,
    ask: (id, query, variables = {}) => send({ type: 'subscribe', id, payload: { query, variables } }),
    leave: (id) => send({ type: 'complete', id }),
  }
}

/** An import that has ended and left a row out. */
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
  return id
}

const progress = 'subscription ($id: ID!) { importProgress(importId: $id, follow: true) { id errorFileUrl } }'

test('each who watches gets an address for one use of its own', async () => {
  const id = await endedImport()
  const lines = await Promise.all([open(), open()])
  const urls = await Promise.all(
    lines.map(async (line) => {
      line.ask('s', progress, { id: encodeId('ImportRun', id) })
      const { payload } = await line.next('s')
      return (payload as { data: { importProgress: { errorFileUrl: string } } }).data.importProgress.errorFileUrl
    }),
  )
  expect(urls.map((url) => url.includes('/imports/errors/'))).toEqual([true, true])
  expect(urls[0]).not.toBe(urls[1])
})

test('who has looked at fifty imports in one tab may look at more', async () => {
  const id = encodeId('ImportRun', await endedImport())
  const line = await open()
  for (let time = 0; time < 60; time++) {
    line.ask(`s${time}`, progress, { id })
    expect(await line.next(`s${time}`)).toMatchObject({ type: 'next' })
    line.leave(`s${time}`)
  }
})

test('a subscription may cost far less than a question', async () => {
  const line = await open()
  const lists = [0, 1, 2]
    .map((index) => `a${index}: imports(first: 100) { edges { node { id sampleRows { content } } } }`)
    .join(' ')
  line.ask('dear', `subscription { importsChanged { ${lists} } }`)
  expect(JSON.stringify(await line.next('dear'))).toContain('Subscription exceeds maximum complexity')
  line.ask('two', `subscription A { importsChanged { id } } subscription B { importsChanged { ${lists} } }`)
  expect(await line.next('two')).toMatchObject({ type: 'error' })
})

test('over POST there are no subscriptions, as they would be without bounds there', async () => {
  const answer = await fetch(`${await world.url()}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-auth-token': world.token },
    body: JSON.stringify({ query: 'subscription { importsChanged { id } }' }),
    signal: AbortSignal.timeout(5_000),
  })
  expect(await answer.text()).toContain('Send subscriptions over a websocket')
})

test('what one shop asks for at once does not come between another shop and its answer', async () => {
  await Promise.all(Array.from({ length: 20 }, () => endedImport()))
  let answered = 0
  const lists = [0, 1, 2]
    .map(
      (index) =>
        `a${index}: imports(first: 100) { edges { node { id status source fileName badRows { row } questions { id } } } }`,
    )
    .join(' ')
  const many = Array.from({ length: 40 }, (_none, index) =>
    world.graphql(`query Q${index} { viewer { shop { ${lists} } } }`).then(({ errors }) => {
      expect(errors).toBeUndefined()
      answered++
    }),
  )
  // The first ones are under way.
  await Promise.race(many)
  const before = answered
  await world.graphql('{ viewer { shop { id name } } }', {}, world.otherToken)
  const between = answered - before
  await Promise.all(many)
  expect(between).toBeLessThan(20)
})

interface Tab {
  /** The payload of the next unread message. */
  next(): Promise<string>
}

/** Opens a subscribed tab. Wakes it until it hears, as nothing announces that a subscription has begun. */
async function openTab(query: string, wake: () => void): Promise<Tab> {
  const socket = new WebSocket(`${(await world.url()).replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  sockets.push(socket)
  const heard: string[] = []
  const waiting: ((payload: string) => void)[] = []
  socket.on('message', (message) => {
    const { type, payload } = JSON.parse((message as Buffer).toString()) as { type: string; payload?: unknown }
    if (type === 'connection_ack')
      return void socket.send(JSON.stringify({ type: 'subscribe', id: 's', payload: { query } }))
    const tell = waiting.shift()
    if (tell) tell(JSON.stringify(payload))
    else heard.push(JSON.stringify(payload))
  })
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'connection_init', payload: { 'x-auth-token': world.token } }))
  const next = () =>
    new Promise<string>((resolve) => {
      const payload = heard.shift()
      if (payload !== undefined) resolve(payload)
      else waiting.push(resolve)
    })
  const first = next()
  const again = setInterval(wake, 5)
  await first.finally(() => clearInterval(again))
  return { next }
}

/** Returns the first answer that is as expected, else the last of 20. Answers to earlier wakes may still be on their way. */
async function answered(tab: Tab, { wake, as }: { wake: () => void; as: string }): Promise<string> {
  let last = ''
  for (let tries = 0; tries < 20 && last !== as; tries++) {
    wake()
    last = await tab.next()
  }
  return last
}

const countsChange = () => world.app.deps.publish(world.shop.id, 'reviewCounts', world.shop.id)
/** Names another import each time: the same state of one import is announced once. */
const importsChange = () => world.app.deps.publish(world.shop.id, 'import', uuidv7())

async function change(data: { name: string; plan?: string }): Promise<void> {
  await world.app.deps.access.acrossShops('the demo platform').shop.update({ where: { id: world.shop.id }, data })
  world.app.deps.publish(world.shop.id, 'shop', world.shop.id)
}

describe('an event', () => {
  test('tells a row’s relations and actions as they are now, not as in the first event', async () => {
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

  test('tells the shop as it is now, to an old tab and to a new one', async () => {
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
    // From then on each time, whichever tab asks first for the answer of both.
    for (let times = 0; times < 5; times++) {
      importsChange()
      expect([await young.next(), await old.next()]).toEqual([now, now])
    }
  })

  test('reads a changed shop once for all tabs that hear of one event', async () => {
    const query = 'subscription { importsChanged { name } }'
    const crowd = await Promise.all(Array.from({ length: 30 }, () => openTab(query, importsChange)))
    await change({ name: 'Once' })
    const now = JSON.stringify({ data: { importsChanged: { name: 'Once' } } })
    const sent = await statementsOf(async () => {
      importsChange()
      for (const tab of crowd) expect(await answered(tab, { wake: () => undefined, as: now })).toBe(now)
    })
    const reads = sent.filter(({ text }) => /^select .* from "public"\."Shop"/i.test(text))
    // One read, and some for answers to earlier events that are still under way: never one a tab.
    expect(reads.length).toBeLessThan(crowd.length / 2)
  })
})
