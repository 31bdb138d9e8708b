import { createHash } from 'node:crypto'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type pg from 'pg'

/** Failures of one address from one IP in the window; the owner at another IP still gets in (goal R21). */
export const failuresAllowed = 5
export const windowMinutes = 15
/** One IP guessing over many addresses is stopped too. */
const failuresAllowedForIp = 100

export interface LoginThrottle {
  /** When the next try is looked at, or null when one may try now. Wall clock. */
  blockedUntil(email: string, ip: string): Promise<Date | null>
  failed(email: string, ip: string): Promise<void>
  succeeded(email: string, ip: string): Promise<void>
}

export function openThrottle(pool: pg.Pool): LoginThrottle {
  const duration = windowMinutes * 60
  const open = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({ storeClient: pool, tableName: 'RateLimit', tableCreated: true, keyPrefix, points, duration, clearExpiredByTimeout: false })
  const byPair = open('login', failuresAllowed)
  const byIp = open('login-ip', failuresAllowedForIp)
  // Hashed: the table need not list the addresses people mistyped.
  const pair = (email: string, ip: string) => createHash('sha256').update(`${email}\n${ip}`).digest('base64url')
  return {
    async blockedUntil(email, ip) {
      const [one, all] = await Promise.all([byPair.get(pair(email, ip)), byIp.get(ip)])
      const left = (limiter: typeof one, allowed: number) => (limiter && limiter.consumedPoints >= allowed ? limiter.msBeforeNext : 0)
      const wait = Math.max(left(one, failuresAllowed), left(all, failuresAllowedForIp))
      return wait > 0 ? new Date(Date.now() + wait) : null
    },
    async failed(email, ip) {
      // consume() rejects when the points are gone; the count is what we came for.
      await Promise.allSettled([byPair.consume(pair(email, ip)), byIp.consume(ip)])
    },
    async succeeded(email, ip) {
      await byPair.delete(pair(email, ip))
    },
  }
}
