import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** Works off what belongs to one shop a few at a time, in the order it came. */
export type RunLimitedPerShop = <T>(shopId: string, work: () => Promise<T>) => Promise<T>

const mostShops = 1_000

/**
 * Keeps a flood of one shop's shoppers from taking all connections to the database: those that wait for the same rows would hold
 * them, and merchants and other shops would wait with them. Counts within this process.
 * @param most - how much of a shop's work runs at the same time
 */
export function limitRequestsPerShop(most: number): RunLimitedPerShop {
  const limits = new LRUCache<string, LimitFunction>({ max: mostShops })
  return (shopId, work) => {
    const limit = limits.get(shopId) ?? pLimit(most)
    limits.set(shopId, limit)
    return limit(work)
  }
}
