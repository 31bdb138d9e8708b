import { LimitReached } from '../../core/errors.ts'
import type { WebPort } from '../../core/files/web.ts'
import { limitByKey, type KeyLimit } from '../../core/limit-by-key.ts'

/** Pause after each response of a host. CJDropshipping asks for one request a second. */
const hostPauseMs = 1_100
/** One fetch per shop at a time; two more may wait. */
export const shopFetches = limitByKey({ atOnce: 1, waiting: 2 })

interface Hosts {
  limit: KeyLimit
  /** By the web port's clock. */
  answeredAt: Map<string, number>
}

const hostsOf = new WeakMap<WebPort, Hosts>()

interface HostRequest {
  host: string
  shopId: string
  /** Limit for the wait in the queue. */
  patienceMs: number
}

/**
 * Runs a request to a host once the host is free and its pause is over. Shops alternate: a shop's next request queues
 * after its former one. Limits this process only. Returns null if the wait exceeds `patienceMs`.
 */
export async function runWithHostLimit<T>(
  web: WebPort,
  { host, shopId, patienceMs }: HostRequest,
  ask: () => Promise<T>,
): Promise<T | null> {
  const { limit, answeredAt } = hostsOf.get(web) ?? {
    limit: limitByKey({ atOnce: 1, waiting: Infinity }),
    answeredAt: new Map<string, number>(),
  }
  hostsOf.set(web, { limit, answeredAt })
  const askAfterPause = async () => {
    const rest = (answeredAt.get(host) ?? -Infinity) + hostPauseMs - web.now()
    if (rest > 0) await web.rest(rest)
    try {
      return await ask()
    } finally {
      answeredAt.set(host, web.now())
    }
  }
  const until = performance.now() + patienceMs
  const askInTurn = () => limit.run(host, askAfterPause, Math.max(0, until - performance.now()))
  try {
    return await limit.run(`${host} ${shopId}`, askInTurn, Math.max(0, patienceMs))
  } catch (error) {
    if (error instanceof LimitReached) return null
    throw error
  }
}
