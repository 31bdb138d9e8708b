import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Env } from '../../core/env.ts'
import { LimitReached } from '../../core/errors.ts'
import { findKey } from '../../core/key-scopes.ts'
import type { Session } from '../session/session.ts'

const windowSeconds = 60

export interface KeyLimits {
  /**
   * Counts a request of an API key and sets the headers RateLimit and RateLimit-Policy. Does nothing for a login.
   * @throws LimitReached with the time to try again
   */
  count(session: Session, setHeader: (name: string, value: string) => void): Promise<void>
}

/**
 * Limits the requests of each key in this process: a count in the database would cost more than the request. A document
 * is bounded by its own complexity, and a shop by its slots.
 */
export function openKeyLimits({ CANDOR_KEY_REQUESTS: points }: Pick<Env, 'CANDOR_KEY_REQUESTS'>): KeyLimits {
  const limiter = new RateLimiterMemory({ points, duration: windowSeconds })
  return {
    async count({ actor }, setHeader) {
      const key = findKey(actor)
      if (!key) return
      const { left, resetMs, refused } = await limiter.consume(key.id).then(toState, (refusal: unknown) => {
        if (refusal instanceof RateLimiterRes) return { ...toState(refusal), refused: true }
        throw refusal
      })
      const seconds = Math.max(1, Math.ceil(resetMs / 1000))
      setHeader('ratelimit-policy', `"default";q=${points};w=${windowSeconds}`)
      setHeader('ratelimit', `"default";r=${left};t=${seconds}`)
      if (refused) throw new LimitReached('keyOverLimit', { resetsAt: new Date(Date.now() + resetMs) })
    },
  }
}

const toState = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => ({
  left: remainingPoints,
  resetMs: msBeforeNext,
  refused: false,
})
