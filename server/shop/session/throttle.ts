import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { loginFailureWindowMinutes, maxLoginFailures } from '../../../rules/limits.ts'
import type { Database } from '../../core/database/open.ts'

/** Also stops one IP that guesses over many addresses. */
const failuresAllowedForIp = 100

export interface LoginThrottle {
  /**
   * Counts an attempt before the password is checked, so that parallel guesses count too.
   * @returns when the next attempt is allowed (wall clock), or null if this one is
   */
  consumeTry(email: string, ip: string): Promise<Date | null>
  recordSuccess(email: string, ip: string): Promise<void>
}

/** All processes share the count. */
export function openThrottle({ pool }: Pick<Database, 'pool'>): LoginThrottle {
  const duration = loginFailureWindowMinutes * 60
  const open = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      keyPrefix,
      points,
      duration,
      storeClient: pool,
      tableName: 'RateLimit',
      tableCreated: true,
      clearExpiredByTimeout: false,
    })
  const byPair = open('login', maxLoginFailures)
  const byIp = open('login-ip', failuresAllowedForIp)
  // Hashed, so that the table does not list mistyped addresses.
  const pair = (email: string, ip: string) => createHash('sha256').update(`${email}\n${ip}`).digest('base64url')
  return {
    async consumeTry(email, ip) {
      const taken = await Promise.allSettled([byPair.consume(pair(email, ip)), byIp.consume(ip)])
      const refused = taken.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
      if (refused.length === 0) return null
      const waits = refused.map((reason) => {
        // The library rejects with its state when the limit is reached; anything else is a database error.
        if (!(reason instanceof RateLimiterRes)) throw reason
        return reason.msBeforeNext
      })
      return new Date(Date.now() + Math.max(...waits))
    },
    async recordSuccess(email, ip) {
      await Promise.all([byPair.delete(pair(email, ip)), byIp.reward(ip)])
    },
  }
}
