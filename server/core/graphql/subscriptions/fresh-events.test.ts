import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { WebSocket } from 'ws'
import { performReviewAction } from '../../../reviews/reviews/changes/perform-action.ts'
import { addReviews } from '../../../testing/reviews.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
const sockets: WebSocket[] = []
beforeAll(async () => {
  world = await createWorld({ env: { CANDOR_ROLE: 'web' } })
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await world.close()
})

interface Tab {
  /** What the next message holds that is not read yet. */
  next(): Promise<string>
}

/** A tab that is subscribed: wakes it until it hears of it, as nothing announces when a subscription has begun. */
async function open(query: string, wake: () => void): Promise<Tab> {
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

/** The last of some answers, the first that is as expected: those of wakes before it may still be on their way. */
async function answered(tab: Tab, { wake, as }: { wake: () => void; as: string }): Promise<string> {
  let last = ''
  for (let tries = 0; tries < 20 && last !== as; tries++) {
    wake()
    last = await tab.next()
  }
  return last
}

const countsChange = () => world.app.deps.publish(world.shop.id, 'reviewCounts', world.shop.id)
/** Each time another one: the same state of the same import is no news. */
const importsChange = () => world.app.deps.publish(world.shop.id, 'import', uuidv7())

async function change(data: { name: string; plan?: string }): Promise<void> {
  await world.app.deps.access.acrossShops('the demo platform').shop.update({ where: { id: world.shop.id }, data })
  world.app.deps.publish(world.shop.id, 'shop', world.shop.id)
}

test('what the news tell of a row’s relations and acts is of now, not of the first news', async () => {
  const [review] = await addReviews(world.ctx, { status: 'pending' })
  const reviews = 'reviews(first: 1) { edges { node { id status actions { action allowed } } } }'
  const tab = await open(`subscription { reviewCountsChanged { ${reviews} } }`, countsChange)
  await performReviewAction(world.ctx, { act: 'publish', ids: [review?.id ?? ''] })
  const { data } = await world.graphql(`{ viewer { shop { ${reviews} } } }`)
  const now = JSON.stringify({
    data: { reviewCountsChanged: (data as unknown as { viewer: { shop: unknown } }).viewer.shop },
  })
  expect(await answered(tab, { wake: countsChange, as: now })).toBe(now)
})

test('and the shop is as it is now, for the tab of before and for the one that is opened afterwards', async () => {
  const query = 'subscription { importsChanged { name plan } }'
  await change({ name: 'Before', plan: 'free' })
  const old = await open(query, importsChange)
  await change({ name: 'Renamed', plan: 'advanced' })
  const young = await open(query, importsChange)
  const now = JSON.stringify({ data: { importsChanged: { name: 'Renamed', plan: 'advanced' } } })
  expect([
    await answered(young, { wake: importsChange, as: now }),
    await answered(old, { wake: importsChange, as: now }),
  ]).toEqual([now, now])
  // And from then on each time, whoever of the two is the first to ask for the answer of both.
  for (let times = 0; times < 5; times++) {
    importsChange()
    expect([await young.next(), await old.next()]).toEqual([now, now])
  }
})

test('a crowd that hears of one event after its shop has changed reads the shop for all together', async () => {
  const query = 'subscription { importsChanged { name } }'
  const crowd = await Promise.all(Array.from({ length: 30 }, () => open(query, importsChange)))
  const statements: string[] = []
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const text = String((given[0] as { text?: string }).text ?? given[0])
      if (/^select .* from "public"\."Shop"/i.test(text)) statements.push(text)
      return original.apply(this, given)
    },
  })
  await change({ name: 'Once' })
  statements.length = 0
  importsChange()
  const now = JSON.stringify({ data: { importsChanged: { name: 'Once' } } })
  for (const tab of crowd) expect(await answered(tab, { wake: () => undefined, as: now })).toBe(now)
  Object.assign(pg.Client.prototype, { query: original })
  // One read, and some for answers to earlier events that are still under way: never one a tab.
  expect(statements.length).toBeLessThan(crowd.length / 2)
})
