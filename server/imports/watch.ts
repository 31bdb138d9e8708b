import type { Import } from '../generated/prisma/client.ts'
import type { Ctx } from '../context.ts'
import { importById } from './imports.ts'

const ended = new Set<Import['status']>(['done', 'failed', 'cancelled'])
/** A wake can be lost with the channel between nodes: look again after this long. */
const lookAgainMs = 5_000

interface Wakes {
  subscribe(shopId: string, topic: 'import'): AsyncIterable<{ id: string }>
}

/**
 * An import as it stands, at once and whenever it has changed, until it has ended. Wakes that come while a reader is slow
 * are one step: it is told the newest state only.
 * @throws NotFound
 */
export async function* watchImport(ctx: Ctx, wakes: Wakes, importId: string): AsyncGenerator<Import> {
  // Listening begins before the first look, so that nothing falls between the two.
  const bell = listen(wakes.subscribe(ctx.shop.id, 'import'), importId)
  try {
    let seen = -1
    for (;;) {
      const woken = bell.next()
      const row = await importById(ctx, importId)
      if (row.version !== seen) yield row
      seen = row.version
      if (ended.has(row.status)) return
      await Promise.race([woken, later(lookAgainMs)])
    }
  } finally {
    await bell.close()
  }
}

interface Bell {
  /** Resolves at the next wake of the import from now on. */
  next(): Promise<void>
  close(): Promise<void>
}

function listen(wakes: AsyncIterable<{ id: string }>, importId: string): Bell {
  const iterator: AsyncIterator<{ id: string }, unknown> = wakes[Symbol.asyncIterator]()
  let waiting: (() => void)[] = []
  const hear = async () => {
    for (;;) {
      const step = await iterator.next()
      if (step.done) return
      if (step.value.id !== importId) continue
      for (const wake of waiting) wake()
      waiting = []
    }
  }
  const hearing = hear()
  return {
    next: () => new Promise((resolve) => waiting.push(resolve)),
    async close() {
      await iterator.return?.()
      await hearing
    },
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
