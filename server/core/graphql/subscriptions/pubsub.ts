import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Topic } from '../../context.ts'
import type { Database } from '../../database/open.ts'

/** Holds ids only: a subscriber reads the row under its own session. */
interface RowNotification {
  id: string
}

export interface PubSub {
  publish(shopId: string, topic: Topic, id: string): void
  /** Yields notifications until the iterator returns; unread notifications are merged. */
  subscribe(shopId: string, topic: Topic): AsyncIterable<RowNotification>
  /** For caches. */
  onNotification(callback: (shopId: string, topic: Topic, id: string) => void): void
  /** Called when the channel to other nodes was lost: notifications may have been missed. */
  onLost(callback: () => void): void
  /** Ends all subscriptions: a reader would otherwise query a closing database. */
  close(): Promise<void>
}

const channel = 'candor_events'
const reconnectMs = 500

/** Opens events between nodes, by LISTEN and NOTIFY. */
export async function openPubSub(database: Database): Promise<PubSub> {
  const inboxes = new Map<string, Set<Inbox>>()
  const listeners: ((shopId: string, topic: Topic, id: string) => void)[] = []
  const losses: (() => void)[] = []
  const notifyListeners = (topic: Topic, shopId: string, id: string) =>
    listeners.forEach((callback) => callback(shopId, topic, id))
  const tellSubscribers = (topic: Topic, shopId: string, id: string) =>
    inboxes.get(`${topic}:${shopId}`)?.forEach((inbox) => inbox.push(id))
  const notifyAll = (topic: Topic, shopId: string, id: string) => {
    notifyListeners(topic, shopId, id)
    tellSubscribers(topic, shopId, id)
  }
  const node = randomUUID()
  const listener = await listen(database, {
    onNotification: (from, ...notification) => (from === node ? tellSubscribers : notifyAll)(...notification),
    onDisconnect: () => losses.forEach((tell) => tell()),
  })
  let outgoing = new Set<string>()
  /** Sends the events of one tick in one statement: a batch of an import publishes one per product. */
  const send = async () => {
    const payloads = [...outgoing]
    outgoing = new Set()
    // A lost notification is repaired by the next one, or by the reader's check after a reconnect.
    if (payloads.length > 0)
      await database.pool
        .query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [channel, payloads])
        .catch(() => undefined)
  }
  return {
    publish(shopId, topic, id) {
      // Drops this node's caches at once. Other nodes' caches, and all subscriptions, follow when the database delivers
      // it.
      notifyListeners(topic, shopId, id)
      if (outgoing.size === 0) setImmediate(() => void send())
      outgoing.add(`${node} ${topic} ${shopId} ${id}`)
    },
    subscribe(shopId, topic) {
      const key = `${topic}:${shopId}`
      const inbox = openInbox()
      inboxes.set(key, (inboxes.get(key) ?? new Set()).add(inbox))
      const leave = async () => {
        inboxes.get(key)?.delete(inbox)
        if (inboxes.get(key)?.size === 0) inboxes.delete(key)
        return inbox.end()
      }
      return { [Symbol.asyncIterator]: () => ({ next: inbox.next, return: leave }) }
    },
    onNotification: (callback) => void listeners.push(callback),
    onLost: (callback) => void losses.push(callback),
    async close() {
      for (const inbox of [...inboxes.values()].flatMap((some) => [...some])) inbox.end()
      inboxes.clear()
      await send()
      await listener.close()
    },
  }
}

interface Inbox {
  push(id: string): void
  next(): Promise<IteratorResult<RowNotification, undefined>>
  /** Ends the inbox and its waiting readers. */
  end(): { done: true; value: undefined }
}

/** A reader this many rows behind rereads all of them; further ids are not stored. */
const maxPendingIds = 1_000

/**
 * Merges unread notifications of one row. A bulk action on a thousand rows notifies a thousand times before the first
 * read.
 */
function openInbox(): Inbox {
  const ids = new Set<string>()
  const readers: ((step: IteratorResult<RowNotification, undefined>) => void)[] = []
  const over = { done: true, value: undefined } as const
  let ended = false
  return {
    push(id) {
      const reader = readers.shift()
      if (reader) reader({ done: false, value: { id } })
      else if (!ended && ids.size < maxPendingIds) ids.add(id)
    },
    next: () =>
      new Promise((resolve) => {
        const [id] = ids
        if (id !== undefined) ids.delete(id)
        if (ended) resolve(over)
        else if (id !== undefined) resolve({ done: false, value: { id } })
        else readers.push(resolve)
      }),
    end() {
      ended = true
      for (const tell of readers.splice(0)) tell(over)
      return over
    },
  }
}

interface ChannelHandlers {
  onNotification(node: string, topic: Topic, shopId: string, id: string): void
  onDisconnect(): void
}

async function listen(database: Database, ears: ChannelHandlers): Promise<{ close(): Promise<void> }> {
  let closed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  /** Connects. A failed connect both rejects and ends its client, so only the end plans the next try. */
  async function connect(): Promise<void> {
    const next = new pg.Client({ ...(database.connection as pg.ClientConfig), keepAlive: true })
    client = next
    next.on('notification', ({ payload = '' }) => {
      const [node = '', topic = '', shopId = '', id = ''] = payload.split(' ')
      ears.onNotification(node, topic as Topic, shopId, id)
    })
    next.on('error', () => undefined)
    next.once('end', () => {
      ears.onDisconnect()
      if (!closed) timer = setTimeout(() => void reconnect(), reconnectMs)
    })
    await next.connect()
    await next.query(`listen ${channel}`)
  }

  async function reconnect(): Promise<void> {
    try {
      await connect()
      // Values cached since the loss may have missed a notification.
      ears.onDisconnect()
    } catch {
      await client?.end().catch(() => undefined)
    }
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
