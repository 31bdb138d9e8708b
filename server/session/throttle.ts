import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Database } from '../database/open.ts'

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

/** The count is shared by all nodes on a server; the embedded database has one process, whose memory will do. */
export function openThrottle(database: Pick<Database, 'pool' | 'embedded'>): LoginThrottle {
  const duration = windowMinutes * 60
  const open = (keyPrefix: string, points: number) => {
    const limit = { keyPrefix, points, duration }
    return database.embedded
      ? new RateLimiterMemory(limit)
      : new RateLimiterPostgres({ ...limit, storeClient: database.pool, tableName: 'RateLimit', tableCreated: true, clearExpiredByTimeout: false })
  }
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
