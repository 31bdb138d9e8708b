import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Posts of shoppers that one sender may make to one shop, in ten minutes of the wall clock. */
const allowed = { points: 30, duration: 600 }

/** Counts a post; answers when the sender may try again, or null when it is within the limit. */
export type PostLimit = (sender: string) => Promise<Date | null>

/** A limit of its own for one kind of post; each process counts for itself. */
export function postLimit(kind: string): PostLimit {
  const limiter = new RateLimiterMemory({ keyPrefix: kind, ...allowed })
  return async (sender) => {
    try {
      await limiter.consume(sender)
      return null
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return new Date(Date.now() + refusal.msBeforeNext)
      throw refusal
    }
  }
}
