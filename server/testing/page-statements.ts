import pg from 'pg'

/**
 * Counts the statements that read reviews or their counters while `act` runs, whichever pool they go through. What the background
 * looks for, and setting the shop in the same round trip, is not the page's.
 */
export async function countPageStatements(act: () => Promise<unknown>): Promise<number> {
  let count = 0
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  Object.assign(pg.Client.prototype, { query(this: pg.Client, ...args: unknown[]) {
    const text = String((args[0] as { text?: string }).text ?? args[0])
    if (/"(Product)?ReviewCount"|"Review"/.test(text) && !text.includes('"ratingDue"')) count += 1
    return original.apply(this, args)
  } })
  try {
    await act()
    return count
  } finally {
    Object.assign(pg.Client.prototype, { query: original })
  }
}
