import pg from 'pg'
import type { World } from './world.ts'

/**
 * Counts the statements on reviews or their counters during `act`, over any pool. Excludes background queries and the
 * statement that sets the shop. Waits for earlier jobs, which read reviews, too.
 */
export async function countPageStatements(
  { runJobs }: Pick<World, 'runJobs'>,
  act: () => Promise<unknown>,
): Promise<number> {
  await runJobs()
  let count = 0
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...args: unknown[]) {
      const text = String((args[0] as { text?: string }).text ?? args[0])
      if (/"(Product)?ReviewCount"|"Review"/.test(text) && !text.includes('"ratingDue"')) count += 1
      return original.apply(this, args)
    },
  })
  try {
    await act()
    return count
  } finally {
    Object.assign(pg.Client.prototype, { query: original })
  }
}
