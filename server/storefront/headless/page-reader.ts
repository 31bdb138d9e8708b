import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { readPages, type PageData, type PageRead } from '../widgets/pages/page-data.ts'

/** Pages that one document may read: all of them are one statement. */
const mostReads = 20

interface Waiting {
  read: PageRead
  resolve(pages: PageData[]): void
  reject(error: unknown): void
}

/**
 * Reads the pages of one document together: what its fields ask for in the same turn of the event loop is one statement.
 * Reads reject with InvalidInput when there are too many of them.
 */
export function createPageReader(ctx: Ctx): (read: PageRead) => Promise<PageData[]> {
  let waiting: Waiting[] = []
  let total = 0
  const flush = async () => {
    const all = waiting
    waiting = []
    try {
      if (total > mostReads) throw new InvalidInput({ query: 'valueInvalid' })
      const pages = await readPages(
        ctx,
        all.map(({ read }) => read),
      )
      all.forEach(({ resolve }, index) => resolve(pages[index] ?? []))
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
  return (read) =>
    new Promise((resolve, reject) => {
      total += 1
      if (waiting.length === 0) setImmediate(() => void flush())
      waiting.push({ read, resolve, reject })
    })
}
