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
  const iterator = wakes.subscribe(ctx.shop.id, 'import')[Symbol.asyncIterator]()
  let changed = false
  let wake: (() => void) | undefined
  let open = true
  const listen = async () => {
    for (;;) {
      const { value, done } = await iterator.next()
      if (done) break
      if (value.id !== importId) continue
      changed = true
      wake?.()
    }
    open = false
    wake?.()
  }
  // Listening begins before the first look, so that nothing falls between the two.
  const listening = listen()
  try {
    let seen = -1
    while (open) {
      changed = false
      const row = await importById(ctx, importId)
      if (row.version !== seen) yield row
      seen = row.version
      if (ended.has(row.status)) return
      if (!changed) await Promise.race([new Promise<void>((resolve) => { wake = resolve }), later(lookAgainMs)])
    }
  } finally {
    await iterator.return?.()
    await listening
  }
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
