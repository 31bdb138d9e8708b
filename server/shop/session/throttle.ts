import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { loginFailureWindowMinutes, maxLoginFailures } from '../../../rules/limits.ts'
import type { Database } from '../../core/database/open.ts'

/** One IP guessing over many addresses is stopped too. */
const failuresAllowedForIp = 100

export interface LoginThrottle {
  /**
   * Takes one try before the password is looked at, so that guesses side by side count as those one after another do.
   * @returns when the next try is looked at, or null when this one may be. Wall clock.
   */
  consumeTry(email: string, ip: string): Promise<Date | null>
  recordSuccess(email: string, ip: string): Promise<void>
}

/** The count is shared by all nodes on a server; the embedded database has one process, whose memory will do. */
export function openThrottle(database: Pick<Database, 'pool' | 'embedded'>): LoginThrottle {
  const duration = loginFailureWindowMinutes * 60
  const open = (keyPrefix: string, points: number) => {
    const limit = { keyPrefix, points, duration }
    return database.embedded
      ? new RateLimiterMemory(limit)
      : new RateLimiterPostgres({
          ...limit,
          storeClient: database.pool,
          tableName: 'RateLimit',
          tableCreated: true,
          clearExpiredByTimeout: false,
        })
  }
  const byPair = open('login', maxLoginFailures)
  const byIp = open('login-ip', failuresAllowedForIp)
  // Hashed: the table need not list the addresses people mistyped.
  const pair = (email: string, ip: string) => createHash('sha256').update(`${email}\n${ip}`).digest('base64url')
  return {
    async consumeTry(email, ip) {
      const taken = await Promise.allSettled([byPair.consume(pair(email, ip)), byIp.consume(ip)])
      const refused = taken.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
      if (refused.length === 0) return null
      const waits = refused.map((reason) => {
        // Out of points rejects with the state; anything else is the database's failure.
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
