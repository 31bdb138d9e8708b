import type { WebPort } from '../../core/files/web.ts'
import { limitConcurrency } from '../../core/concurrency-limit.ts'

/** Pause after each response of a host. CJDropshipping asks for one request a second. */
const hostPauseMs = 1_100
/** One fetch per shop at a time; two more may wait. */
export const shopFetches = limitConcurrency({ atOnce: 1, mostWaiting: 2 })

/** Sends one request at a time; waiting shops alternate. */
interface HostQueue {
  busy: boolean
  /** In order: the first shop is next. */
  waiting: Map<string, (() => void)[]>
  /** By the web port's clock; -Infinity before the first response. */
  answeredAt: number
}

/** State of the hosts that this process has requested. */
const hostsOf = new WeakMap<WebPort, Map<string, HostQueue>>()

interface HostRequest {
  shopId: string
  /** Limit for the wait in the queue. */
  patienceMs: number
}

/**
 * Runs a request to a host once the host is free and its pause is over. Shops alternate, however many requests each
 * has. Limits this process only. Returns null if the wait exceeds `patienceMs`.
 */
export async function runWithHostLimit<T>(
  web: WebPort,
  { host, ...asker }: HostRequest & { host: string },
  ask: () => Promise<T>,
): Promise<T | null> {
  const hosts = hostsOf.get(web) ?? new Map<string, HostQueue>()
  hostsOf.set(web, hosts)
  const line = hosts.get(host) ?? { busy: false, waiting: new Map<string, (() => void)[]>(), answeredAt: -Infinity }
  hosts.set(host, line)
  if (!(await waitForHost(line, asker))) return null
  try {
    const rest = line.answeredAt + hostPauseMs - web.now()
    if (rest > 0) await web.rest(rest)
    try {
      return await ask()
    } finally {
      line.answeredAt = web.now()
    }
  } finally {
    releaseHost(line)
  }
}

/** Returns false if the wait takes too long. Otherwise the caller must release the host. */
async function waitForHost(line: HostQueue, { shopId, patienceMs }: HostRequest): Promise<boolean> {
  if (!line.busy) return (line.busy = true)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const come = (): void => resolve(true)
  line.waiting.set(shopId, [...(line.waiting.get(shopId) ?? []), come])
  const timer = setTimeout(
    () => {
      removeWaiting(line, shopId, come)
      resolve(false)
    },
    Math.max(0, patienceMs),
  )
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

function removeWaiting({ waiting }: HostQueue, shopId: string, come: () => void): void {
  const left = (waiting.get(shopId) ?? []).filter((one) => one !== come)
  if (left.length > 0) waiting.set(shopId, left)
  else waiting.delete(shopId)
}

function releaseHost(line: HostQueue): void {
  const [first] = line.waiting
  const [shopId, [come, ...others]] = first ?? ['', []]
  if (!come) return void (line.busy = false)
  // The shop's other requests go behind all other shops.
  line.waiting.delete(shopId)
  if (others.length > 0) line.waiting.set(shopId, others)
  come()
}
