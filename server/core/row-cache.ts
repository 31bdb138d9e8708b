import { LRUCache } from 'lru-cache'

/** Every change is published to all nodes (decisions 'Counting statements'). */
const kept = { max: 5000, ttl: 60_000 }

export interface RowCache<Row> {
  read(hash: string): Promise<Row | null>
  drop(hash: string): void
  clear(): void
}

/** Caches rows that are found by the hash of a secret. `find` runs about once a minute for a row in use. */
export function makeRowCache<Row extends object>(find: (hash: string) => Promise<Row | null>): RowCache<Row> {
  const rows = new LRUCache<string, Row>(kept)
  /** Raised by every drop: a row read before a drop is not cached after it. */
  let drops = 0
  return {
    async read(hash) {
      const known = rows.get(hash)
      if (known) return known
      const before = drops
      const row = await find(hash)
      if (row && before === drops) rows.set(hash, row)
      return row
    },
    drop(hash) {
      drops += 1
      rows.delete(hash)
    },
    clear() {
      drops += 1
      rows.clear()
    },
  }
}
