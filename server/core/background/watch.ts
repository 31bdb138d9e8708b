import type { Ctx, Topic } from '../context.ts'
import { NotFound } from '../errors.ts'

export interface NotificationSource {
  subscribe(shopId: string, topic: Topic): AsyncIterable<{ id: string }>
}

interface WatchedRow<Row> {
  topic: Topic
  id: string
  /** @throws NotFound */
  read(): Promise<Row>
  /** Differs between states of the row. */
  version(row: Row): string | number
  isEnded(row: Row): boolean
}

const unreadable = Symbol('unread')

/** Rereads after this long, as a wake can be lost between nodes. */
const recheckMs = 5_000

/**
 * Yields a row at once and after each change, until it ended, is deleted, or loses its watcher. The last state is never
 * missed. A slow reader gets only the newest state.
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
  // Listens before the first read, so that no change is lost in between.
  const bell = waitForNotifications(own.subscribe(ctx.shop.id, topic), id)
  try {
    let seen: string | number | undefined
    for (;;) {
      bell.reset()
      const row = await readOnce(shared, `${topic}:${ctx.shop.id}:${id}`, read).catch((error: unknown) => {
        if (seen === undefined) throw error
        if (error instanceof NotFound) return null
        // The database may be unavailable for a moment: keep the watcher.
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
      // The subscriptions were closed, so the database is about to close too.
      if (bell.isClosed()) return
    }
  } finally {
    await bell.close()
  }
}

/** Ends as soon as the reader stops. A waiting generator notices only at its next event, which may never occur. */
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

/** Pending reads by notification source and key. */
const pendingReads = new WeakMap<NotificationSource, Map<string, Promise<unknown>>>()

/** Shares one read among all tabs that one event wakes. Callers that arrive after the read began wait for the next. */
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
  isClosed(): boolean
  /** Forgets earlier wakes. */
  reset(): void
  /** Resolves at a wake, at once if one came since reset(), or after `ms`. Supports one waiter at a time. */
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
