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

const unreadable = Symbol('unreadable')

/** Rereads after this long, as a notification can be lost between nodes. */
const recheckMs = 5_000

/**
 * Yields a row at once and after each change, until it ended, is deleted, or loses its watcher. The last state is never
 * missed. A slow reader gets only the newest state.
 * @throws NotFound
 */
export const watchRow = <Row>(
  ctx: Ctx,
  notifications: NotificationSource,
  watched: WatchedRow<Row>,
): AsyncGenerator<Row> =>
  makeCancellable(notifications, (cancellableSource) =>
    yieldStates(ctx, { ...watched, cancellableSource, sharedSource: notifications }),
  )

async function* yieldStates<Row>(
  ctx: Ctx,
  {
    topic,
    id,
    read,
    version,
    isEnded,
    cancellableSource,
    sharedSource,
  }: WatchedRow<Row> & { cancellableSource: NotificationSource; sharedSource: NotificationSource },
): AsyncGenerator<Row> {
  // Listens before the first read, so that no change is lost in between.
  const waiter = waitForNotifications(cancellableSource.subscribe(ctx.shop.id, topic), id)
  try {
    let seen: string | number | undefined
    for (;;) {
      waiter.reset()
      const row = await readOnce(sharedSource, `${topic}:${ctx.shop.id}:${id}`, read).catch((error: unknown) => {
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
      await waiter.wait(recheckMs)
      // The subscriptions were closed, so the database is about to close too.
      if (waiter.isClosed()) return
    }
  } finally {
    await waiter.close()
  }
}

/** Ends as soon as the reader stops. A waiting generator notices only at its next event, which may never occur. */
export function makeCancellable<T>(
  notifications: NotificationSource,
  watch: (cancellableSource: NotificationSource) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const open: AsyncIterator<{ id: string }>[] = []
  const generator = watch({
    subscribe(shopId, topic) {
      const subscription = notifications.subscribe(shopId, topic)[Symbol.asyncIterator]()
      open.push(subscription)
      return { [Symbol.asyncIterator]: () => subscription }
    },
  })
  const end = generator.return.bind(generator)
  generator.return = async (value) => {
    for (const subscription of open) await subscription.return?.()
    return end(value)
  }
  return generator
}

/** Pending reads by notification source and key. */
const pendingReads = new WeakMap<NotificationSource, Map<string, Promise<unknown>>>()

/** Shares one read among all tabs that one event wakes. Callers that arrive after the read began wait for the next. */
export function readOnce<Row>(notifications: NotificationSource, key: string, read: () => Promise<Row>): Promise<Row> {
  const open = pendingReads.get(notifications) ?? new Map<string, Promise<unknown>>()
  pendingReads.set(notifications, open)
  const pendingRead = open.get(key) as Promise<Row> | undefined
  if (pendingRead) return pendingRead
  const newRead = new Promise((resolve) => setImmediate(resolve)).then(() => {
    open.delete(key)
    return read()
  })
  open.set(key, newRead)
  return newRead
}

interface NotificationWaiter {
  isClosed(): boolean
  /** Forgets earlier notifications. */
  reset(): void
  /** Resolves at a notification, at once if one came since reset(), or after `ms`. Supports one waiter at a time. */
  wait(ms: number): Promise<void>
  close(): Promise<void>
}

function waitForNotifications(notifications: AsyncIterable<{ id: string }>, id: string): NotificationWaiter {
  const iterator: AsyncIterator<{ id: string }, unknown> = notifications[Symbol.asyncIterator]()
  let isClosed = false
  let isNotified = false
  let resume: (() => void) | null = null
  const notify = () => {
    isNotified = true
    resume?.()
  }
  const readNotifications = async () => {
    for (;;) {
      const step = await iterator.next()
      if (step.done) {
        isClosed = true
        notify()
        return
      }
      if (step.value.id === id) notify()
    }
  }
  const reading = readNotifications()
  return {
    isClosed: () => isClosed,
    reset() {
      isNotified = isClosed
    },
    async wait(ms) {
      if (isNotified) return
      let timer: NodeJS.Timeout | undefined
      await new Promise<void>((resolve) => {
        resume = resolve
        timer = setTimeout(resolve, ms).unref()
      })
      clearTimeout(timer)
      resume = null
    },
    async close() {
      await iterator.return?.()
      await reading
    },
  }
}
