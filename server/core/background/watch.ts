import type { Ctx, Topic } from '../context.ts'
import { NotFound } from '../errors.ts'

export interface NotificationSource {
  subscribe(shopId: string, topic: Topic): AsyncIterable<{ id: string }>
}

/** A row that work in the background changes. */
export interface WatchedRow<Row> {
  topic: Topic
  id: string
  /** @throws NotFound */
  read(): Promise<Row>
  /** Tells one state of the row from the next. */
  version(row: Row): string | number
  isEnded(row: Row): boolean
}

const unreadable = Symbol('unread')

/** A wake can be lost with the channel between nodes: look again after this long. */
const recheckMs = 5_000

/**
 * A row as it stands, at once and whenever it has changed, until it has ended, is deleted, or has no watcher any more: its last state is
 * never missed. Wakes that come while a reader is slow are one step: it gets the newest state only.
 * @throws NotFound
 */
export const watchRow = <Row>(ctx: Ctx, wakes: NotificationSource, watched: WatchedRow<Row>): AsyncGenerator<Row> =>
  makeCancellable(wakes, (own) => yieldStates(ctx, { ...watched, own, shared: wakes }))

async function* yieldStates<Row>(
  ctx: Ctx,
  {
    topic,
    id,
    read,
    version,
    isEnded,
    own,
    shared,
  }: WatchedRow<Row> & { own: NotificationSource; shared: NotificationSource },
): AsyncGenerator<Row> {
  // Listening begins before the first look, so that nothing falls between the two.
  const bell = waitForNotifications(own.subscribe(ctx.shop.id, topic), id)
  try {
    let seen: string | number | undefined
    for (;;) {
      bell.reset()
      const row = await readOnce(shared, `${topic}:${ctx.shop.id}:${id}`, read).catch((error: unknown) => {
        if (seen === undefined) throw error
        if (error instanceof NotFound) return null
        // The database is away, for a moment perhaps: who watches is not sent away for it.
        ctx.log.warn({ err: error, topic, id }, 'a watched row cannot be read now')
        return unreadable
      })
      if (row === null) return
      if (row !== unreadable) {
        if (version(row) !== seen) yield row
        seen = version(row)
        if (isEnded(row)) return
      }
      await bell.wait(recheckMs)
      // Whoever closed the subscriptions is about to close the database.
      if (bell.isClosed()) return
    }
  } finally {
    await bell.close()
  }
}

/**
 * Ends as soon as the reader stops: a generator that waits hears of it with the next news only, and of a row that has ended there may be
 * none for ever.
 */
export function makeCancellable<T>(
  wakes: NotificationSource,
  watch: (own: NotificationSource) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const open: AsyncIterator<{ id: string }>[] = []
  const generator = watch({
    subscribe(shopId, topic) {
      const wake = wakes.subscribe(shopId, topic)[Symbol.asyncIterator]()
      open.push(wake)
      return { [Symbol.asyncIterator]: () => wake }
    },
  })
  const end = generator.return.bind(generator)
  generator.return = async (value) => {
    for (const wake of open) await wake.return?.()
    return end(value)
  }
  return generator
}

/** What is about to be read, by whose wakes made all its watchers look. */
const pendingReads = new WeakMap<NotificationSource, Map<string, Promise<unknown>>>()

/** A thousand tabs that one wake makes look at a row of their shop read it once. Whoever comes when the reading has begun waits for the next. */
export function readOnce<Row>(wakes: NotificationSource, key: string, read: () => Promise<Row>): Promise<Row> {
  const open = pendingReads.get(wakes) ?? new Map<string, Promise<unknown>>()
  pendingReads.set(wakes, open)
  const asked = open.get(key) as Promise<Row> | undefined
  if (asked) return asked
  const begun = new Promise((resolve) => setImmediate(resolve)).then(() => {
    open.delete(key)
    return read()
  })
  open.set(key, begun)
  return begun
}

interface NotificationWaiter {
  /** The subscription has ended: there will be no wake any more. */
  isClosed(): boolean
  /** A wake that came before now does not count. */
  reset(): void
  /** Resolves at a wake, at once when one has come since forget(), or after so long. One waits at a time. */
  wait(ms: number): Promise<void>
  close(): Promise<void>
}

function waitForNotifications(wakes: AsyncIterable<{ id: string }>, id: string): NotificationWaiter {
  const iterator: AsyncIterator<{ id: string }, unknown> = wakes[Symbol.asyncIterator]()
  let silent = false
  let heard = false
  let wake: (() => void) | null = null
  const ring = () => {
    heard = true
    wake?.()
  }
  const hear = async () => {
    for (;;) {
      const step = await iterator.next()
      if (step.done) {
        silent = true
        ring()
        return
      }
      if (step.value.id === id) ring()
    }
  }
  const hearing = hear()
  return {
    isClosed: () => silent,
    reset() {
      heard = silent
    },
    async wait(ms) {
      if (heard) return
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, ms).unref()
      })
      clearTimeout(timer)
      wake = null
    },
    async close() {
      await iterator.return?.()
      await hearing
    },
  }
}
