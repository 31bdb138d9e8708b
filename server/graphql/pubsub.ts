import pg from 'pg'
import { createPubSub } from 'graphql-yoga'
import type { Topic } from '../context.ts'
import type { Database } from '../database/open.ts'

/** Ids only: a subscriber reads the row under its own session. */
export interface Wake {
  id: string
}

export interface PubSub {
  publish(shopId: string, topic: Topic, id: string): void
  /** Wakes until the iterator is returned; those that come while nobody reads are folded by the reader. */
  subscribe(shopId: string, topic: Topic): AsyncIterable<Wake>
  close(): Promise<void>
}

const channel = 'candor_events'
const reconnectMs = 500

/** Events between nodes: LISTEN/NOTIFY on a server, inside the process on the embedded database. */
export async function openPubSub(database: Database): Promise<PubSub> {
  const local = createPubSub<Record<string, [Wake]>>()
  const name = (shopId: string, topic: Topic) => `${topic}:${shopId}`
  const subscribe: PubSub['subscribe'] = (shopId, topic) => local.subscribe(name(shopId, topic))
  if (database.embedded)
    return { publish: (shopId, topic, id) => local.publish(name(shopId, topic), { id }), subscribe, close: async () => undefined }
  const listener = await listen(database, (event, id) => local.publish(event, { id }))
  return {
    publish(shopId, topic, id) {
      // A lost wake is made good by the next one or by the reader's own look after a reconnect.
      database.pool.query('select pg_notify($1, $2)', [channel, `${name(shopId, topic)} ${id}`]).catch(() => undefined)
    },
    subscribe,
    close: listener.close,
  }
}

async function listen(database: Database, hear: (event: string, id: string) => void): Promise<{ close(): Promise<void> }> {
  let closed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  const again = () => {
    if (!closed) timer = setTimeout(() => void connect().catch(again), reconnectMs)
  }
  async function connect(): Promise<void> {
    client = new pg.Client({ ...(database.connection as pg.ClientConfig), keepAlive: true })
    client.on('notification', ({ payload = '' }) => {
      const [event = '', id = ''] = payload.split(' ')
      hear(event, id)
    })
    client.on('error', () => undefined)
    client.once('end', again)
    await client.connect()
    await client.query(`listen ${channel}`)
  }
  await connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
