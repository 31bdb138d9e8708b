import type { Ctx, Topic } from '../context.ts'
import { NotFound } from '../errors.ts'
import type { PubSub, Subscription } from '../graphql/subscriptions/pubsub.ts'

export type Notifications = Pick<PubSub, 'subscribe' | 'readOnce'>

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

/**
 * Yields a row at once and after each change, until it ended, is deleted, or loses its watcher. The last state is never
 * missed. A slow reader gets only the newest state.
 * @throws NotFound
 */
export function watchRow<Row>(ctx: Ctx, notifications: Notifications, watched: WatchedRow<Row>): AsyncGenerator<Row> {
  const { topic, id, read, version, isEnded } = watched
  // Listens before the first read, so that no change is lost in between.
  const events = notifications.subscribe(ctx.shop.id, topic, id)
  async function* yieldStates(): AsyncGenerator<Row> {
    let seen: string | number | undefined
    try {
      do {
        const row = await notifications.readOnce(`${topic}:${ctx.shop.id}:${id}`, read).catch((error: unknown) => {
          if (seen === undefined) throw error
          if (error instanceof NotFound) return null
          // The database may be unavailable for a moment: keep the watcher.
          ctx.log.warn({ err: error, topic, id }, 'a watched row cannot be read now')
          return unreadable
        })
        if (row === null) return
        if (row === unreadable) continue
        if (version(row) !== seen) yield row
        seen = version(row)
        if (isEnded(row)) return
      } while (!(await events.next()).done)
    } finally {
      await events.return()
    }
  }
  return endWith(events, yieldStates())
}

/** Ends a generator as soon as its reader stops. A waiting generator would notice only at the next event. */
export function endWith<T>(events: Subscription, generator: AsyncGenerator<T>): AsyncGenerator<T> {
  const end = generator.return.bind(generator)
  return Object.assign(generator, {
    async return(value: unknown) {
      await events.return()
      return end(value)
    },
  })
}
