import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import type { Topic } from '../../context.ts'
import type { Database } from '../../database/open.ts'

/** Yields ids only: a subscriber reads the row under its own session. Merges unread notifications of one row. */
export interface Subscription {
  next(): Promise<IteratorResult<{ id: string }, undefined>>
  /** Ends the subscription and its waiting readers. */
  return(): Promise<IteratorResult<never, undefined>>
  [Symbol.asyncIterator](): Subscription
}

export interface PubSub {
  publish(shopId: string, topic: Topic, id: string): void
  /** Subscribes to a topic, or to one row of it. A row's reader is also woken every 5 s, as a notification can be lost. */
  subscribe(shopId: string, topic: Topic, id?: string): Subscription
  /** Shares one read among all tabs that one event wakes. Callers that arrive after the read began wait for the next. */
  readOnce<Row>(key: string, read: () => Promise<Row>): Promise<Row>
  /** For caches. */
  onNotification(callback: (shopId: string, topic: Topic, id: string) => void): void
  /** Called when the channel to other nodes was lost: notifications may have been missed. */
  onLost(callback: () => void): void
  /** Called when the channel works again. */
  onFound(callback: () => void): void
  /** Ends all subscriptions: a reader would otherwise query a closing database. */
  close(): Promise<void>
}

const channel = 'candor_events'
const reconnectMs = 500
const recheckMs = 5_000

/** Opens events between nodes, by LISTEN and NOTIFY. */
export async function openPubSub(database: Database): Promise<PubSub> {
  const inboxes = new Map<string, Set<Inbox>>()
  const listeners: ((shopId: string, topic: Topic, id: string) => void)[] = []
  const [losses, returns]: [(() => void)[], (() => void)[]] = [[], []]
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
    onReconnect: () => returns.forEach((tell) => tell()),
  })
  const listInboxes = () => [...inboxes.values()].flatMap((some) => [...some])
  const recheck = setInterval(() => listInboxes().forEach((inbox) => inbox.wake()), recheckMs).unref()
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
      if (outgoing.size === 0) void setImmediate().then(send)
      outgoing.add(`${node} ${topic} ${shopId} ${id}`)
    },
    subscribe(shopId, topic, id) {
      const key = `${topic}:${shopId}`
      const inbox = openInbox(id, () => {
        inboxes.get(key)?.delete(inbox)
        if (inboxes.get(key)?.size === 0) inboxes.delete(key)
      })
      inboxes.set(key, (inboxes.get(key) ?? new Set()).add(inbox))
      return inbox
    },
    readOnce: openReads(),
    onNotification: (callback) => void listeners.push(callback),
    onLost: (callback) => void losses.push(callback),
    onFound: (callback) => void returns.push(callback),
    async close() {
      clearInterval(recheck)
      await Promise.all(listInboxes().map((inbox) => inbox.return()))
      await send()
      await listener.close()
    },
  }
}

function openReads(): PubSub['readOnce'] {
  const pending = new Map<string, Promise<unknown>>()
  return <Row>(key: string, read: () => Promise<Row>) => {
    const known = pending.get(key) as Promise<Row> | undefined
    if (known) return known
    const started = setImmediate().then(() => {
      pending.delete(key)
      return read()
    })
    pending.set(key, started)
    return started
  }
}

interface Inbox extends Subscription {
  push(id: string): void
  /** Wakes the reader of one row. */
  wake(): void
}

/** A reader this many rows behind rereads all of them; further ids are not stored. */
const maxPendingIds = 1_000

/** @param only the row to notify about; all rows without it */
function openInbox(only: string | undefined, onEnd: () => void): Inbox {
  // A bulk action on a thousand rows notifies a thousand times before the first read.
  const ids = new Set<string>()
  const readers: ((step: IteratorResult<{ id: string }, undefined>) => void)[] = []
  const over = { done: true, value: undefined } as const
  let ended = false
  return {
    push(id) {
      if (ended || (only !== undefined && id !== only)) return
      const reader = readers.shift()
      if (reader) reader({ done: false, value: { id } })
      else if (ids.size < maxPendingIds) ids.add(id)
    },
    wake() {
      if (only !== undefined) this.push(only)
    },
    next: () =>
      new Promise((resolve) => {
        const [id] = ids
        if (id !== undefined) ids.delete(id)
        if (ended) resolve(over)
        else if (id !== undefined) resolve({ done: false, value: { id } })
        else readers.push(resolve)
      }),
    async return() {
      ended = true
      onEnd()
      for (const tell of readers.splice(0)) tell(over)
      return over
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

interface ChannelHandlers {
  onNotification(node: string, topic: Topic, shopId: string, id: string): void
  onDisconnect(): void
  onReconnect(): void
}

async function listen(database: Database, ears: ChannelHandlers): Promise<{ close(): Promise<void> }> {
  let closed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  /** Connects. A failed connect both rejects and ends its client, so only the end plans the next try. */
  async function connect(): Promise<void> {
    const next = new pg.Client({ ...(database.directConnection as pg.ClientConfig), keepAlive: true })
    client = next
    next.on('notification', ({ payload = '' }) => {
      const [node = '', topic = '', shopId = '', id = ''] = payload.split(' ')
      ears.onNotification(node, topic as Topic, shopId, id)
    })
    next.on('error', () => undefined)
    next.once('end', () => {
      if (closed) return
      ears.onDisconnect()
      timer = setTimeout(() => void reconnect(), reconnectMs)
    })
    await next.connect()
    await next.query(`listen ${channel}`)
  }

  async function reconnect(): Promise<void> {
    try {
      await connect()
      // Values cached since the loss may have missed a notification.
      ears.onDisconnect()
      ears.onReconnect()
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
