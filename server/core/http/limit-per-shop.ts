import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** Runs a shop's work a few at a time, in order. */
export type RunLimitedPerShop = <T>(shopId: string, work: () => Promise<T>) => Promise<T>

const mostShops = 1_000

/**
 * Keeps a flood of one shop's shoppers from taking all database connections: they would block merchants and other
 * shops. Counts within this process.
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
