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
  /** Returns the next unread message of an operation. */
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
  return id
}

const progress = 'subscription ($id: ID!) { importProgress(importId: $id, follow: true) { id errorFileUrl } }'

test('gives each subscriber its own one-time URL', async () => {
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

test('frees the places of ended subscriptions, so that a tab may watch 60 imports', async () => {
  const id = encodeId('ImportRun', await endedImport())
  const line = await open()
  for (let time = 0; time < 60; time++) {
    line.ask(`s${time}`, progress, { id })
    expect(await line.next(`s${time}`)).toMatchObject({ type: 'next' })
    line.leave(`s${time}`)
  }
})

test('limits a subscription’s complexity far below a query’s', async () => {
  const line = await open()
  const lists = [0, 1, 2]
    .map((index) => `a${index}: imports(first: 100) { edges { node { id sampleRows { content } } } }`)
    .join(' ')
  line.ask('dear', `subscription { importsChanged { ${lists} } }`)
  expect(JSON.stringify(await line.next('dear'))).toContain('Subscription exceeds maximum complexity')
  line.ask('two', `subscription A { importsChanged { id } } subscription B { importsChanged { ${lists} } }`)
  expect(await line.next('two')).toMatchObject({ type: 'error' })
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

test('answers a shop without waiting for another shop’s many subscriptions', async () => {
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
  // The first answers are in progress.
  await Promise.race(many)
  const before = answered
  await world.graphql('{ viewer { shop { id name } } }', {}, world.otherToken)
  const between = answered - before
  await Promise.all(many)
  expect(between).toBeLessThan(20)
})

interface Tab {
  /** Returns the payload of the next unread message. */
  next(): Promise<string>
}

/** Opens a subscribed tab. Publishes until it receives an event, since the start of a subscription is not announced. */
async function openTab(query: string, wake: () => void): Promise<Tab> {
  const socket = new WebSocket(`${(await world.url()).replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  sockets.push(socket)
  const messages: string[] = []
  const waiting: ((payload: string) => void)[] = []
  socket.on('message', (message) => {
    const { type, payload } = JSON.parse((message as Buffer).toString()) as { type: string; payload?: unknown }
    if (type === 'connection_ack')
      return void socket.send(JSON.stringify({ type: 'subscribe', id: 's', payload: { query } }))
    const tell = waiting.shift()
    if (tell) tell(JSON.stringify(payload))
    else messages.push(JSON.stringify(payload))
  })
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'connection_init', payload: { 'x-auth-token': world.token } }))
  const next = () =>
    new Promise<string>((resolve) => {
      const payload = messages.shift()
      if (payload !== undefined) resolve(payload)
      else waiting.push(resolve)
    })
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

describe('an event', () => {
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

  test('reads a changed shop once for all tabs that receive one event', async () => {
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
