import { limitByKey } from './limit-by-key.ts'

/**
 * Returns a function that writes an item and resolves when it is written. Items that arrive during a write of their key
 * form its next batch. Under load they share a commit and do not wait for each other's locks.
 */
export function batchByKey<Item>(): (
  key: string,
  item: Item,
  write: (items: readonly Item[]) => Promise<void>,
) => Promise<void> {
  const limit = limitByKey({ atOnce: 1, waiting: Infinity })
  const waiting = new Map<string, { items: Item[]; written: Promise<void> }>()
  return (key, item, write) => {
    const batch = waiting.get(key)
    batch?.items.push(item)
    if (batch) return batch.written
    const items = [item]
    const written = limit.run(key, () => {
      waiting.delete(key)
      return write(items)
    })
    waiting.set(key, { items, written })
    return written
  }
}
