import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { maxShopperPosts, shopperPostWindowMinutes } from '../../../rules/limits.ts'
import type { Database } from '../database/open.ts'

/** Senders over their limit that a process remembers; a flood of others evicts the first ones. */
const mostKnown = 5_000

/** Counts a post. Returns when to try again (wall clock), or null within the limit. */
type PostLimit = (sender: string) => Promise<Date | null>

export type PostLimits = (kind: string, window?: { posts: number; minutes: number }) => PostLimit

const shopperWindow = { posts: maxShopperPosts, minutes: shopperPostWindowMinutes }

/**
 * Limits posts of shoppers over all processes. The count is a row of RateLimit, so memory does not
 * grow. A known sender over the limit is refused from memory.
 */
export function openPostLimits({ pool }: Pick<Database, 'pool'>): PostLimits {
  return (kind, { posts, minutes } = shopperWindow) => {
    const limiter = new RateLimiterPostgres({
      keyPrefix: kind,
      points: posts,
      duration: minutes * 60,
      storeClient: pool,
      tableName: 'RateLimit',
      tableCreated: true,
      clearExpiredByTimeout: false,
    })
    const refusedUntil = new Map<string, number>()
    return async (sender) => {
      // Hashed, so that the table does not list shoppers' addresses.
      const key = createHash('sha256').update(sender).digest('base64url')
      const known = refusedUntil.get(key)
      if (known !== undefined && known > Date.now()) return new Date(known)
      refusedUntil.delete(key)
      try {
        await limiter.consume(key)
        return null
      } catch (refusal) {
        // The library rejects with its state when the limit is reached; anything else is a database error.
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const until = Date.now() + refusal.msBeforeNext
        if (refusedUntil.size >= mostKnown) refusedUntil.delete(refusedUntil.keys().next().value ?? '')
        refusedUntil.set(key, until)
        return new Date(until)
      }
    }
  }
}
