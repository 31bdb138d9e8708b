import type { Ctx, Topic } from '../context.ts'
import { NotFound } from '../errors.ts'

export interface Wakes {
  subscribe(shopId: string, topic: Topic): AsyncIterable<{ id: string }>
}

/** A row that work in the background changes. */
export interface Watched<Row> {
  topic: Topic
  id: string
  /** @throws NotFound */
  read(): Promise<Row>
  /** Tells one state of the row from the next. */
  stamp(row: Row): string | number
  ended(row: Row): boolean
}

const unread = Symbol('unread')

/** A wake can be lost with the channel between nodes: look again after this long. */
const lookAgainMs = 5_000

/**
 * A row as it stands, at once and whenever it has changed, until it has ended, is deleted, or has no watcher any more: its last state is
 * never missed. Wakes that come while a reader is slow are one step: it gets the newest state only.
 * @throws NotFound
 */
export const watchRow = <Row>(ctx: Ctx, wakes: Wakes, watched: Watched<Row>): AsyncGenerator<Row> =>
  leavable(wakes, (own) => statesOf(ctx, { ...watched, own, shared: wakes }))

async function* statesOf<Row>(
  ctx: Ctx,
  { topic, id, read, stamp, ended, own, shared }: Watched<Row> & { own: Wakes; shared: Wakes },
): AsyncGenerator<Row> {
  // Listening begins before the first look, so that nothing falls between the two.
  const bell = listen(own.subscribe(ctx.shop.id, topic), id)
  try {
    let seen: string | number | undefined
    for (;;) {
      bell.forget()
      const row = await readOnce(shared, `${topic}:${ctx.shop.id}:${id}`, read).catch((error: unknown) => {
        if (seen === undefined) throw error
        if (error instanceof NotFound) return null
        // The database is away, for a moment perhaps: who watches is not sent away for it.
        ctx.log.warn({ err: error, topic, id }, 'a watched row cannot be read now')
        return unread
      })
      if (row === null) return
      if (row !== unread) {
        if (stamp(row) !== seen) yield row
        seen = stamp(row)
        if (ended(row)) return
      }
      await bell.wait(lookAgainMs)
      // Whoever closed the subscriptions is about to close the database.
      if (bell.silent()) return
    }
  } finally {
    await bell.close()
  }
}

/**
 * Ends as soon as the reader stops: a generator that waits hears of it with the next news only, and of a row that has ended there may be
 * none for ever.
 */
export function leavable<T>(wakes: Wakes, watch: (own: Wakes) => AsyncGenerator<T>): AsyncGenerator<T> {
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
const reads = new WeakMap<Wakes, Map<string, Promise<unknown>>>()

/** A thousand tabs that one wake makes look at a row of their shop read it once. Whoever comes when the reading has begun waits for the next. */
export function readOnce<Row>(wakes: Wakes, key: string, read: () => Promise<Row>): Promise<Row> {
  const open = reads.get(wakes) ?? new Map<string, Promise<unknown>>()
  reads.set(wakes, open)
  const asked = open.get(key) as Promise<Row> | undefined
  if (asked) return asked
  const begun = new Promise((resolve) => setImmediate(resolve)).then(() => {
    open.delete(key)
    return read()
  })
  open.set(key, begun)
  return begun
}

interface Bell {
  /** The subscription has ended: there will be no wake any more. */
  silent(): boolean
  /** A wake that came before now does not count. */
  forget(): void
  /** Resolves at a wake, at once when one has come since forget(), or after so long. One waits at a time. */
  wait(ms: number): Promise<void>
  close(): Promise<void>
}

function listen(wakes: AsyncIterable<{ id: string }>, id: string): Bell {
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
    silent: () => silent,
    forget() {
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
