import type { Ctx } from '../../core/context.ts'
import { InvalidInput } from '../../core/errors.ts'
import { readPages, type PageData, type PageRead } from '../widgets/pages/page-data.ts'

/** Pages per document; all are read in one statement. */
const mostReads = 20

interface Waiting {
  read: PageRead
  resolve(pages: PageData[]): void
  reject(error: unknown): void
}

/**
 * Combines one document's reads of an event loop tick into one statement. Above the limit they reject with
 * InvalidInput.
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
