import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { maxShopperPosts, shopperPostWindowMinutes } from '../../../rules/limits.ts'
import type { Database } from '../database/open.ts'

/** Senders over their limit whom a process knows without asking the database; a flood of others pushes the first ones out. */
const mostKnown = 5_000

/** Counts a post; answers when the sender may try again (wall clock), or null when it is within the limit. */
export type PostLimit = (sender: string) => Promise<Date | null>

/** A limit of its own for each kind of post. */
export type PostLimits = (kind: string) => PostLimit

/**
 * Limits posts of shoppers over all processes: the count is a row of RateLimit, on the embedded database too, so that nothing
 * grows in memory. Only posts ask; one that is refused already is refused from memory.
 */
export function openPostLimits({ pool }: Pick<Database, 'pool'>): PostLimits {
  // Without the library's names of statements: connections of the embedded database share one backend, and with it the names.
  const storeClient = { query: ({ text, values }: { text: string; values: unknown[] }) => pool.query(text, values) }
  return (kind) => {
    const limiter = new RateLimiterPostgres({
      keyPrefix: kind,
      points: maxShopperPosts,
      duration: shopperPostWindowMinutes * 60,
      storeClient,
      storeType: 'client',
      tableName: 'RateLimit',
      tableCreated: true,
      clearExpiredByTimeout: false,
    })
    const refusedUntil = new Map<string, number>()
    return async (sender) => {
      // Hashed: the table need not list the addresses of shoppers.
      const key = createHash('sha256').update(sender).digest('base64url')
      const known = refusedUntil.get(key)
      if (known !== undefined && known > Date.now()) return new Date(known)
      refusedUntil.delete(key)
      try {
        await limiter.consume(key)
        return null
      } catch (refusal) {
        // Out of points rejects with the state; anything else is the database's failure.
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const until = Date.now() + refusal.msBeforeNext
        if (refusedUntil.size >= mostKnown) refusedUntil.delete(refusedUntil.keys().next().value ?? '')
        refusedUntil.set(key, until)
        return new Date(until)
      }
    }
  }
}
